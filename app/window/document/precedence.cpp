// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/precedence.h"

namespace strata::app {

void Precedence::setAwaited(bool awaited) {
    const std::lock_guard lock(mutex_);
    awaited_ = awaited;
    last_ = Clock::now();
    ++told_;
    changed_.notify_all();
}

void Precedence::giveWay(const std::stop_token& stop) {
    const Clock::time_point latest = Clock::now() + kPatience;
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested() && Clock::now() < latest) {
        const Clock::time_point free = awaited_ ? latest : std::min(latest, last_ + kGrace);
        if (free <= Clock::now()) return;
        changed_.wait_until(lock, stop, free, [this, told = told_] { return told_ != told; });
    }
}

} // namespace strata::app
