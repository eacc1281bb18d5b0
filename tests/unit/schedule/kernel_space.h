// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/schedule/tuning_space.h"

#include <cmath>
#include <cstdint>

namespace strata::test {

/// Times of an invented kernel: a tile and a block that suit each other, a layout that costs a third, and an unrolling
/// that helps large tiles alone. `rate` makes another device of it.
inline double kernelTime(double tile, double block, double layout, double unroll, double rate = 1.0) {
    const double balance = std::log2(tile) - std::log2(block) - 1.0;
    return rate * (1.0 + 0.3 * balance * balance) * (layout == 1.0 ? 1.33 : 1.0) *
           (tile >= 16 && unroll == 4 ? 0.8 : 1.0) * (1.0 + 4.0 / tile) * 1e-3;
}

/// All 6 x 6 x 3 x 4 configurations; a share of them, drawn, is measured.
inline schedule::TuningSpace kernelSpace(double share, std::uint64_t seed = 1, double rate = 1.0) {
    schedule::TuningSpace space;
    space.parameters = {{"tile", {}}, {"block", {}}, {"layout", {"blocked", "column", "row"}}, {"unroll", {}}};
    CounterRandom random(seed);
    for (const double tile : {1, 2, 4, 8, 16, 32})
        for (const double block : {1, 2, 4, 8, 16, 32})
            for (const double layout : {0, 1, 2})
                for (const double unroll : {1, 2, 4, 8}) {
                    const bool measured = random.nextUniform() < share;
                    space.values.insert(space.values.end(), {tile, block, layout, unroll});
                    space.seconds.push_back(measured ? kernelTime(tile, block, layout, unroll, rate) : 0.0);
                    space.outcomes.push_back(measured ? schedule::Outcome::Measured : schedule::Outcome::Open);
                }
    return space;
}

inline double trueTime(const schedule::TuningSpace& space, std::size_t row, double rate = 1.0) {
    const auto values = space.row(row);
    return kernelTime(values[0], values[1], values[2], values[3], rate);
}

} // namespace strata::test
