// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/refit.h"

#include "core/npu/factors.h"

#include <algorithm>

namespace strata::npu {
namespace {

/// Nothing where no level has a loop over time in that dimension.
Loop* outermostTemporal(Mapping& mapping, std::uint32_t dimension) {
    for (LevelMapping& level : mapping.levels) {
        const auto found = std::find_if(level.temporal.begin(), level.temporal.end(),
                                        [dimension](const Loop& loop) { return loop.dimension == dimension; });
        if (found != level.temporal.end()) return &*found;
    }
    return nullptr;
}

std::uint64_t divideUp(std::uint64_t value, std::uint64_t by) { return value / by + (value % by == 0 ? 0 : 1); }

void refitDimension(Mapping& mapping, std::uint32_t dimension, std::uint64_t bound) {
    Loop* const takes_rest = outermostTemporal(mapping, dimension);
    std::vector<Loop*> loops = loopsOver(mapping, dimension);
    std::uint64_t rest = bound; // ceil(ceil(a / b) / c) is ceil(a / (b c)): taking factors off one by one is exact
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (*loop == takes_rest) continue;
        (*loop)->bound = std::clamp<std::uint64_t>((*loop)->bound, 1, rest);
        rest = divideUp(rest, (*loop)->bound);
    }
    if (takes_rest != nullptr) {
        takes_rest->bound = rest;
    } else if (rest > 1) {
        auto& outermost = mapping.levels.front().temporal;
        outermost.insert(outermost.begin(), Loop{dimension, rest, rest});
    }
    deriveRemainders(mapping, dimension, bound);
}

} // namespace

Mapping refit(const Mapping& mapping, const workload::Problem& changed) {
    Mapping fitted = mapping;
    if (fitted.levels.empty()) return fitted;
    for (std::uint32_t d = 0; d < changed.dimensions.size(); ++d) {
        refitDimension(fitted, d, std::max<std::uint64_t>(changed.dimensions[d].bound, 1));
    }
    return fitted;
}

} // namespace strata::npu
