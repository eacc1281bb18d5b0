// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::layers {

/// The layers that an answer passes, from the operator to what users wait for.
enum class Layer { Kernel, Model, Network, System, Serving };
inline constexpr std::array kLayers{Layer::Kernel, Layer::Model, Layer::Network, Layer::System, Layer::Serving};
/// As Method::layer names it: "device", "composition", "network", "system", "serving".
std::string_view name(Layer layer);
std::optional<Layer> layerNamed(std::string_view name);

/// What a layer hands on: its sum of seconds so far with the interval that belongs to it.
struct Handed {
    double own = 0.0; ///< that this layer adds; may be negative
    double value = 0.0, low = 0.0, high = 0.0;
    double variance_share = 0.0; ///< of the variance of the end, in this layer and those below
};

/// The metric whose parts lead from kernels to what is asked: "latency_s", "iteration_s" or "e2e_s"; empty where the
/// estimate has no such parts.
std::string chainMetric(const Estimate& estimate);

/// The layer whose doing a category of time is: kernels run (compute, memory), the device waits or moves between them
/// (launch, movement, synchronisation, allocation, other), links carry bytes, stages wait, requests queue. Where a plan
/// has several devices (`system`), synchronisation is that between them.
Layer layerOf(Category category, bool system);

/// The seconds of each of `passed` layers, which stand in their order. A part whose own parts belong to several layers
/// is divided among them; a layer that is not passed gives its seconds to the next one that is.
std::vector<double> ownSeconds(const Part& root, std::span<const Layer> passed);

/// Values and intervals from layer to layer: the stated interval of the end is divided by variance, each layer adding
/// the square of its seconds times the error of its method (`sigmas`, relative; 0 where none is known adds nothing).
/// The errors of different layers are taken as independent of each other; those of the kernels within a layer hang
/// together as the calibrations measured, which the interval of the end contains. Where no layer's error is known, each
/// has its share of the seconds.
std::vector<Handed> handedOn(std::span<const double> own, std::span<const double> sigmas, const Metric& end);

} // namespace strata::layers
