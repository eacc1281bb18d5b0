// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/gamma.h"

#include <algorithm>

namespace strata::composition {
namespace {

/// Parts of the same category throughout, and the leaves of the others.
void add(const Part& part, std::map<std::string, double, std::less<>>& categories) {
    const bool alike =
        std::ranges::all_of(part.children, [&](const Part& child) { return child.category == part.category; });
    if (part.category != Category::Total && (part.children.empty() || part.combine != Combine::Sum || alike)) {
        categories[std::string(name(part.category))] += part.value;
        return;
    }
    for (const Part& child : part.children)
        add(child, categories);
}

} // namespace

std::optional<Gap> gapOf(const Estimate& estimate) {
    const std::string metric = layers::chainMetric(estimate);
    const Part* root = metric.empty() ? nullptr : estimate.findParts(metric);
    if (root == nullptr) return std::nullopt;
    const auto own = layers::ownSeconds(*root, layers::kLayers);
    const double kernels_s = own.front();
    if (!(kernels_s > 0.0)) return std::nullopt;
    Gap gap;
    gap.gamma = root->value / kernels_s - 1.0;
    for (std::size_t i = 1; i < own.size(); ++i)
        if (own[i] != 0.0) gap.by_layer.emplace_back(layers::kLayers[i], own[i] / kernels_s);
    std::map<std::string, double, std::less<>> seconds;
    add(*root, seconds);
    for (const auto& [category, value] : seconds)
        if (category != name(Category::Compute) && category != name(Category::Memory) && value != 0.0)
            gap.by_category[category] = value / kernels_s;
    return gap;
}

} // namespace strata::composition
