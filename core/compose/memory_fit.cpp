// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/memory_fit.h"

#include <algorithm>
#include <cmath>

namespace strata::compose {
MemoryFit fitMemory(const hardware::Gpu& gpu, const RuntimeCosts& costs, const workload::MemoryDemand& demand) {
    MemoryFit fit;
    fit.needed_bytes = demand.total();
    fit.available_bytes = std::max(gpu.memory_bytes * costs.memory_share - costs.reserved_bytes, 0.0);
    fit.reserved_bytes = gpu.memory_bytes - fit.available_bytes;
    fit.fits = gpu.memory_bytes <= 0 || fit.needed_bytes <= fit.available_bytes;
    return fit;
}

MemoryFit fitMemory(const hardware::Gpu& gpu, const workload::MemoryDemand& demand) {
    return fitMemory(gpu, runtimeCosts(gpu, {}), demand);
}

double largestBatch(const hardware::Gpu& gpu, double batch,
                    const std::function<workload::MemoryDemand(double)>& demand) {
    const RuntimeCosts costs = runtimeCosts(gpu, {});
    const auto fits = [&](double tried) { return fitMemory(gpu, costs, demand(tried)).fits; };
    if (batch < 1 || !fits(1)) return 0;
    double below = 1;
    double above = std::floor(batch) + 1;
    while (above - below > 1) {
        const double middle = std::floor((below + above) / 2);
        (fits(middle) ? below : above) = middle;
    }
    return below;
}

double runningBatch(const MemoryFit& without_cache, double cache_bytes_per_sequence, double wanted) {
    if (cache_bytes_per_sequence <= 0) return wanted;
    const double room = without_cache.available_bytes - without_cache.needed_bytes;
    return std::clamp(std::floor(room / cache_bytes_per_sequence), 1.0, std::max(wanted, 1.0));
}

} // namespace strata::compose
