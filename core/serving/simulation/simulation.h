// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/policies/router.h"
#include "core/serving/simulation/simulate.h"

#include <limits>
#include <memory>
#include <vector>

namespace strata::serving {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// One run of simulate(): the event loop (simulate.cpp) and what happens to replicas and between them
/// (simulation_fleet.cpp).
class Simulation {
public:
    Simulation(const SimulationOptions& options, Traffic& traffic, Observer& observer)
        : options_(options), traffic_(traffic), observer_(observer) {}
    Result<void> prepare(const StepTime& time);
    Result<SimulationTotals> run(const std::stop_token& stop, Progress* progress);

private:
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
        std::uint32_t which = 0; ///< replica, request, or place in follow_ons_
        bool owed() const { return kind == Kind::Arrive || kind == Kind::Deliver; }
    };
    /// What happens at the present instant because of something before it.
    struct FollowUp {
        enum class Kind { FormBatches, StartStage, ArriveAtStage, EndBatch } kind = Kind::FormBatches;
        std::int32_t replica = 0, stage = 0, slot = 0;
    };
    template <class Event>
    static bool later(const Event& a, const Event& b) {
        return a.time_s != b.time_s ? a.time_s > b.time_s : a.order > b.order;
    }

    Result<void> addReplicas(std::int32_t count, const SchedulerOptions& scheduler, const StepTime& time);
    SchedulerOptions withStore(SchedulerOptions options);
    void arrive(const Arrival& arrival);
    void endStage();
    void act(const FollowUp& follow);
    void start(Replica& replica, const FollowUp& follow);
    void endBatch(Replica& replica, const FollowUp& follow);
    void finish(RequestIndex index);
    void totalUp();

    std::span<const Replica> promptReplicas() const { return std::span(replicas_).first(prompt_replicas_); }
    std::span<const Replica> decodeReplicas() const { return std::span(replicas_).subspan(prompt_replicas_); }
    void route(RequestIndex index);
    void hand(RequestIndex index, std::size_t replica);
    void at(double time_s, Timer::Kind kind, std::size_t which);
    void ring();
    void send(RequestIndex index);
    void deliver(RequestIndex index);
    void armFailure(std::size_t replica);
    void fail(std::size_t replica);
    void up(std::size_t replica);
    void scale();
    double nextScale_s(bool settled) const;
    void countReplicas(std::int32_t change);
    bool over() const;
    bool hopeless() const;

    const SimulationOptions& options_;
    Traffic& traffic_;
    Observer& observer_;
    RequestPool requests_;
    std::unique_ptr<Router> router_, decode_router_;
    std::shared_ptr<PrefixCache> shared_store_;
    std::vector<Replica> replicas_; ///< those that decode only last
    std::size_t prompt_replicas_ = 0;
    std::vector<StageEnd> ends_;
    std::vector<Timer> timers_;
    std::size_t owed_ = 0;            ///< timers that a request waits for
    std::size_t starting_ = 0;        ///< replicas that will be up, those called off included
    std::vector<double> up_s_;        ///< when a replica that starts, or restarts, is up
    std::uint64_t idle_failures_ = 0; ///< that lost requests, since one finished
    std::vector<Arrival> follow_ons_, made_;
    std::vector<std::uint32_t> follow_on_places_;
    std::vector<FollowUp> follow_ups_;
    std::vector<RequestIndex> completed_, lost_;
    std::vector<double> link_free_s_;
    std::vector<CounterRandom> failure_times_;
    SimulationTotals totals_;
    Arrival arrival_;
    bool more_ = false;
    double now_s_ = 0, counted_s_ = 0;
    std::int32_t counted_ = 0;
    std::uint64_t arrived_ = 0, order_ = 0;
};

} // namespace strata::serving
