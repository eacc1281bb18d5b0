// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>

namespace strata::app {

/// Who goes first: work in the background (curves, explorations) pauses while the window waits for its own answers, as
/// during a drag, so that they do not share the processor. For any thread.
class Precedence {
public:
    /// The window waits for an answer, or for none any more.
    void setAwaited(bool awaited);
    /// Between two pieces of background work: returns when nobody has waited for kGrace, after kPatience at the latest,
    /// so that long simulations do not end all other work, or when stopped.
    void giveWay(const std::stop_token& stop);

    static constexpr std::chrono::milliseconds kGrace{250}; ///< a hand that drags rests for less
    static constexpr std::chrono::milliseconds kPatience{3000};

private:
    using Clock = std::chrono::steady_clock;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool awaited_ = false;
    std::uint64_t told_ = 0;                         ///< how often
    Clock::time_point last_ = Clock::now() - kGrace; ///< when somebody waited last
};

} // namespace strata::app
