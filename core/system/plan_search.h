// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/step_time.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace strata {
class Executor;
}

namespace strata::system {

/// Fields of a plan that a search may choose; the others stay as the plan has them.
struct FreeFields {
    bool tp = true, pp = true, cp = true, ep = true;
    bool micro_batch = true, interleave = true, recompute = true, zero = true;
};

/// Calls `visit` with every legal plan of so many devices: degrees that divide heads, layers, experts and
/// devices, tensor groups within `most_tp` devices, micro-batches of powers of two up to 16, context groups
/// of powers of two for sequences of 32,768 tokens and more. dp takes what the other degrees leave; tensor
/// groups share sequences.
void forEachPlan(const TrainingJob& job, const Plan& base, const FreeFields& free, double devices, double most_tp,
                 const std::function<void(const Plan&)>& visit);

/// A plan that fits, and what it takes.
struct PlanPoint {
    Plan plan;
    double devices = 1, iteration_s = 0, memory_bytes = 0, energy_j = 0;
    StepTime step{};
    std::string_view slower_by{}; ///< part of the iteration that costs it most against the fastest plan; empty for that
    double slower_by_s = 0.0;     ///< seconds of that part beyond those of the fastest plan
};

/// What a search over all legal plans found.
struct PlanSearch {
    std::vector<PlanPoint> best;      ///< by time, at most `kept`
    std::vector<PlanPoint> too_large; ///< legal plans that do not fit, the smallest first, at most `kept`; not timed
    std::vector<PlanPoint> front;     ///< not worse than another in all of time, memory, devices and energy; by time
    PlanPoint smallest;               ///< of all legal plans, that with the least memory, whether it fits or not
    std::size_t legal = 0, fitting = 0;
};

/// Evaluates by the closed form every legal plan that fits into `available_bytes` of a device, on each number
/// of devices, slices of them beside each other where there is an executor.
PlanSearch searchPlans(const TrainingJob& job, const Plan& base, const FreeFields& free,
                       const std::vector<double>& devices, double available_bytes, std::size_t kept, ShardTimer& timer,
                       const ClusterLinks& links, const StepCoefficients& coefficients, Executor* executor = nullptr);

/// Energy of all devices: kernels, and idle power while they wait.
struct StepEnergy {
    double kernels_j = 0, waits_j = 0;
    double total() const { return kernels_j + waits_j; }
};
StepEnergy stepEnergy(const StepTerms& terms, const StepTime& step, double devices, double idle_power_w);

} // namespace strata::system
