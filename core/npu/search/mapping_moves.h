// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/npu/edit.h"
#include "core/npu/fit.h"
#include "core/npu/mapper.h"
#include "core/npu/search/factor_lists.h"

#include <string_view>

namespace strata::npu {

/// Where loops of each dimension may stand, and random steps from one mapping to a neighbour.
class MappingMoves {
public:
    /// `settings` outlives this.
    MappingMoves(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                 std::string_view family, const MapperSettings& settings);

    /// One random change of `from`; false where it came to none, or to what does not fit. `to` then holds anything.
    bool step(const Mapping& from, CounterRandom& random, Mapping& to) const;
    bool fitsHardware(const Mapping& mapping) const; ///< tiles and fan-outs
    /// The same, and what is fixed stands.
    bool fits(const Mapping& mapping) const;
    /// Bounded factors, orders, what is held, and the least share of the units.
    bool obeys(const Mapping& mapping) const;
    /// Whether its spatial loops use as many units as is asked.
    bool usesUnits(const Mapping& mapping) const;
    bool restricted() const { return restricted_; }

    /// Where loops over a dimension may be, apart from those that are fixed.
    const std::vector<LoopPlace>& places(std::uint32_t dimension) const { return places_[dimension]; }
    struct Keep {
        std::size_t level, tensor;
    };
    /// What levels may hold or not; empty unless that is chosen.
    const std::vector<Keep>& changeableKeeps() const { return keeps_; }
    bool everythingKept(const Mapping& mapping) const;
    bool allowsRemainders() const { return allow_imperfect_; }

private:
    bool keepsFix(const Mapping& mapping) const;
    bool fitsHardwareAfter(const Mapping& mapping, const WholeMove& move) const;
    bool moveOneFactor(const Mapping& here, CounterRandom& random, Mapping& moved) const;
    bool moveOneLoop(const Mapping& here, CounterRandom& random, Mapping& moved) const;
    bool changeOneKeep(const Mapping& from, CounterRandom& random, Mapping& to) const;

    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    bool allow_imperfect_;
    FactorLists factors_;
    std::vector<std::vector<LoopPlace>> places_; ///< by dimension
    const MappingFix& fix_;
    TileFit tiles_;
    double least_share_ = 0.0;
    bool restricted_ = false;
    std::vector<Keep> keeps_;
    std::vector<std::uint32_t> long_dimensions_; ///< those with more than one iteration
};

} // namespace strata::npu
