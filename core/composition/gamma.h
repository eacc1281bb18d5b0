// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layer_values.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace strata::composition {

/// gamma of an answer: by how much the end exceeds the sum of its kernels, in units of that sum and with its sign, and
/// what it is attributed to. gamma = (T_model - sum T_k) / sum T_k.
struct Gap {
    double gamma = 0.0;
    /// The same from layer to layer: the model above its kernels, communication above that, and so on.
    std::vector<std::pair<layers::Layer, double>> by_layer;
    std::map<std::string, double, std::less<>> by_category; ///< "launch": seconds of it over those of the kernels
};

/// Nothing where the answer has no kernels among its parts.
std::optional<Gap> gapOf(const Estimate& estimate);

} // namespace strata::composition
