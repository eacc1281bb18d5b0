// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace strata::serving {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// The end of a batch on one stage of a replica.
struct StageEnd {
    double time_s = 0;
    std::uint64_t order = 0;
    std::int32_t replica = 0, stage = 0, slot = 0, life = 0;
};

/// Rare events, apart from the stages' so that these stay fast.
struct Timer {
    enum class Kind { Arrive, Deliver, Fail, Up, Scale } kind = Kind::Arrive;
    double time_s = 0;
    std::uint64_t order = 0;
    std::uint32_t which = 0; ///< replica, request, or place among the arrivals that are still to come

    bool owed() const { return kind == Kind::Arrive || kind == Kind::Deliver; }
};

/// What happens at the present instant because of something before it.
struct FollowUp {
    enum class Kind { FormBatches, StartStage, ArriveAtStage, EndBatch } kind = Kind::FormBatches;
    std::int32_t replica = 0, stage = 0, slot = 0;
};

/// What is still to come, by time; of two at the same time the one that was known first.
class EventQueue {
public:
    void endStage(StageEnd end) {
        end.order = order_++;
        ends_.push_back(end);
        std::push_heap(ends_.begin(), ends_.end(), later<StageEnd>);
    }
    void at(double time_s, Timer::Kind kind, std::size_t which) {
        timers_.push_back({kind, time_s, order_++, static_cast<std::uint32_t>(which)});
        if (timers_.back().owed()) ++owed_;
        if (kind == Timer::Kind::Up) ++starting_;
        std::push_heap(timers_.begin(), timers_.end(), later<Timer>);
    }

    bool runs() const { return !ends_.empty(); } ///< a stage is at work
    bool endsBy(double time_s) const { return !ends_.empty() && ends_.front().time_s <= time_s; }
    bool ringsBy(double time_s) const { return !timers_.empty() && timers_.front().time_s <= time_s; }
    double next_s() const {
        const double end_s = ends_.empty() ? kNever : ends_.front().time_s;
        return timers_.empty() ? end_s : std::min(end_s, timers_.front().time_s);
    }
    StageEnd takeEnd() { return take(ends_); }
    Timer takeTimer() {
        const Timer timer = take(timers_);
        if (timer.owed()) --owed_;
        if (timer.kind == Timer::Kind::Up) --starting_;
        return timer;
    }
    std::size_t owed() const { return owed_; }         ///< timers that a request waits for
    std::size_t starting() const { return starting_; } ///< replicas that will be up, those called off included

private:
    template <class Event>
    static bool later(const Event& a, const Event& b) {
        return a.time_s != b.time_s ? a.time_s > b.time_s : a.order > b.order;
    }
    template <class Event>
    static Event take(std::vector<Event>& events) {
        std::pop_heap(events.begin(), events.end(), later<Event>);
        const Event event = events.back();
        events.pop_back();
        return event;
    }

    std::vector<StageEnd> ends_;
    std::vector<Timer> timers_;
    std::uint64_t order_ = 0;
    std::size_t owed_ = 0, starting_ = 0;
};

} // namespace strata::serving
