// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory/adapters.h"

#include "core/base/random.h"
#include "core/serving/traffic/traffic.h"

namespace strata::serving {
namespace {

constexpr std::uint64_t kAdapterStream = 0x6c6f7261ULL; ///< apart from those of the traffic

} // namespace

std::int32_t Adapters::of(std::uint64_t seed, std::uint64_t id) const {
    const double u = (CounterRandom(seed, kAdapterStream).block(id)[0] + 0.5) / 4294967296.0;
    return static_cast<std::int32_t>(zipfRank(count, skew, u));
}

AdapterMemory::AdapterMemory(const Adapters& adapters)
    : held_(adapters.resident), seen_(static_cast<std::size_t>(adapters.count), 0) {}

void AdapterMemory::use(const std::vector<BatchEntry>& batch, const RequestPool& requests, BatchShape& shape) {
    ++iteration_;
    shape.adapters = shape.adapter_loads = 0;
    for (const BatchEntry& entry : batch) {
        const auto adapter = static_cast<std::size_t>(requests[entry.request].adapter);
        if (seen_[adapter] == iteration_) continue;
        seen_[adapter] = iteration_;
        ++shape.adapters;
        if (held_.find(adapter) < 0) ++shape.adapter_loads;
        keep(held_, adapter);
    }
}

} // namespace strata::serving
