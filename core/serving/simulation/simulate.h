// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/serving/memory/adapters.h"
#include "core/serving/replica/replica.h"
#include "core/serving/simulation/fleet.h"
#include "core/serving/traffic/traffic.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace strata::serving {

/// The engines that serve: how many, how they choose requests, and which techniques they use.
struct SimulationOptions {
    SchedulerOptions scheduler;
    std::int32_t replicas = 1;
    std::string_view router = "round-robin";
    std::uint64_t seed = 42;
    Speculation speculation{}; ///< off: one token a pass
    DecodePool decode_pool{};
    Adapters adapters{};
    const StepTime* energy = nullptr; ///< joules of one rank of a stage, in place of seconds; nullptr: not counted
    Failures failures{};
    Autoscaling autoscaling{};     ///< `replicas` are the most
    std::int32_t store_blocks = 0; ///< of host or remote memory: of each replica, or of all
    bool store_shared = false;
    double request_s = 0, request_per_token_s = 0; ///< outside of the engine, and more for each token of the prompt
};

/// One stage of a replica at work on one batch; blocks and queue as they are when it starts.
struct StageRecord {
    std::int32_t replica = 0, stage = 0;
    double start_s = 0, end_s = 0;
    std::int32_t requests = 0, prefill_tokens = 0, tokens = 0;
    std::int32_t blocks_used = 0;
    std::size_t queued = 0;
    double moving_s = 0; ///< waiting for caches on their way to or from other memory
};

/// What a simulation tells as it goes. The default does nothing.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void finished(const RequestRecord&) {}
    virtual void iteration(const IterationRecord&) {}
    /// When it starts.
    virtual void stage(const StageRecord&) {}
    /// What its stages were at work on is lost, and ends now.
    virtual void failed(std::int32_t /*replica*/, double /*time_s*/) {}
    /// Who was in an iteration, after its tokens are counted; before iteration() and finished().
    virtual void batch(const IterationRecord&, std::span<const BatchEntry>, const RequestPool&) {}
};

/// Counts and sums over a whole run, all replicas together.
struct SimulationTotals {
    std::uint64_t requests = 0; ///< finished
    std::uint64_t iterations = 0;
    std::uint64_t restarts = 0;
    std::uint64_t outside_tables = 0; ///< iterations whose time was extrapolated
    std::uint64_t unfinished = 0;     ///< still waiting when nothing could run any more
    bool hopeless = false;            ///< replicas fail faster than requests end; not all of them came
    std::size_t most_in_flight = 0;
    double end_s = 0;
    GuessCount guesses{};
    std::uint64_t failures = 0, swaps = 0;
    std::int64_t loaded_tokens = 0;                ///< of prompts, from the store
    std::int64_t stored_tokens = 0;                ///< of blocks, to the store
    double replica_s = 0;                          ///< that replicas were up, or starting
    double energy_j = 0;                           ///< of iterations, by SimulationOptions::energy
    double decode_energy_j = 0, decode_busy_s = 0; ///< the same of the decoding pool, not in the others
    double busy_s = 0;                             ///< of the first stages of all replicas
    double moving_s = 0;                           ///< of busy_s, waiting for caches; those of the decoding pool too
};

/// Runs until every arrival of `traffic` has its last token. One thread, no allocation per iteration once
/// warm; the same options, traffic and times give the same bits. Ties in time: arrivals, then ends of stages
/// in the order of their start, then what follows from them in order. Errors: those of makeScheduler and
/// makeRouter; "cancelled"; "bad-value" for a request that can never fit.
Result<SimulationTotals> simulate(const SimulationOptions& options, Traffic& traffic, const StepTime& time,
                                  Observer& observer, const std::stop_token& stop = {}, Progress* progress = nullptr);

} // namespace strata::serving
