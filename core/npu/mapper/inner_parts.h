// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/link_model.h"
#include "core/npu/mapper/order_classes.h"

#include <map>

namespace strata::npu::detail {

/// Temporal loops of the inner levels: those that no fan-out separates.
struct InnerPart {
    std::vector<PerDimension<double>> temporal; ///< by level from the first inner one on: iterations of its tile
    std::vector<const OrderClass*> order;       ///< the same
    std::vector<PassWords> words;               ///< by link of those that fill inner levels
};

/// All ways to fill the inner levels that may belong to the best mapping, whatever the spatial factors are. Outer
/// traffic grows with what the inner levels fetch, so that of two ways with the same tile the one that fetches no less
/// of anything is left out.
class InnerParts {
public:
    InnerParts(const MapSpace& space, const KeepMask& keep, const OrderClasses& orders);

    /// The first inner level.
    std::size_t from() const { return from_; }
    /// False where the inner levels have to be looked at together with the spatial factors, or are too many.
    bool usable() const { return usable_; }
    /// Those with the same tile of the first inner level stand together.
    const std::vector<InnerPart>& parts() const { return parts_; }
    std::size_t bytes() const;

private:
    struct Partial {
        std::vector<PerDimension<double>> temporal; ///< by level, those further out empty
        std::vector<const OrderClass*> order;
        std::vector<std::size_t> begin; ///< by level: first loop outside its tile
        std::vector<OuterLoop> loops;   ///< innermost first
    };
    /// What decides which of two ways is the better one, as in Label.
    struct Kept {
        std::vector<double> numbers;
        Partial partial;
    };
    using ByKey = std::map<std::vector<std::uint64_t>, std::vector<Kept>>;

    void extend(std::size_t level, std::size_t k, const Partial& inner, PerDimension<double>& tile, ByKey& kept);
    void tryOrders(std::size_t level, const Partial& inner, const PerDimension<double>& tile, ByKey& kept);
    void keep(std::size_t level, Partial partial, ByKey& kept) const;
    using OrderChoice = std::vector<const OrderClass*>;
    const OrderChoice& ordersAt(std::size_t level, std::uint32_t dimensions);
    OrderChoice chooseOrders(std::size_t level, std::uint32_t dimensions) const;
    bool fits(std::size_t level, const PerDimension<double>& tile) const;
    PassWords wordsOf(const Link& link, const Partial& partial) const;
    InnerPart finished(const Partial& partial) const;

    const MapSpace& space_;
    const OrderClasses& orders_;
    LinkModel model_; ///< of one unit
    PerDimension<std::vector<std::uint64_t>> divisors_;
    std::size_t from_ = 0;
    bool usable_ = false;
    std::size_t tried_ = 0;
    std::map<std::pair<std::size_t, std::uint32_t>, OrderChoice> chosen_orders_; ///< by level and dimensions
    std::vector<InnerPart> parts_;
};

} // namespace strata::npu::detail
