// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/simulation.h"

#include "core/serving/tables/layerwise.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace strata::serving {
namespace {

constexpr std::uint64_t kFailureStream = 0x6661696cULL; ///< apart from those of the traffic

Error outOfRange(const char* field, Message text, Message expected) {
    return {"bad-value", "/" + std::string(field), text, std::move(expected), ""};
}

} // namespace

double KvTransfer::exposedSeconds(double tokens, double prefill_s) const {
    return setup_s + serving::exposedSeconds(bytes(tokens) / bytes_per_s, prefill_s, layers);
}

/// With places for adapters, and the store of one replica: its own, or everybody's.
SchedulerOptions Simulation::withStore(SchedulerOptions options) {
    if (options_.adapters.count > 0) options.adapter_places = options_.adapters.resident;
    if (options_.store_blocks < 1) return options;
    if (!options_.store_shared) {
        options.store = std::make_shared<PrefixCache>(options_.store_blocks);
        return options;
    }
    if (!shared_store_) shared_store_ = std::make_shared<PrefixCache>(options_.store_blocks);
    options.store = shared_store_;
    return options;
}

Result<void> Simulation::addReplicas(std::int32_t count, const SchedulerOptions& options, const StepTime& time) {
    for (std::int32_t i = 0; i < count; ++i) {
        auto scheduler = makeScheduler(withStore(options), requests_);
        if (!scheduler) return scheduler.error();
        replicas_.emplace_back(static_cast<std::int32_t>(replicas_.size()), std::move(*scheduler), time, requests_,
                               options.stages, options_.speculation.on() ? &options_.speculation : nullptr,
                               options_.seed);
        if (options_.adapters.count > 0) replicas_.back().use(options_.adapters);
    }
    return {};
}

Result<void> Simulation::prepare(const StepTime& time) {
    const bool as_vidur = options_.scheduler.vidur_compatible;
    auto router = makeRouter(options_.router, options_.seed, as_vidur);
    if (!router) return router.error();
    router_ = std::move(*router);
    if (options_.replicas < 1)
        return outOfRange("replicas", {"error.field-below-1", {{"field", "replicas"}}}, {"accepted.at-least-1"});
    const DecodePool& pool = options_.decode_pool;
    replicas_.reserve(static_cast<std::size_t>(options_.replicas + pool.replicas));
    if (auto added = addReplicas(options_.replicas, options_.scheduler, time); !added) return added;
    prompt_replicas_ = replicas_.size();
    if (pool.replicas > 0) {
        if (!keepsCaches(pool.scheduler.policy))
            return outOfRange("policy", {"error.decoding-pool-s-policy-cannot-take"},
                              verbatim(policiesThat(&PolicyTraits::keeps_caches)));
        if (auto added = addReplicas(pool.replicas, pool.scheduler, *pool.time); !added) return added;
        decode_router_ = std::move(*makeRouter(options_.router, options_.seed, as_vidur));
        link_free_s_.assign(prompt_replicas_, 0);
    }
    up_s_.assign(replicas_.size(), kNever);
    counted_ = static_cast<std::int32_t>(replicas_.size());
    if (options_.autoscaling.minimum > 0) {
        for (std::size_t i = static_cast<std::size_t>(options_.autoscaling.minimum); i < prompt_replicas_; ++i) {
            replicas_[i].become(Replica::State::Off);
            --counted_;
        }
        at(options_.autoscaling.interval_s, Timer::Kind::Scale, 0);
    }
    if (options_.failures.mtbf_s > 0) {
        for (std::size_t i = 0; i < replicas_.size(); ++i) {
            failure_times_.emplace_back(options_.seed ^ kFailureStream, i);
            armFailure(i);
        }
    }
    return {};
}

void Simulation::at(double time_s, Timer::Kind kind, std::size_t which) {
    timers_.push_back({kind, time_s, order_++, static_cast<std::uint32_t>(which)});
    if (timers_.back().owed()) ++owed_;
    if (kind == Timer::Kind::Up) {
        ++starting_;
        up_s_[which] = time_s;
    }
    std::push_heap(timers_.begin(), timers_.end(), later<Timer>);
}

void Simulation::ring() {
    std::pop_heap(timers_.begin(), timers_.end(), later<Timer>);
    const Timer timer = timers_.back();
    timers_.pop_back();
    if (timer.owed()) --owed_;
    if (timer.kind == Timer::Kind::Up) --starting_;
    switch (timer.kind) {
    case Timer::Kind::Arrive: {
        const Arrival arrival = std::move(follow_ons_[timer.which]);
        follow_on_places_.push_back(timer.which);
        arrive(arrival);
        break;
    }
    case Timer::Kind::Deliver: deliver(timer.which); break;
    case Timer::Kind::Fail: fail(timer.which); break;
    case Timer::Kind::Up: up(timer.which); break;
    case Timer::Kind::Scale: scale(); break;
    }
}

void Simulation::hand(RequestIndex index, std::size_t replica) {
    requests_[index].replica = static_cast<std::int32_t>(replica);
    replicas_[replica].scheduler().enqueue(index, now_s_);
    follow_ups_.push_back({FollowUp::Kind::FormBatches, static_cast<std::int32_t>(replica), 0, 0});
}

/// To a replica that computes prompts. Where others decode it stops there after its first token.
void Simulation::route(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    if (decode_router_ && request.decode > 1) request.decode = 1;
    hand(index, static_cast<std::size_t>(router_->choose(request, promptReplicas())));
}

