// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/residency.h"

#include <algorithm>
#include <tuple>

namespace strata::npu::detail {
namespace {

/// A write and each read that the memory outside does not see, for each layer over which the tensor takes room.
double worthOf(const NetworkActivation& activation) {
    const double layers = static_cast<double>(activation.last_read_by - activation.made_by) + 1.0;
    return (1.0 + static_cast<double>(activation.readers.size())) / layers;
}

} // namespace

Residency chooseResidents(const Network& network, double capacity_words, double working_words,
                          const std::vector<bool>& refused) {
    Residency residency{std::vector<bool>(network.activations.size(), false),
                        std::vector<double>(network.layers.size(), 0.0)};
    std::vector<std::size_t> candidates;
    for (std::size_t a = 0; a < network.activations.size(); ++a) {
        if (network.activations[a].may_stay && !refused[a]) candidates.push_back(a);
    }
    std::ranges::stable_sort(candidates, [&](std::size_t left, std::size_t right) {
        const NetworkActivation &l = network.activations[left], &r = network.activations[right];
        return std::tuple(-worthOf(l), -l.words, left) < std::tuple(-worthOf(r), -r.words, right);
    });
    for (const std::size_t a : candidates) {
        const NetworkActivation& activation = network.activations[a];
        const auto begin = residency.held_words.begin() + static_cast<std::ptrdiff_t>(activation.made_by);
        const auto end = residency.held_words.begin() + static_cast<std::ptrdiff_t>(activation.last_read_by) + 1;
        const double most = *std::max_element(begin, end);
        if (most + activation.words + working_words > capacity_words) continue;
        residency.stays[a] = true;
        std::for_each(begin, end, [&](double& held) { held += activation.words; });
    }
    return residency;
}

} // namespace strata::npu::detail
