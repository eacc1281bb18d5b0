// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/simulate.h"

#include "core/serving/simulation/simulation.h"

#include <algorithm>
#include <string>

namespace strata::serving {
namespace {

/// Failures that lose requests while none ends, in all and for each replica, after which a run is given up.
constexpr std::uint64_t kFailures = 1000, kFailuresEach = 10;

} // namespace

Result<SimulationTotals> Simulation::run(const std::stop_token& stop, Progress* progress) {
    more_ = traffic_.next(arrival_);
    for (std::uint64_t instant = 0;; ++instant) {
        const double arrives = more_ ? arrival_.time_s : kNever;
        if (over()) break;
        now_s_ = std::min(arrives, events_.next_s());
        while (more_ && arrival_.time_s <= now_s_) {
            arrive(arrival_);
            more_ = traffic_.next(arrival_);
        }
        while (events_.ringsBy(now_s_))
            ring();
        while (events_.endsBy(now_s_))
            endStage();
        for (std::size_t i = 0; i < follow_ups_.size(); ++i)
            act(FollowUp(follow_ups_[i]));
        follow_ups_.clear();
        if (instant % 4096 == 0) {
            if (stop.stop_requested()) return Error{"cancelled", "", {"error.simulation-stopped"}, {}, ""};
            if (progress) progress->report(totals_.requests, traffic_.expected(), "requests");
        }
    }
    totalUp();
    return totals_;
}

/// Nothing more will come to an end: everything has, what waits needs more memory than there is, or replicas fail
/// faster than requests end.
bool Simulation::over() const {
    if (hopeless()) return true;
    if (more_ || events_.runs() || events_.owed() > 0) return false;
    return requests_.inFlight() == 0 || events_.starting() == 0;
}

bool Simulation::hopeless() const { return idle_failures_ > kFailures + kFailuresEach * replicas_.size(); }

void Simulation::totalUp() {
    for (const Replica& replica : replicas_.all()) {
        totals_.outside_tables += replica.outsideTables();
        totals_.swaps += replica.swaps();
        totals_.loaded_tokens += replica.loadedTokens();
        totals_.stored_tokens += replica.storedTokens();
        totals_.guesses.passes += replica.guesses().passes;
        totals_.guesses.tokens += replica.guesses().tokens;
    }
    totals_.unfinished = requests_.inFlight();
    totals_.hopeless = hopeless();
    totals_.end_s = now_s_;
    replicas_.count(0, now_s_);
    totals_.replica_s = replicas_.held_s();
}

void Simulation::arrive(const Arrival& arrival) {
    const RequestIndex index = requests_.add(arrived_++, arrival);
    if (options_.adapters.count > 0)
        requests_[index].adapter = options_.adapters.of(options_.seed, requests_[index].id);
    totals_.most_in_flight = std::max(totals_.most_in_flight, requests_.inFlight());
    route(index);
}

void Simulation::endStage() {
    const StageEnd end = events_.takeEnd();
    Replica& replica = replicas_[static_cast<std::size_t>(end.replica)];
    if (end.life != replica.life()) return; // it failed in between
    replica.endStage(end.stage, end.slot, now_s_);
    follow_ups_.push_back({FollowUp::Kind::StartStage, end.replica, end.stage, 0});
    const bool last = end.stage + 1 == replica.stages();
    follow_ups_.push_back(
        {last ? FollowUp::Kind::EndBatch : FollowUp::Kind::ArriveAtStage, end.replica, end.stage + 1, end.slot});
}

void Simulation::act(const FollowUp& follow) {
    Replica& replica = replicas_[static_cast<std::size_t>(follow.replica)];
    switch (follow.kind) {
    case FollowUp::Kind::FormBatches:
        for (std::int32_t slot = replica.formBatch(now_s_); slot >= 0; slot = replica.formBatch(now_s_)) {
            follow_ups_.push_back({FollowUp::Kind::ArriveAtStage, follow.replica, 0, slot});
        }
        break;
    case FollowUp::Kind::ArriveAtStage:
        replica.arrive(follow.stage, follow.slot);
        follow_ups_.push_back({FollowUp::Kind::StartStage, follow.replica, follow.stage, 0});
        break;
    case FollowUp::Kind::StartStage: start(replica, follow); break;
    case FollowUp::Kind::EndBatch: endBatch(replica, follow); break;
    }
}

void Simulation::start(Replica& replica, const FollowUp& follow) {
    const Replica::Start started = replica.start(follow.stage, now_s_);
    if (started.slot < 0) return;
    const bool decodes_only = replicas_.decodesOnly(static_cast<std::size_t>(follow.replica));
    if (follow.stage == 0) {
        (decodes_only ? totals_.decode_busy_s : totals_.busy_s) += started.seconds;
        totals_.moving_s += started.moving_s;
    }
    const BatchShape& shape = replica.shapeOf(started.slot);
    observer_.stage({follow.replica, follow.stage, now_s_, now_s_ + started.seconds, shape.sequences(),
                     shape.promptTokens(), shape.tokens, replica.scheduler().blocksUsed(), replica.scheduler().queued(),
                     started.moving_s});
    if (options_.energy) {
        const StepTime& energy = decodes_only ? *options_.decode_pool.energy : *options_.energy;
        (decodes_only ? totals_.decode_energy_j : totals_.energy_j) += energy.seconds(shape, follow.stage);
    }
    events_.endStage({now_s_ + started.seconds, 0, follow.replica, follow.stage, started.slot, replica.life()});
}

void Simulation::endBatch(Replica& replica, const FollowUp& follow) {
    completed_.clear();
    const FlyingBatch& batch = replica.endBatch(follow.slot, now_s_, completed_);
    ++totals_.iterations;
    const IterationRecord record{follow.replica,
                                 batch.start_s,
                                 now_s_,
                                 batch.shape.sequences(),
                                 batch.shape.promptTokens(),
                                 batch.shape.tokens,
                                 replica.scheduler().blocksUsed(),
                                 replica.scheduler().queued()};
    observer_.batch(record, batch.entries, requests_);
    observer_.iteration(record);
    replica.recycle(follow.slot);
    for (const RequestIndex index : completed_)
        finish(index);
    follow_ups_.push_back({FollowUp::Kind::FormBatches, follow.replica, 0, 0});
}

void Simulation::finish(RequestIndex index) {
    const ActiveRequest& request = requests_[index];
    if (request.processed < request.prompt_tokens + request.output_tokens) {
        send(index);
        return;
    }
    ++totals_.requests;
    idle_failures_ = 0;
    totals_.restarts += static_cast<std::uint64_t>(request.restarts);
    const RequestRecord record{request.id,
                               request.replica,
                               request.prompt_tokens,
                               request.output_tokens,
                               request.restarts,
                               request.cached_tokens,
                               request.arrival_s,
                               request.scheduled_s,
                               request.first_token_s,
                               now_s_,
                               request.paused_s,
                               request.paused_before_first_token_s,
                               request.transfer_s,
                               request.tenant,
                               request.session,
                               request.moving_s,
                               request.moving_before_first_token_s,
                               options_.request_s + options_.request_per_token_s * request.prompt_tokens};
    observer_.finished(record);
    requests_.release(index);
    made_.clear();
    traffic_.completed(record, made_);
    for (Arrival& next : made_) {
        const double time_s = std::max(next.time_s, now_s_);
        events_.at(time_s, Timer::Kind::Arrive, waiting_.keep(std::move(next)));
    }
}

Result<SimulationTotals> simulate(const SimulationOptions& options, Traffic& traffic, const StepTime& time,
                                  Observer& observer, const std::stop_token& stop, Progress* progress) {
    Simulation simulation(options, traffic, observer);
    if (const auto ready = simulation.prepare(time); !ready) return ready.error();
    return simulation.run(stop, progress);
}

} // namespace strata::serving
