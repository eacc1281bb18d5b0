// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/layer_values.h"

#include <algorithm>
#include <cmath>

namespace strata::layers {
namespace {

constexpr std::array<std::string_view, kLayers.size()> kNames{"device", "composition", "network", "system", "serving"};

/// The place of a layer among those that are passed, or of the next one above it.
std::size_t placeOf(Layer layer, std::span<const Layer> passed) {
    const auto at = std::ranges::lower_bound(passed, layer);
    return at == passed.end() ? passed.size() - 1 : static_cast<std::size_t>(at - passed.begin());
}

void add(const Part& part, std::span<const Layer> passed, bool system, std::vector<double>& seconds) {
    const auto place = [&](const Part& of) { return placeOf(layerOf(of.category, system), passed); };
    const bool whole =
        part.category != Category::Total &&
        (part.children.empty() || part.combine != Combine::Sum ||
         std::ranges::all_of(part.children, [&](const Part& child) { return place(child) == place(part); }));
    if (whole) {
        seconds[place(part)] += part.value;
        return;
    }
    for (const Part& child : part.children)
        add(child, passed, system, seconds);
}

} // namespace

std::string_view name(Layer layer) { return kNames[static_cast<std::size_t>(layer)]; }

std::optional<Layer> layerNamed(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return kLayers[static_cast<std::size_t>(found - kNames.begin())];
}

std::string chainMetric(const Estimate& estimate) {
    for (const char* metric : {"latency_s", "iteration_s", "e2e_s"}) {
        const Part* root = estimate.valid ? estimate.findParts(metric) : nullptr;
        if (root != nullptr && root->combine == Combine::Sum && estimate.findMetric(metric) != nullptr) return metric;
    }
    return {};
}

Layer layerOf(Category category, bool system) {
    switch (category) {
    case Category::Compute:
    case Category::Memory: return Layer::Kernel;
    case Category::Communication: return Layer::Network;
    case Category::Synchronisation: return system ? Layer::System : Layer::Model;
    case Category::Bubble: return Layer::System;
    case Category::Queueing: return Layer::Serving;
    default: return Layer::Model;
    }
}

std::vector<double> ownSeconds(const Part& root, std::span<const Layer> passed) {
    std::vector<double> seconds(passed.size(), 0.0);
    if (passed.empty()) return seconds;
    add(root, passed, std::ranges::find(passed, Layer::System) != passed.end(), seconds);
    return seconds;
}

std::vector<Handed> handedOn(std::span<const double> own, std::span<const double> sigmas, const Metric& end) {
    std::vector<double> weights(own.size(), 0.0);
    double all = 0.0;
    for (const bool measured : {true, false}) {
        for (std::size_t i = 0; i < own.size(); ++i) {
            const double spread = own[i] * (measured ? sigmas[i] : 1.0);
            weights[i] = spread * spread;
            all += weights[i];
        }
        if (all > 0.0) break;
    }
    std::vector<Handed> handed(own.size());
    double value = 0.0, seen = 0.0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        value += own[i];
        seen += weights[i];
        const double share = i + 1 == own.size() ? 1.0 : all > 0.0 ? seen / all : 0.0;
        const double reach = std::sqrt(share);
        handed[i] = {own[i], value, value - reach * (end.value - end.low), value + reach * (end.high - end.value),
                     share};
    }
    return handed;
}

} // namespace strata::layers
