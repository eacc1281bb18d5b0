// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention_geometry.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

double down(double value, double step) { return std::floor(value / step) * step; }
double up(double value, double step) { return std::ceil(value / step) * step; }

}  // namespace

KeySteps keySteps(const workload::Attention& shape, double tile_q, double step) {
    const double q = std::max(shape.q_len, 1.0);
    const double kv = std::max(shape.kv_len, q);
    const double cached = kv - q;
    const double tiles = std::ceil(q / tile_q);
    const double last_start = (tiles - 1.0) * tile_q;  // first query of the last tile

    KeySteps steps;
    steps.tiles = tiles;
    // Ends. Tile i of full height ends at the diagonal below its last query; as step divides tile_q, rounding commutes.
    const double last_end = up(kv, step);
    double diagonal = 0.0;  // masked keys of a full tile
    double ends = tiles * last_end;
    if (shape.causal) {
        ends = (tiles - 1.0) * up(cached, step) + tile_q * tiles * (tiles - 1.0) / 2.0 + last_end;
        diagonal = tile_q + up(cached, step) - down(cached, step);
        steps.masked = (tiles - 1.0) * diagonal + last_end - down(cached + last_start, step);
    }
    // Starts. Tile i starts at cached + i tile_q - window once that is positive.
    double starts = 0.0;
    double last_begin = 0.0;
    if (shape.window > 0) {
        const double offset = cached - shape.window;
        const double first = offset > 0 ? 0.0 : std::floor(-offset / tile_q) + 1.0;
        const double moved = std::max(tiles - first, 0.0);
        if (moved > 0) {
            starts = moved * down(offset, step) + tile_q * (first + tiles - 1.0) * moved / 2.0;
            last_begin = std::max(down(offset, step) + last_start, 0.0);
            // The window's edge crosses as many keys as the diagonal does, but no step is masked twice.
            const double width = last_end - last_begin;
            steps.masked += moved * std::clamp(width - diagonal, 0.0, tile_q + step);
        }
    }
    steps.visited = std::max(ends - starts, 0.0);
    steps.masked = std::min(steps.masked, steps.visited);
    steps.longest = std::max(last_end - last_begin, step);
    return steps;
}

}  // namespace strata::gpu
