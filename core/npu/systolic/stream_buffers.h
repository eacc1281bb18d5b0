// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace strata::npu {

constexpr std::int32_t kNoWord = -1; ///< a place that holds no word: a lane that a fold leaves idle

/// A double buffer of an operand, and its port to the memory outside.
class ReadStream {
public:
    /// `buffer_words` in all, half of them ahead; 0: unbounded. `rate`: words a cycle; 0: unlimited. Words have the
    /// numbers 0 to `words` - 1.
    ReadStream(std::int64_t buffer_words, std::int64_t rate, std::int64_t words);

    /// The next word in the order of fetches, for streams with a limited rate.
    void plan(std::int32_t word);
    /// Fills the first half before cycle 0.
    void begin();
    /// The array asks for a word; it has waited in this cycle for `waited` already. Returns how long it waits in all.
    std::int64_t take(std::int32_t word, std::int64_t cycle, std::int64_t waited);

    std::int64_t words() const { return fetched_; }
    std::int64_t firstCycle() const { return first_; }
    std::int64_t lastCycle() const { return last_; }

private:
    std::int64_t buffer_, half_, rate_;
    std::int64_t per_set_ = 1;
    std::int64_t planned_ = 0, in_set_ = 0;
    std::int32_t set_ = 0, sets_ = 0, active_ = 1, ahead_ = 0, start_ = 0, end_ = 0;
    std::vector<std::vector<std::int32_t>> more_; ///< further sets of words that several sets hold
    std::vector<std::int32_t> set_of_, next_of_;  ///< of a word: its first set, and an index into more_ or -1
    std::int64_t fetched_ = 0, first_ = 0, last_ = -1;

    bool within(std::int32_t set) const {
        return start_ < end_ ? set >= start_ && set < end_ : set >= start_ || set < end_;
    }
    bool holds(std::int32_t word) const;
    void advance();
    void demandSet(std::int32_t word);
};

/// A double buffer of sums on their way out.
class WriteStream {
public:
    WriteStream(std::int64_t buffer_words, std::int64_t rate);

    /// `count` sums arrive; returns how long the array waits.
    std::int64_t put(std::int64_t count, std::int64_t cycle);
    /// Writes out what is left, from `cycle` on.
    void finish(std::int64_t cycle);

    std::int64_t words() const { return written_; }
    std::int64_t firstCycle() const { return first_; }
    std::int64_t lastCycle() const { return last_; }

private:
    std::int64_t buffer_, drained_, rate_, free_;
    std::int64_t line_ = 0;           ///< words in the line that is being filled
    std::vector<std::int32_t> lines_; ///< words of the lines that wait
    std::size_t next_ = 0;
    std::int64_t drain_end_ = 0, written_ = 0, first_ = 0, last_ = 0;
    bool begun_ = false;

    void closeLine();
    std::int64_t drain(std::int64_t cycle);
};

} // namespace strata::npu
