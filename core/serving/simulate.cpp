// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulate.h"

#include "core/serving/router.h"

#include <algorithm>
#include <limits>
#include <string>

namespace strata::serving {
namespace {

struct StageEnd {
    double time_s = 0;
    std::uint64_t order = 0;
    std::int32_t replica = 0, stage = 0, slot = 0;
};

/// Latest first, so that std::push_heap keeps the earliest in front.
bool later(const StageEnd& a, const StageEnd& b) {
    return a.time_s != b.time_s ? a.time_s > b.time_s : a.order > b.order;
}

/// What happens at the present instant because of something before it.
struct FollowUp {
    enum class Kind { FormBatches, StartStage, ArriveAtStage, EndBatch } kind = Kind::FormBatches;
    std::int32_t replica = 0, stage = 0, slot = 0;
};

class Simulation {
public:
    Simulation(Traffic& traffic, Observer& observer) : traffic_(traffic), observer_(observer) {}

    Result<void> prepare(const SimulationOptions& options, const StepTime& time) {
        auto router = makeRouter(options.router, options.seed);
        if (!router) return router.error();
        router_ = std::move(*router);
        if (options.replicas < 1)
            return Error{"bad-value", "/replicas", "replicas is below 1", "at least 1", ""};
        replicas_.reserve(static_cast<std::size_t>(options.replicas));
        for (std::int32_t i = 0; i < options.replicas; ++i) {
            auto scheduler = makeScheduler(options.scheduler, requests_);
            if (!scheduler) return scheduler.error();
            replicas_.emplace_back(i, std::move(*scheduler), time, requests_, options.scheduler.stages,
                                   options.speculation.on() ? &options.speculation : nullptr, options.seed);
        }
        return {};
    }

    Result<SimulationTotals> run(const std::stop_token& stop, Progress* progress) {
        more_ = traffic_.next(arrival_);
        constexpr double kNever = std::numeric_limits<double>::infinity();
        for (std::uint64_t instant = 0;; ++instant) {
            const double arrives = more_ ? arrival_.time_s : kNever;
            const double ends = ends_.empty() ? kNever : ends_.front().time_s;
            if (arrives == kNever && ends == kNever) break;
            now_s_ = std::min(arrives, ends);
            while (more_ && arrival_.time_s <= now_s_)
                arrive();
            while (!ends_.empty() && ends_.front().time_s <= now_s_)
                endStage();
            for (std::size_t i = 0; i < follow_ups_.size(); ++i)
                act(FollowUp(follow_ups_[i]));
            follow_ups_.clear();
            if (instant % 4096 == 0) {
                if (stop.stop_requested())
                    return Error{"cancelled", "", "the simulation was stopped", "", ""};
                if (progress) progress->report(totals_.requests, traffic_.expected(), "requests");
            }
        }
        for (const Replica& replica : replicas_) {
            totals_.outside_tables += replica.outsideTables();
            totals_.unfinished += replica.outstanding();
            totals_.guesses.passes += replica.guesses().passes;
            totals_.guesses.tokens += replica.guesses().tokens;
        }
        totals_.end_s = now_s_;
        return totals_;
    }

private:
    void arrive() {
        const RequestIndex index = requests_.add(arrived_++, arrival_);
        totals_.most_in_flight = std::max(totals_.most_in_flight, requests_.inFlight());
        const std::int32_t chosen = router_->choose(requests_[index], replicas_);
        replicas_[static_cast<std::size_t>(chosen)].scheduler().enqueue(index);
        follow_ups_.push_back({FollowUp::Kind::FormBatches, chosen, 0, 0});
        more_ = traffic_.next(arrival_);
    }

    void endStage() {
        std::pop_heap(ends_.begin(), ends_.end(), later);
        const StageEnd end = ends_.back();
        ends_.pop_back();
        Replica& replica = replicas_[static_cast<std::size_t>(end.replica)];
        replica.endStage(end.stage, end.slot, now_s_);
        follow_ups_.push_back({FollowUp::Kind::StartStage, end.replica, end.stage, 0});
        const bool last = end.stage + 1 == replica.stages();
        follow_ups_.push_back({last ? FollowUp::Kind::EndBatch : FollowUp::Kind::ArriveAtStage, end.replica,
                               end.stage + 1, end.slot});
    }

    void act(const FollowUp& follow) {
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
        case FollowUp::Kind::StartStage:
            start(replica, follow);
            break;
        case FollowUp::Kind::EndBatch:
            endBatch(replica, follow);
            break;
        }
    }

    void start(Replica& replica, const FollowUp& follow) {
        const Replica::Start started = replica.start(follow.stage, now_s_);
        if (started.slot < 0) return;
        if (follow.stage == 0) totals_.busy_s += started.seconds;
        const BatchShape& shape = replica.batch(started.slot).shape;
        observer_.stage({follow.replica, follow.stage, now_s_, now_s_ + started.seconds, shape.sequences(),
                         shape.tokens - shape.decodes, shape.tokens, replica.scheduler().blocksUsed(),
                         replica.scheduler().queued()});
        ends_.push_back({now_s_ + started.seconds, order_++, follow.replica, follow.stage, started.slot});
        std::push_heap(ends_.begin(), ends_.end(), later);
    }

    void endBatch(Replica& replica, const FollowUp& follow) {
        completed_.clear();
        const FlyingBatch& batch = replica.endBatch(follow.slot, now_s_, completed_);
        ++totals_.iterations;
        const IterationRecord record{follow.replica,
                                     batch.start_s,
                                     now_s_,
                                     batch.shape.sequences(),
                                     batch.shape.tokens - batch.shape.decodes - batch.shape.guessed,
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

    void finish(RequestIndex index) {
        const ActiveRequest& request = requests_[index];
        ++totals_.requests;
        totals_.restarts += static_cast<std::uint64_t>(request.restarts);
        observer_.finished({request.id, request.replica, request.prompt_tokens, request.output_tokens,
                            request.restarts, request.cached_tokens, request.arrival_s, request.scheduled_s,
                            request.first_token_s, now_s_, request.paused_s,
                            request.paused_before_first_token_s});
        requests_.release(index);
        traffic_.finished(now_s_);
        if (!more_) more_ = traffic_.next(arrival_);
    }

    Traffic& traffic_;
    Observer& observer_;
    RequestPool requests_;
    std::unique_ptr<Router> router_;
    std::vector<Replica> replicas_;
    std::vector<StageEnd> ends_;
    std::vector<FollowUp> follow_ups_;
    std::vector<RequestIndex> completed_;
    SimulationTotals totals_;
    Arrival arrival_;
    bool more_ = false;
    double now_s_ = 0;
    std::uint64_t arrived_ = 0, order_ = 0;
};

} // namespace

Result<SimulationTotals> simulate(const SimulationOptions& options, Traffic& traffic, const StepTime& time,
                                  Observer& observer, const std::stop_token& stop, Progress* progress) {
    Simulation simulation(traffic, observer);
    if (const auto ready = simulation.prepare(options, time); !ready) return ready.error();
    return simulation.run(stop, progress);
}

} // namespace strata::serving
