// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/serving/replica.h"
#include "core/serving/traffic.h"

#include <stop_token>
#include <string_view>

namespace strata::serving {

struct SimulationOptions {
    SchedulerOptions scheduler;
    std::int32_t replicas = 1;
    std::string_view router = "round-robin";
    std::uint64_t seed = 42;
    Speculation speculation{}; ///< off: one token a pass
};

/// What a simulation tells as it goes. The default does nothing.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void finished(const RequestRecord&) {}
    virtual void iteration(const IterationRecord&) {}
};

struct SimulationTotals {
    std::uint64_t requests = 0; ///< finished
    std::uint64_t iterations = 0;
    std::uint64_t restarts = 0;
    std::uint64_t outside_tables = 0; ///< iterations whose time was extrapolated
    std::uint64_t unfinished = 0;     ///< still waiting when nothing could run any more
    std::size_t most_in_flight = 0;
    double end_s = 0;
    GuessCount guesses{};
    double busy_s = 0; ///< of the first stages of all replicas
};

/// Runs until every arrival of `traffic` has its last token. One thread, no allocation per iteration once
/// warm; the same options, traffic and times give the same bits. Ties in time: arrivals, then ends of stages
/// in the order of their start, then what follows from them in order. Errors: those of makeScheduler and
/// makeRouter; "cancelled"; "bad-value" for a request that can never fit.
Result<SimulationTotals> simulate(const SimulationOptions& options, Traffic& traffic, const StepTime& time,
                                  Observer& observer, const std::stop_token& stop = {},
                                  Progress* progress = nullptr);

} // namespace strata::serving
