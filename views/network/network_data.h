// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <array>
#include <optional>
#include <vector>

namespace strata::views {

/// What the bars of a network show.
enum class LayerQuantity : std::uint8_t { Time, Energy, Traffic, Utilization };
inline constexpr std::array kLayerQuantities{LayerQuantity::Time, LayerQuantity::Energy, LayerQuantity::Traffic,
                                             LayerQuantity::Utilization};
/// The column of the estimate's table of operators: "seconds", "energy_j", ...
std::string_view columnOf(LayerQuantity quantity);
std::string_view unitOf(LayerQuantity quantity);

/// One operator of the network, all of its copies together.
struct LayerBar {
    std::string name, operator_class, limit;
    double count = 1;
    std::array<std::optional<double>, kLayerQuantities.size()> values;
    std::optional<double> group; ///< that runs tile by tile; layers of one group stand next to each other
    std::string in_buffer;       ///< operands that stay on the chip

    std::optional<double> value(LayerQuantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
};

/// The layers of one estimate in the order of execution.
struct NetworkPicture {
    std::vector<LayerBar> layers;

    bool empty() const { return layers.empty(); }
    bool has(LayerQuantity quantity) const;
    const LayerBar* find(std::string_view name) const; ///< nullptr where there is none
};

/// Empty where the estimate has fewer than two operators.
NetworkPicture makeNetworkPicture(const Estimate& estimate);

/// One row for each layer and design.
Table networkTable(const NetworkPicture& selected, const NetworkPicture* baseline);

} // namespace strata::views
