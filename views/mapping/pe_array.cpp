// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/pe_array.h"

#include <algorithm>

namespace strata::views {
namespace {

// Inner levels beyond this many elements are left out of the drawing (never of the counts); no known device
// comes near.
constexpr std::uint64_t kMaximumElements = std::uint64_t{1} << 20;

std::uint64_t product(const std::vector<npu::Loop>& loops) {
    std::uint64_t used = 1;
    for (const npu::Loop& loop : loops)
        used *= loop.bound;
    return used;
}

/// States of the copies of one level's child along an axis. Loops are outermost first, so the last one runs
/// fastest.
std::vector<PeState> levelStates(const std::vector<npu::Loop>& loops, std::uint64_t fanout) {
    std::vector<PeState> states(fanout, PeState::Idle);
    for (std::uint64_t element = 0; element < std::min(product(loops), fanout); ++element) {
        PeState state = PeState::Used;
        std::uint64_t rest = element;
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            if (rest % loop->bound >= loop->remainder) state = PeState::Partial;
            rest /= loop->bound;
        }
        states[element] = state;
    }
    return states;
}

/// Merges neighbours until the axis has few enough entries to draw.
void aggregate(PeAxis& axis, const std::vector<PeState>& states) {
    axis.bin = (states.size() + PeAxis::kMaximumBins - 1) / PeAxis::kMaximumBins;
    for (std::size_t first = 0; first < states.size(); first += axis.bin) {
        const auto begin = states.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = states.begin() + static_cast<std::ptrdiff_t>(std::min(states.size(), first + axis.bin));
        const auto [low, high] = std::minmax_element(begin, end);
        axis.states.push_back(*low == *high ? *low : PeState::Partial);
    }
}

PeAxis axis(const npu::Mapping& mapping, const hardware::NpuArchitecture& architecture, bool along_x) {
    PeAxis result;
    std::vector<PeState> states{PeState::Used};
    std::uint64_t outermost = 0;
    for (std::size_t level = 0; level < architecture.levels.size(); ++level) {
        const auto& hardware = architecture.levels[level];
        const std::uint64_t fanout = along_x ? hardware.fanout_x : hardware.fanout_y;
        const auto& loops = along_x ? mapping.levels[level].spatial_x : mapping.levels[level].spatial_y;
        if (fanout <= 1) continue;
        result.total *= fanout;
        result.used *= std::min(fanout, product(loops));
        if (outermost == 0) outermost = fanout;
        if (result.total > kMaximumElements) continue;
        const std::vector<PeState> children = levelStates(loops, fanout);
        std::vector<PeState> all;
        all.reserve(states.size() * children.size());
        for (const PeState parent : states)
            for (const PeState child : children)
                all.push_back(std::min(parent, child));
        states = std::move(all);
    }
    if (outermost > 0) result.group = result.total / outermost;
    aggregate(result, states);
    return result;
}

} // namespace

bool PeArray::contains(PeState state) const {
    const auto has = [state](const PeAxis& pe_axis) {
        return std::find(pe_axis.states.begin(), pe_axis.states.end(), state) != pe_axis.states.end();
    };
    return has(x) || has(y);
}

PeArray peArray(const npu::Mapping& mapping, const hardware::NpuArchitecture& architecture) {
    return {axis(mapping, architecture, true), axis(mapping, architecture, false)};
}

} // namespace strata::views
