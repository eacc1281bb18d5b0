// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/autoscaling.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

using State = Replica::State;

/// Replicas that would take all that wait and run, `target` each.
std::int32_t wantedReplicas(const Autoscaling& rule, std::int32_t most, ReplicaSet& replicas) {
    double load = 0;
    for (const Replica& replica : replicas.all())
        load += static_cast<double>(replica.outstanding());
    return static_cast<std::int32_t>(std::clamp(std::ceil(load / rule.target), 1.0 * rule.minimum, 1.0 * most));
}

/// Those that drained are off. Returns how many are up, or starting.
std::int32_t countUp(ReplicaSet& replicas, double now_s) {
    std::int32_t up = 0;
    for (Replica& replica : replicas.all()) {
        if (replica.state() == State::Draining && replica.outstanding() == 0) {
            replica.become(State::Off);
            replicas.count(-1, now_s);
        }
        up += replica.state() != State::Off && replica.state() != State::Draining ? 1 : 0;
    }
    return up;
}

} // namespace

void beginScaling(const Autoscaling& rule, ReplicaSet& replicas, EventQueue& events) {
    if (rule.minimum <= 0) return;
    for (std::size_t i = static_cast<std::size_t>(rule.minimum); i < replicas.promptCount(); ++i) {
        replicas[i].become(State::Off);
        replicas.count(-1, 0);
    }
    events.at(rule.interval_s, Timer::Kind::Scale, 0);
}

bool scale(const Autoscaling& rule, std::int32_t most, ReplicaSet& replicas, EventQueue& events, double now_s) {
    const std::int32_t held = replicas.held();
    const std::size_t starting = events.starting();
    const std::int32_t wanted = wantedReplicas(rule, most, replicas);
    std::int32_t up = countUp(replicas, now_s);
    bool drains = false;
    for (Replica& replica : replicas.all()) { // those that are still up first
        if (up < wanted && replica.state() == State::Draining) {
            replica.become(State::On);
            ++up;
            drains = true;
        }
    }
    for (std::size_t i = 0; i < replicas.size() && up < wanted; ++i) {
        if (replicas[i].state() != State::Off) continue;
        replicas[i].become(State::Starting);
        replicas.expect(i, now_s + rule.start_s);
        events.at(now_s + rule.start_s, Timer::Kind::Up, i);
        replicas.count(1, now_s);
        ++up;
    }
    for (std::size_t i = replicas.size(); i-- > 0 && up > wanted;) { // those that serve nobody yet first
        if (replicas[i].state() != State::Starting) continue;
        replicas[i].become(State::Off);
        replicas.expect(i, kNever);
        replicas.count(-1, now_s);
        --up;
    }
    for (std::size_t i = replicas.size(); i-- > 0 && up > wanted;) {
        if (replicas[i].state() != State::On) continue;
        replicas[i].become(State::Draining);
        --up;
        drains = true;
    }
    return !drains && held == replicas.held() && starting == events.starting();
}

double nextScaling_s(const Autoscaling& rule, bool settled, double now_s, double next_s) {
    if (!settled || next_s == kNever) return now_s + rule.interval_s;
    return now_s + std::max(1.0, std::ceil((next_s - now_s) / rule.interval_s)) * rule.interval_s;
}

} // namespace strata::serving
