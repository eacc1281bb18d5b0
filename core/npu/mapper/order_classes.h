// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/map_space.h"

#include <unordered_map>

namespace strata::npu::detail {

/// Dimensions of the loops of one level, innermost first.
using LoopOrder = std::vector<std::uint8_t>;

/// Orders of one level's loops that move the same words as long as no neighbour hands a tile over.
struct OrderClass {
    /// One order for each way in which neighbours may hand tiles over; the first stands for the class.
    std::vector<LoopOrder> members;
};

/// What the words of some tensors, given as bits, depend on of an order without hand-over.
std::vector<std::uint8_t> orderSignature(const MapSpace& space, const LoopOrder& order, std::uint32_t tensors);

/// Orders of loops that a search has to tell apart. A count of words reads of an order (1) the loops inside the
/// innermost one that moves the tensor and (2) for tensors whose tiles overlap, the run of loops along the first axis
/// that moves. Neighbours that hand over read every loop up to the first one that moves the tensor along an axis of
/// its own. With these the 720 orders of six loops of a convolution fall into some 33 classes.
class OrderClasses {
public:
    explicit OrderClasses(const MapSpace& space);

    /// Of a level with loops over these dimensions, given as bits. Empty where a fixed order rules all out.
    const std::vector<OrderClass>& of(std::size_t level, std::uint32_t dimensions) const;
    /// False where more loops stand at one level than all orders can be listed of.
    bool complete() const { return complete_; }

private:
    std::vector<OrderClass> classify(const MapSpace& space, std::size_t level, std::uint32_t dimensions) const;

    std::vector<std::unordered_map<std::uint32_t, std::vector<OrderClass>>> classes_; ///< by level
    std::array<std::size_t, kMaxLevels> table_{}; ///< levels without a fixed order share one table
    std::vector<OrderClass> none_;
    bool complete_ = true;
};

} // namespace strata::npu::detail
