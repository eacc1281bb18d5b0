// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/npu/edit.h"

#include <string_view>

namespace strata::npu {

/// Where loops of each dimension may stand, and random steps from one mapping to a neighbour.
class MappingMoves {
public:
    MappingMoves(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                 std::string_view family, bool keep_dataflow);

    /// One random change; false where it came to none, or to what does not fit. `mapping` is then as before.
    bool step(Mapping& mapping, CounterRandom& random) const;

private:
    bool moveOneFactor(Mapping& mapping, CounterRandom& random) const;
    bool moveOneLoop(Mapping& mapping, CounterRandom& random) const;
    bool fits(const Mapping& mapping) const;

    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    bool allow_imperfect_;
    std::vector<std::vector<LoopPlace>> places_; ///< by dimension
    std::vector<std::uint32_t> long_dimensions_; ///< those with more than one iteration
};

} // namespace strata::npu
