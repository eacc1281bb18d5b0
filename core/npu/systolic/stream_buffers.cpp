// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/systolic/stream_buffers.h"

#include <algorithm>
#include <limits>

namespace strata::npu {
namespace {

/// Words come and go in this many parts of a buffer.
constexpr std::int64_t kSets = 100;
constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max() / 4;
/// Cycles between a request at the port and its words, during which the next fetch cannot begin.
constexpr std::int64_t kPortLatency = 1;

std::int64_t lines(std::int64_t words, std::int64_t rate) { return (words + rate - 1) / rate; }

} // namespace

ReadStream::ReadStream(std::int64_t buffer_words, std::int64_t rate, std::int64_t words)
    : buffer_(buffer_words > 0 ? buffer_words : kUnbounded), half_((buffer_ + 1) / 2), rate_(rate),
      set_of_(static_cast<std::size_t>(words), kNoWord), next_of_(static_cast<std::size_t>(words), -1) {
    per_set_ = std::max<std::int64_t>(1, rate > 0 ? (buffer_ + kSets - 1) / kSets : buffer_ / kSets);
    if (rate == 0) {
        active_ = kSets / 2;
        end_ = active_ - 1; // of the demand mode: the last set that the halves hold
    }
}

void ReadStream::plan(std::int32_t word) {
    ++planned_;
    if (word == kNoWord) return;
    const auto index = static_cast<std::size_t>(word);
    if (set_of_[index] == kNoWord) {
        set_of_[index] = set_;
    } else if (set_of_[index] != set_) {
        if (next_of_[index] < 0) {
            next_of_[index] = static_cast<std::int32_t>(more_.size());
            more_.emplace_back();
        }
        auto& further = more_[static_cast<std::size_t>(next_of_[index])];
        if (further.empty() || further.back() != set_) further.push_back(set_);
    }
    if (++in_set_ == per_set_) {
        in_set_ = 0;
        ++set_;
    }
}

void ReadStream::begin() {
    if (rate_ == 0) return;
    sets_ = set_ + 1;
    const std::int64_t held = lines(half_, per_set_),
                       behind = lines(std::max<std::int64_t>(buffer_ - half_, 1), per_set_);
    active_ = static_cast<std::int32_t>(std::min<std::int64_t>(held, sets_));
    ahead_ = static_cast<std::int32_t>(std::min<std::int64_t>(behind, sets_ - active_));
    start_ = 0;
    end_ = active_;
    const std::int64_t fetched = std::min(lines(half_, rate_), lines(planned_, rate_));
    fetched_ = fetched * rate_;
    first_ = -fetched;
    last_ = -1;
}

bool ReadStream::holds(std::int32_t word) const {
    const auto index = static_cast<std::size_t>(word);
    if (within(set_of_[index])) return true;
    if (next_of_[index] < 0) return false;
    const auto& further = more_[static_cast<std::size_t>(next_of_[index])];
    return std::any_of(further.begin(), further.end(), [&](std::int32_t set) { return within(set); });
}

void ReadStream::advance() {
    start_ = (start_ + ahead_) % sets_;
    end_ = (start_ + active_) % sets_;
    const std::int64_t fetched = lines(std::max<std::int64_t>(buffer_ - half_, 1), rate_);
    fetched_ += fetched * rate_;
    last_ += fetched + kPortLatency;
}

void ReadStream::demandSet(std::int32_t word) {
    auto& set = set_of_[static_cast<std::size_t>(word)];
    if (set >= start_) return;
    set = set_;
    ++fetched_;
    if (++in_set_ < per_set_) return;
    in_set_ = 0;
    if (++set_ != end_ + 1) return;
    start_ += active_;
    end_ += active_;
}

std::int64_t ReadStream::take(std::int32_t word, std::int64_t cycle, std::int64_t waited) {
    if (word == kNoWord) return waited;
    if (rate_ == 0) {
        demandSet(word);
        return waited;
    }
    while (!holds(word)) {
        advance();
        waited = std::max(waited, last_ - (cycle + 1));
    }
    return waited;
}

WriteStream::WriteStream(std::int64_t buffer_words, std::int64_t rate)
    : buffer_(buffer_words > 0 ? buffer_words : kUnbounded), drained_(std::max<std::int64_t>(1, buffer_ / 2)),
      rate_(rate), free_(buffer_) {}

void WriteStream::closeLine() {
    if (line_ == 0) return;
    lines_.push_back(static_cast<std::int32_t>(line_));
    line_ = 0;
}

std::int64_t WriteStream::put(std::int64_t count, std::int64_t cycle) {
    const std::int64_t arrived = cycle;
    for (std::int64_t i = 0; i < count; ++i) {
        --free_;
        if (++line_ == rate_) closeLine();
        if (cycle < drain_end_) {
            if (free_ <= 0) cycle = drain_end_;
        } else if (free_ < buffer_ - drained_) {
            closeLine();
            drain_end_ = drain(cycle);
        }
    }
    return cycle - arrived;
}

/// Lines leave one a cycle; those that were closed early inside of the half count in full.
std::int64_t WriteStream::drain(std::int64_t cycle) {
    const std::size_t end = static_cast<std::size_t>(std::min<std::int64_t>(
        static_cast<std::int64_t>(next_) + lines(drained_, rate_), static_cast<std::int64_t>(lines_.size())));
    const auto count = static_cast<std::int64_t>(end - next_);
    const std::int64_t words = count * rate_ - (rate_ - lines_[end - 1]);
    written_ += words;
    free_ += words;
    next_ = end;
    if (!begun_) first_ = cycle;
    begun_ = true;
    last_ = std::max(last_, cycle + count - 1);
    return cycle + count - 1;
}

void WriteStream::finish(std::int64_t cycle) {
    closeLine();
    while (next_ < lines_.size())
        cycle = drain(cycle) + 1;
}

} // namespace strata::npu
