// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/hierarchy.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/products/block_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

// Cycles from an SM to global memory and to L2 and back; they hardly differ between generations: 466 and 262 on A100,
// 479 and 261 on H100 (Luo et al., arXiv:2402.13499, Table 4).
constexpr double kMemoryLatencyCycles = 470.0;
constexpr double kL2LatencyCycles = 262.0;
constexpr double kWarpTile = 64.0;      // edge of the square that one warp of a matrix product keeps in registers
constexpr double kResidentBlocks = 2.0; // per SM, of tiled kernels, that hide each other's loads

/// Bytes that the warps read from shared memory: matrix products read each operand once per warp tile.
double sharedBytes(const workload::Kernel& kernel, double flop) {
    if (!isMatrixKernel(kernel)) return 0.0;
    const double multiply_adds = flop / 2.0;
    return multiply_adds * (bytesOf(kernel.a) + bytesOf(kernel.b)) / kWarpTile;
}

} // namespace

KernelTime predictHierarchy(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    const BlockGrid grid = blockGrid(gpu, kernel);
    KernelTime time;
    time.flop = grid.flop * grid.blocks;
    time.dram_bytes = work.read_bytes + work.write_bytes;
    time.l2_bytes = std::max(grid.bytes * grid.blocks, time.dram_bytes);
    time.tile_m = static_cast<float>(grid.tile_m);
    time.tile_n = static_cast<float>(grid.tile_n);
    time.tiles = static_cast<float>(grid.blocks);
    time.waves = static_cast<float>(grid.blocks / gpu.sms);

    // On average over the kernel only as many SMs work as there are blocks.
    const double active = std::min(1.0, grid.blocks / gpu.sms);
    time.compute_s = time.flop / (arithmeticPeak(gpu, kernel) * active);
    const std::array<std::pair<double, Limit>, 3> levels{{
        {sharedBytes(kernel, time.flop) / (sharedBytesPerSecond(gpu) * active), Limit::Compute},
        {time.l2_bytes / (l2BytesPerSecond(gpu) * active), Limit::L2},
        {time.dram_bytes / gpu.memory_bytes_per_s, Limit::Memory},
    }};
    double longest = time.compute_s;
    time.limit = Limit::Compute;
    for (const auto& [seconds, limit] : levels) {
        if (seconds <= longest) continue;
        longest = seconds;
        time.limit = limit;
    }
    time.memory_s = longest - time.compute_s;

    // A block waits for its rounds of loads one after the other; resident blocks hide each other's waiting.
    const double rounds = grid.waves * grid.steps / kResidentBlocks;
    const double waiting_s = (2.0 * kMemoryLatencyCycles + rounds * kL2LatencyCycles) / gpu.clock_hz;
    const double start_s = 2.0 * kMemoryLatencyCycles / gpu.clock_hz;
    time.fixed_s = std::max(start_s, waiting_s - longest);
    if (time.fixed_s > longest) time.limit = Limit::Latency;
    time.seconds = time.compute_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    return time;
}

} // namespace strata::gpu
