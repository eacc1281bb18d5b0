// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/runtime_costs.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/graph.h"

#include <functional>
#include <string>

namespace strata::compose {

/// Whether the demand fits, and what would: largest batch by halving is the caller's to try.
struct MemoryFit {
    bool fits = true;
    double needed_bytes = 0, available_bytes = 0; ///< what runtimes reserve is taken off
    double reserved_bytes = 0;                    ///< the rest of the device's memory
    double overBytes() const { return needed_bytes > available_bytes ? needed_bytes - available_bytes : 0; }
};

/// With the costs of the runtime that gpu.engine names.
MemoryFit fitMemory(const hardware::Gpu& gpu, const workload::MemoryDemand& demand);
MemoryFit fitMemory(const hardware::Gpu& gpu, const RuntimeCosts& costs, const workload::MemoryDemand& demand);

/// The largest batch from 1 to `batch` whose demand fits; 0 where not even one does. `demand` grows with the batch.
double largestBatch(const hardware::Gpu& gpu, double batch,
                    const std::function<workload::MemoryDemand(double)>& demand);

/// Sequences that a serving engine runs at once: what is left beside the weights, divided by the cache of one sequence.
double runningBatch(const MemoryFit& without_cache, double cache_bytes_per_sequence, double wanted);

} // namespace strata::compose
