// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/refit.h"

#include <algorithm>

namespace strata::npu {
namespace {

struct Chain {
    std::vector<Loop*> inner_first;     ///< all loops of one dimension
    std::size_t outermost_temporal = 0; ///< which of them takes the rest; inner_first.size() where there is none
};

void append(std::vector<Loop>& loops, std::uint32_t dimension, Chain& chain) {
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->dimension == dimension) chain.inner_first.push_back(&*loop);
    }
}

/// Within a level the copies lie inside the loops over time, and the columns inside the rows.
Chain chainOf(Mapping& mapping, std::uint32_t dimension) {
    Chain chain;
    bool temporal = false;
    for (auto level = mapping.levels.rbegin(); level != mapping.levels.rend(); ++level) {
        append(level->spatial_x, dimension, chain);
        append(level->spatial_y, dimension, chain);
        const std::size_t before = chain.inner_first.size();
        append(level->temporal, dimension, chain);
        if (chain.inner_first.size() == before) continue;
        chain.outermost_temporal = chain.inner_first.size() - 1;
        temporal = true;
    }
    if (!temporal) chain.outermost_temporal = chain.inner_first.size();
    return chain;
}

std::uint64_t divideUp(std::uint64_t value, std::uint64_t by) { return value / by + (value % by == 0 ? 0 : 1); }

/// Sets the bounds and returns what no loop could take.
std::uint64_t setBounds(const Chain& chain, std::uint64_t bound) {
    std::uint64_t rest = bound;  // ceil(ceil(a / b) / c) is ceil(a / (b c)): taking factors off one by one is exact
    for (std::size_t i = 0; i < chain.inner_first.size(); ++i) {
        if (i == chain.outermost_temporal) continue;
        Loop& loop = *chain.inner_first[i];
        loop.bound = std::clamp<std::uint64_t>(loop.bound, 1, rest);
        rest = divideUp(rest, loop.bound);
    }
    if (chain.outermost_temporal == chain.inner_first.size()) return rest;
    chain.inner_first[chain.outermost_temporal]->bound = rest;
    return 1;
}

/// The last iteration of all is number bound - 1; its digits in the mixed radix of the factors are the remainders.
void setRemainders(const Chain& chain, std::uint64_t bound) {
    std::uint64_t last = bound - 1;
    for (Loop* loop : chain.inner_first) {
        loop->remainder = last % loop->bound + 1;
        last /= loop->bound;
    }
}

void refitDimension(Mapping& mapping, std::uint32_t dimension, std::uint64_t bound) {
    Chain chain = chainOf(mapping, dimension);
    const std::uint64_t rest = setBounds(chain, bound);
    if (rest > 1) {
        auto& outermost = mapping.levels.front().temporal;
        outermost.insert(outermost.begin(), Loop{dimension, rest, rest});
        chain = chainOf(mapping, dimension);
    }
    setRemainders(chain, bound);
}

}  // namespace

Mapping refit(const Mapping& mapping, const workload::Problem& changed) {
    Mapping fitted = mapping;
    if (fitted.levels.empty()) return fitted;
    for (std::uint32_t d = 0; d < changed.dimensions.size(); ++d) {
        refitDimension(fitted, d, std::max<std::uint64_t>(changed.dimensions[d].bound, 1));
    }
    return fitted;
}

}  // namespace strata::npu
