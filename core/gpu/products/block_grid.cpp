// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/block_grid.h"

#include "core/workload/transformer/attention_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace strata::gpu {
namespace {

constexpr std::array<std::pair<double, double>, 7> kTiles{
    {{256, 128}, {128, 256}, {128, 128}, {128, 64}, {64, 128}, {64, 64}, {32, 32}}};
constexpr double kStepK = 32.0;      // of the contracted loop, loaded at once
constexpr double kOperandCost = 8.0; // multiply-adds per operand at which loading costs as much as computing
constexpr double kQueriesPerBlock = 128.0;
constexpr double kKeysPerStep = 64.0;
constexpr double kElementsPerBlock = 1024.0; // 256 threads with 16-byte accesses of four-byte elements

struct Cut {
    const hardware::Gpu& gpu;
    const workload::Kernel& kernel;

    double waves(double blocks) const { return std::ceil(blocks / std::max(1.0, static_cast<double>(gpu.sms))); }

    BlockGrid product(double batch, double m, double n, double k) const {
        BlockGrid best;
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [tm, tn] : kTiles) {
            const double blocks = batch * std::ceil(m / tm) * std::ceil(n / tn);
            const double intensity = tm * tn / (tm + tn);
            const double cost = waves(blocks) * tm * tn * (1.0 + kOperandCost / intensity);
            if (cost >= least) continue;
            least = cost;
            best.tile_m = tm;
            best.tile_n = tn;
            best.blocks = blocks;
        }
        best.flop = 2.0 * best.tile_m * best.tile_n * k;
        best.bytes = k * (best.tile_m * bytesOf(kernel.a) + best.tile_n * bytesOf(kernel.b)) +
                     best.tile_m * best.tile_n * bytesOf(kernel.out);
        best.steps = std::ceil(k / kStepK);
        return best;
    }

    /// Work shared evenly by so many blocks.
    BlockGrid even(double blocks, double steps) const {
        const workload::KernelWork work = workload::workOf(kernel);
        BlockGrid grid;
        grid.blocks = std::max(1.0, std::ceil(blocks));
        grid.flop = work.flop / grid.blocks;
        grid.bytes = (work.read_bytes + work.write_bytes) / grid.blocks;
        grid.steps = std::max(1.0, steps);
        return grid;
    }

    BlockGrid operator()(const workload::Matmul& s) const { return product(s.batch, s.m, s.n, s.k); }
    BlockGrid operator()(const workload::Conv2d& s) const {
        return product(s.groups, s.n * s.p * s.q, s.m / s.groups, s.c / s.groups * s.r * s.s);
    }
    BlockGrid operator()(const workload::Attention& s) const {
        const double kv = workload::keysOf(s);
        const double visited = s.window > 0 ? std::min(kv, s.window) : kv;
        const double rows = s.q_len > 1 ? s.heads * std::ceil(s.q_len / kQueriesPerBlock) : s.kv_heads;
        return even(s.batch * rows, std::ceil(visited / kKeysPerStep));
    }
    BlockGrid operator()(const workload::Moe& s) const {
        const double slots = std::max(1.0, s.tokens * s.top_k * s.experts / std::max(s.all_experts, 1.0));
        const double touched = std::min(s.experts, slots);
        BlockGrid grid = product(touched, slots / touched, (s.gated ? 2.0 : 1.0) * s.ffn, s.hidden);
        const BlockGrid down = product(touched, slots / touched, s.hidden, s.ffn);
        // Both products one after the other: the blocks of the two with their average work.
        const double blocks = grid.blocks + down.blocks;
        grid.flop = (grid.flop * grid.blocks + down.flop * down.blocks) / blocks;
        grid.bytes = (grid.bytes * grid.blocks + down.bytes * down.blocks) / blocks;
        grid.steps = std::max(grid.steps, down.steps);
        grid.blocks = blocks;
        return grid;
    }
    BlockGrid operator()(const workload::VectorOp& s) const {
        using workload::VectorFunction;
        const bool by_row = s.function == VectorFunction::Softmax || s.function == VectorFunction::LayerNorm ||
                            s.function == VectorFunction::RmsNorm || s.function == VectorFunction::BatchNorm;
        return by_row ? even(s.rows, s.cols / kElementsPerBlock) : even(s.rows * s.cols / kElementsPerBlock, 1.0);
    }
    BlockGrid operator()(const workload::Quantize& s) const { return even(s.rows * s.cols / kElementsPerBlock, 1.0); }
    BlockGrid operator()(const workload::Scan& s) const { return even(s.batch * s.heads, s.q_len / kKeysPerStep); }
};

} // namespace

BlockGrid blockGrid(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const Cut cut{gpu, kernel};
    BlockGrid grid = std::visit(cut, kernel.shape);
    grid.waves = cut.waves(grid.blocks);
    return grid;
}

} // namespace strata::gpu