void Simulation::send(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    const KvTransfer& transfer = options_.decode_pool.transfer;
    double& free_s = link_free_s_[static_cast<std::size_t>(request.replica)];
    const double begins_s = std::max(now_s_, free_s);
    // While the link is busy with another cache, nothing of this one can have left.
    const double overlapped_s = begins_s > now_s_ ? 0 : now_s_ - request.began_s;
    free_s = begins_s + transfer.exposedSeconds(request.prefill, overlapped_s);
    request.transfer_s += free_s - now_s_;
    request.decode = request.prompt_tokens + request.output_tokens - request.prefill;
    request.in_transfer = true;
    at(free_s, Timer::Kind::Deliver, index);
}

void Simulation::deliver(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    request.in_transfer = false;
    request.stored = ActiveRequest::Stored::Here;
    request.last_end_s = now_s_;
    const auto chosen = static_cast<std::size_t>(decode_router_->choose(request, decodeReplicas()));
    hand(index, prompt_replicas_ + chosen);
}

void Simulation::armFailure(std::size_t replica) {
    const double u = 1 - failure_times_[replica].nextUniform();
    at(now_s_ - options_.failures.mtbf_s * std::log(u), Timer::Kind::Fail, replica);
}

void Simulation::fail(std::size_t number) {
    Replica& replica = replicas_[number];
    if (!replica.runs()) { // one that does not run yet, or any more, does not fail
        armFailure(number);
        return;
    }
    ++totals_.failures;
    lost_.clear();
    for (std::size_t i = 0; i < requests_.places(); ++i) {
        const auto index = static_cast<RequestIndex>(i);
        const ActiveRequest& request = requests_[index];
        if (request.alive && !request.in_transfer && request.replica == static_cast<std::int32_t>(number))
            lost_.push_back(index);
    }
    (number < prompt_replicas_ ? totals_.busy_s : totals_.decode_busy_s) -= std::max(0.0, replica.busyUntil() - now_s_);
    if (!lost_.empty()) ++idle_failures_;
    observer_.failed(static_cast<std::int32_t>(number), now_s_);
    if (replica.used()) {
        auto scheduler = makeScheduler(
            withStore(number < prompt_replicas_ ? options_.scheduler : options_.decode_pool.scheduler), requests_);
        replica.reset(std::move(*scheduler)); // the same limits were accepted before
    }
    replica.become(Replica::State::Down);
    for (const RequestIndex index : lost_) {
        ActiveRequest& request = requests_[index];
        request.restart();
        route(index);
    }
    at(now_s_ + options_.failures.restart_s, Timer::Kind::Up, number);
}

/// A start that was called off in between is not this one.
void Simulation::up(std::size_t number) {
    if (up_s_[number] != now_s_) return;
    Replica& replica = replicas_[number];
    const bool failed = replica.state() == Replica::State::Down;
    replica.become(Replica::State::On);
    if (failed) armFailure(number);
    follow_ups_.push_back({FollowUp::Kind::FormBatches, static_cast<std::int32_t>(number), 0, 0});
}

void Simulation::countReplicas(std::int32_t change) {
    totals_.replica_s += counted_ * (now_s_ - counted_s_);
    counted_s_ = now_s_;
    counted_ += change;
}

void Simulation::scale() {
    using State = Replica::State;
    const Autoscaling& rule = options_.autoscaling;
    double load = 0;
    std::int32_t have = 0;
    const std::int32_t counted = counted_;
    const std::size_t starting = starting_;
    bool drains = false;
    for (Replica& replica : replicas_) {
        load += static_cast<double>(replica.outstanding());
        if (replica.state() == State::Draining && replica.outstanding() == 0) {
            replica.become(State::Off);
            countReplicas(-1);
        }
        have += replica.state() != State::Off && replica.state() != State::Draining ? 1 : 0;
    }
    const auto wanted = static_cast<std::int32_t>(
        std::clamp(std::ceil(load / rule.target), 1.0 * rule.minimum, 1.0 * options_.replicas));
    for (Replica& replica : replicas_) { // those that are still up first
        if (have < wanted && replica.state() == State::Draining) {
            replica.become(State::On);
            ++have;
            drains = true;
        }
    }
    for (std::size_t i = 0; i < replicas_.size() && have < wanted; ++i) {
        if (replicas_[i].state() != State::Off) continue;
        replicas_[i].become(State::Starting);
        at(now_s_ + rule.start_s, Timer::Kind::Up, i);
        countReplicas(1);
        ++have;
    }
    for (std::size_t i = replicas_.size(); i-- > 0 && have > wanted;) { // those that serve nobody yet first
        if (replicas_[i].state() != State::Starting) continue;
        replicas_[i].become(State::Off);
        up_s_[i] = kNever;
        countReplicas(-1);
        --have;
    }
    for (std::size_t i = replicas_.size(); i-- > 0 && have > wanted;) {
        if (replicas_[i].state() != State::On) continue;
        replicas_[i].become(State::Draining);
        --have;
        drains = true;
    }
    at(nextScale_s(!drains && counted == counted_ && starting == starting_), Timer::Kind::Scale, 0);
}

/// A decision that changed nothing is the same until something happens: those in between are left out.
double Simulation::nextScale_s(bool settled) const {
    const double interval_s = options_.autoscaling.interval_s;
    double next_s = kNever;
    if (more_) next_s = arrival_.time_s;
    if (!ends_.empty()) next_s = std::min(next_s, ends_.front().time_s);
    if (!timers_.empty()) next_s = std::min(next_s, timers_.front().time_s);
    if (!settled || next_s == kNever) return now_s_ + interval_s;
    return now_s_ + std::max(1.0, std::ceil((next_s - now_s_) / interval_s)) * interval_s;
}

} // namespace strata::serving
