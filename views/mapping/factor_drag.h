// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/mapping/loop_edits.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <QString>
#include <vector>

namespace strata::views {

/// A mapping after one change by hand.
struct MappingEdit {
    npu::Mapping mapping;
    QString text;                    ///< for undo: "Move m 4 from dram to shared_glb"
    std::optional<LoopPlace> landed; ///< where the moved loop stands now
};

/// A loop, or a part of its factor, on its way to another place. Always computed from the mapping at its
/// start, so that nothing adds up while the pointer wanders.
class FactorDrag {
public:
    FactorDrag(std::shared_ptr<const LayerQuery> origin, LoopPlace from, bool allow_remainders);

    const npu::Mapping& original() const { return origin_->mapping; }
    const LoopPlace& from() const { return from_; }
    std::uint64_t carried() const { return choices_[choice_]; }
    bool whole() const;
    /// "m 4", or "m 2 of 4".
    QString label() const;

    /// Carries the next larger or smaller part that some place would take. False where there is none.
    bool step(int direction);

    /// Every list of loops that takes what is carried; the loop's own list only as a new place in its order.
    std::vector<LoopZone> legalZones() const;
    bool legal(const LoopZone& zone) const;
    /// Why a list does not take what is carried; empty where it does.
    QString refusal(const LoopZone& zone) const;
    /// Parts of the factor that the list takes, largest first.
    std::vector<std::uint64_t> factorsFor(const LoopZone& zone) const;

    /// What dropping makes; nothing where that is not legal.
    /// @param index position in the list without the carried loop, counted from the outermost; beyond the end
    /// means innermost
    std::optional<MappingEdit> drop(const LoopZone& zone, std::size_t index) const;
    /// The same for any part, whatever is carried.
    std::optional<MappingEdit> dropPart(std::uint64_t factor, const LoopZone& zone, std::size_t index) const;

private:
    std::shared_ptr<const LayerQuery> origin_;
    LoopPlace from_;
    bool allow_remainders_ = false;
    std::vector<std::uint64_t> choices_; ///< largest first: the whole factor
    std::size_t choice_ = 0;
};

/// Every way to split a loop in two at its place, the inner factor first.
std::vector<MappingEdit> splitsOf(const LayerQuery& query, const LoopPlace& place, bool allow_remainders);
/// Holding or bypassing a tensor; nothing where that cannot be.
std::optional<MappingEdit> keepToggled(const LayerQuery& query, std::size_t level, std::size_t tensor);

/// A level's name as people read it.
QString levelTitle(const hardware::NpuLevel& level);

} // namespace strata::views
