// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/memory/prefix_cache.h"
#include "core/serving/tables/step_time.h"

#include <cstdint>
#include <vector>

namespace strata::serving {

/// Low-rank adapters (LoRA: Hu et al., ICLR 2022) that requests ask for, many on one model (S-LoRA: Sheng et
/// al., MLSys 2024).
struct Adapters {
    std::int32_t count = 0;    ///< 0: none
    std::int32_t resident = 8; ///< that a replica has in device memory
    double skew = 0;           ///< of their popularity: Zipf's law, below 1; 0: all alike
    /// That of the request with this number: the same in every run with this seed.
    std::int32_t of(std::uint64_t seed, std::uint64_t id) const;
};

/// Adapters in the memory of one replica, overwritten least recently used first.
class AdapterMemory {
public:
    explicit AdapterMemory(const Adapters& adapters);
    /// Fills in what an iteration needs of them, and loads what is missing.
    void use(const std::vector<BatchEntry>& batch, const RequestPool& requests, BatchShape& shape);

private:
    PrefixCache held_;
    std::vector<std::uint64_t> seen_; ///< iteration in which an adapter was used last
    std::uint64_t iteration_ = 0;
};

} // namespace strata::serving
