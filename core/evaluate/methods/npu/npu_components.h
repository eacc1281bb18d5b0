// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/hardware/npu/component.h"
#include "core/hardware/npu/npu.h"

#include <span>
#include <vector>

namespace strata::methods {

struct LayerAnswer;
struct NetworkAnswer;

/// A device and what its components take for a layer or a network.
struct ComponentsAnswer {
    const hardware::NpuArchitecture& architecture;
    std::span<const hardware::Component> estimators;
    const Json& hardware;
    double cores = 1;                 ///< that share the outermost level
    std::vector<double> level_pj{};   ///< by level
    std::vector<double> network_pj{}; ///< of these, what the way of the words that fill the level takes
    double units_pj = 0, vector_pj = 0;
    bool valid = true;

    double instances(std::size_t level) const; ///< of a level, in all cores
    double units() const;                      ///< multiply-accumulate units of all cores
};

ComponentsAnswer componentsOfLayer(const LayerAnswer& answer);
/// Sums over the layers.
ComponentsAnswer componentsOfNetwork(const NetworkAnswer& answer);

/// Energies and areas of levels and units, what they add up to, and who estimated them.
Table componentTable(const ComponentsAnswer& answer);

} // namespace strata::methods
