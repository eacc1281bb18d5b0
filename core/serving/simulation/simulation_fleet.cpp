// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/simulation.h"

#include "core/serving/simulation/autoscaling.h"
#include "core/serving/tables/layerwise.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

constexpr std::uint64_t kFailureStream = 0x6661696cULL; ///< apart from those of the traffic

} // namespace

double KvTransfer::exposedSeconds(double tokens, double prefill_s) const {
    return setup_s + serving::exposedSeconds(bytes(tokens) / bytes_per_s, prefill_s, layers);
}

Result<void> Simulation::prepare(const StepTime& time) {
    const bool as_vidur = options_.scheduler.vidur_compatible;
    auto router = makeRouter(options_.router, options_.seed, as_vidur);
    if (!router) return router.error();
    router_ = std::move(*router);
    if (auto built = replicas_.build(time); !built) return built;
    if (options_.decode_pool.replicas > 0) {
        decode_router_ = std::move(*makeRouter(options_.router, options_.seed, as_vidur));
        links_ = KvLinks(replicas_.promptCount());
    }
    beginScaling(options_.autoscaling, replicas_, events_);
    if (options_.failures.mtbf_s > 0) {
        for (std::size_t i = 0; i < replicas_.size(); ++i) {
            failure_times_.emplace_back(options_.seed ^ kFailureStream, i);
            armFailure(i);
        }
    }
    return {};
}

void Simulation::ring() {
    const Timer timer = events_.takeTimer();
    switch (timer.kind) {
    case Timer::Kind::Arrive: arrive(waiting_.take(timer.which)); break;
    case Timer::Kind::Deliver: deliver(timer.which); break;
    case Timer::Kind::Fail: fail(timer.which); break;
    case Timer::Kind::Up: up(timer.which); break;
    case Timer::Kind::Scale: rescale(); break;
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
    hand(index, static_cast<std::size_t>(router_->choose(request, replicas_.prompts())));
}

void Simulation::send(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    const double there_s = links_.send(options_.decode_pool.transfer, request, now_s_);
    request.transfer_s += there_s - now_s_;
    request.decode = request.prompt_tokens + request.output_tokens - request.prefill;
    request.in_transfer = true;
    events_.at(there_s, Timer::Kind::Deliver, index);
}

void Simulation::deliver(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    request.in_transfer = false;
    request.stored = ActiveRequest::Stored::Here;
    request.last_end_s = now_s_;
    const auto chosen = static_cast<std::size_t>(decode_router_->choose(request, replicas_.decodes()));
    hand(index, replicas_.promptCount() + chosen);
}

void Simulation::armFailure(std::size_t replica) {
    const double u = 1 - failure_times_[replica].nextUniform();
    events_.at(now_s_ - options_.failures.mtbf_s * std::log(u), Timer::Kind::Fail, replica);
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
    (replicas_.decodesOnly(number) ? totals_.decode_busy_s : totals_.busy_s) -=
        std::max(0.0, replica.busyUntil() - now_s_);
    if (!lost_.empty()) ++idle_failures_;
    observer_.failed(static_cast<std::int32_t>(number), now_s_);
    if (replica.used()) replicas_.restart(number);
    replica.become(Replica::State::Down);
    for (const RequestIndex index : lost_) {
        ActiveRequest& request = requests_[index];
        request.restart();
        route(index);
    }
    replicas_.expect(number, now_s_ + options_.failures.restart_s);
    events_.at(replicas_.expected_s(number), Timer::Kind::Up, number);
}

/// A start that was called off in between is not this one.
void Simulation::up(std::size_t number) {
    if (replicas_.expected_s(number) != now_s_) return;
    Replica& replica = replicas_[number];
    const bool failed = replica.state() == Replica::State::Down;
    replica.become(Replica::State::On);
    if (failed) armFailure(number);
    follow_ups_.push_back({FollowUp::Kind::FormBatches, static_cast<std::int32_t>(number), 0, 0});
}

void Simulation::rescale() {
    const bool settled = scale(options_.autoscaling, options_.replicas, replicas_, events_, now_s_);
    const double next_s = std::min(events_.next_s(), more_ ? arrival_.time_s : kNever);
    events_.at(nextScaling_s(options_.autoscaling, settled, now_s_, next_s), Timer::Kind::Scale, 0);
}

} // namespace strata::serving
