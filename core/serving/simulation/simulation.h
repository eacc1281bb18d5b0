// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/routing/router.h"
#include "core/serving/simulation/events.h"
#include "core/serving/simulation/kv_link.h"
#include "core/serving/simulation/replica_set.h"
#include "core/serving/simulation/waiting_arrivals.h"

#include <memory>
#include <vector>

namespace strata::serving {

/// One run of simulate(): the event loop (simulate.cpp) and the ways of requests between replicas that come and go
/// (simulation_fleet.cpp).
class Simulation {
public:
    Simulation(const SimulationOptions& options, Traffic& traffic, Observer& observer)
        : options_(options), traffic_(traffic), observer_(observer), replicas_(options, requests_) {}
    Result<void> prepare(const StepTime& time);
    Result<SimulationTotals> run(const std::stop_token& stop, Progress* progress);

private:
    void arrive(const Arrival& arrival);
    void endStage();
    void act(const FollowUp& follow);
    void start(Replica& replica, const FollowUp& follow);
    void endBatch(Replica& replica, const FollowUp& follow);
    void finish(RequestIndex index);
    bool over() const;
    bool hopeless() const;
    void totalUp();

    void ring();
    void route(RequestIndex index);
    void hand(RequestIndex index, std::size_t replica);
    void send(RequestIndex index);
    void deliver(RequestIndex index);
    void armFailure(std::size_t replica);
    void fail(std::size_t replica);
    void up(std::size_t replica);
    void rescale();

    const SimulationOptions& options_;
    Traffic& traffic_;
    Observer& observer_;
    RequestPool requests_;
    ReplicaSet replicas_;
    std::unique_ptr<Router> router_, decode_router_;
    KvLinks links_{0};
    EventQueue events_;
    std::vector<FollowUp> follow_ups_;
    WaitingArrivals waiting_;
    std::vector<CounterRandom> failure_times_;
    std::uint64_t idle_failures_ = 0;            ///< that lost requests, since one finished
    std::vector<Arrival> made_;                  ///< by the request that has just finished
    std::vector<RequestIndex> completed_, lost_; ///< by the present batch; by the present failure
    SimulationTotals totals_;
    Arrival arrival_; ///< the next of the traffic, where there are more
    bool more_ = false;
    double now_s_ = 0;
    std::uint64_t arrived_ = 0;
};

} // namespace strata::serving
