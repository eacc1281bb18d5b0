// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention_geometry.h"

#include "core/workload/transformer/attention_keys.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

double down(double value, double step) { return std::floor(value / step) * step; }
double up(double value, double step) { return std::ceil(value / step) * step; }

/// Tiles first, first + stride, ... up to last.
struct Progression {
    double first = 0, count = 0;
};

Progression tilesOf(double remainder, double stride, double from, double last) {
    const double first = remainder + std::max(std::ceil((from - remainder) / stride), 0.0) * stride;
    return {first, first <= last ? std::floor((last - first) / stride) + 1.0 : 0.0};
}

/// Sum of values that begin at `first` and grow by `growth`.
double sumOf(double first, double growth, double count) { return count * first + growth * count * (count - 1.0) / 2.0; }

} // namespace

KeySteps keySteps(const workload::Attention& shape, double tile_q, double step) {
    const double q = std::max(shape.q_len, 1.0);
    const double kv = workload::keysOf(shape);
    const double cached = std::max(kv - q, 0.0);
    const double tiles = std::ceil(q / tile_q);
    const double last_start = (tiles - 1.0) * tile_q; // first query of the last tile
    const double last_end = up(kv, step);
    // Tiles that are `stride` apart lie alike in their steps: their ends and starts are progressions.
    const double stride = std::max(std::round(step / tile_q), 1.0);
    const double growth = stride * tile_q;
    const double offset = cached - shape.window; // tile i starts at offset + i tile_q once that is positive
    const double moving = offset > 0 ? 0.0 : std::floor(-offset / tile_q) + 1.0;

    KeySteps steps;
    steps.tiles = tiles;
    double ends = shape.causal ? last_end : tiles * last_end;
    if (shape.causal) steps.masked = last_end - down(cached + last_start, step);
    double starts = 0.0;
    for (double remainder = 0.0; remainder < stride; remainder += 1.0) {
        // A full tile ends at the diagonal below its last query.
        const double query = cached + remainder * tile_q;
        const double diagonal = up(query + tile_q, step) - down(query, step);
        if (shape.causal) {
            const double full = tilesOf(remainder, stride, 0.0, tiles - 2.0).count;
            ends += sumOf(up(query + tile_q, step), growth, full);
            steps.masked += full * diagonal;
        }
        if (shape.window <= 0) continue;
        const Progression moved = tilesOf(remainder, stride, moving, tiles - 1.0);
        const double edge = offset + moved.first * tile_q;
        starts += sumOf(down(edge, step), growth, moved.count);
        // The window's edge crosses as many keys as the diagonal does, but no step is masked twice.
        const double between = shape.causal ? down(edge + shape.window, step) - down(edge, step) : last_end;
        steps.masked += moved.count * std::min(up(edge + tile_q, step) - down(edge, step), between);
    }
    steps.visited = std::max(ends - starts, 0.0);
    steps.masked = std::min(steps.masked, steps.visited);
    const double last_begin = shape.window > 0 ? std::max(down(offset + last_start, step), 0.0) : 0.0;
    steps.longest = std::max(last_end - last_begin, step);
    return steps;
}

} // namespace strata::gpu
