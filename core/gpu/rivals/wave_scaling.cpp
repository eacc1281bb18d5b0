// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/rivals/wave_scaling.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/products/block_grid.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

/// How much memory binds: 1 without arithmetic, 1/2 at the ridge of the target's roofline, towards 0 beyond
/// (section 4.2.2).
double memoryBoundness(double intensity, double ridge) {
    return intensity < ridge ? 1.0 - 0.5 * intensity / ridge : 0.5 * ridge / intensity;
}

} // namespace

KernelTime scaleByWaves(const hardware::Gpu& source, const hardware::Gpu& target, const workload::Kernel& kernel,
                        double source_seconds) {
    const workload::KernelWork work = workload::workOf(kernel);
    const BlockGrid grid = blockGrid(source, kernel); // the same kernel is taken to run on both
    const double bytes = work.read_bytes + work.write_bytes;
    const double ridge = arithmeticPeak(target, kernel) / target.memory_bytes_per_s;
    const double gamma = memoryBoundness(bytes > 0 ? work.flop / bytes : ridge, ridge);

    // With D bandwidth, W blocks that run at once and C arithmetic rate of one of them:
    // T_t = (D_s/D_t)^gamma (W_s/W_t)^(1-gamma) (C_s/C_t)^(1-gamma) T_s. Below one wave on both more SMs do not help,
    // nor does bandwidth. C is the rate of one SM instead of the clock alone, since generations differ in units per SM
    // as well.
    const double source_wave = std::max(1.0, static_cast<double>(source.sms));
    const double target_wave = std::max(1.0, static_cast<double>(target.sms));
    const double rate = (arithmeticPeak(source, kernel) / source_wave) / (arithmeticPeak(target, kernel) / target_wave);
    const bool below_a_wave = grid.blocks < source_wave && grid.blocks < target_wave;
    const double bandwidth = below_a_wave ? 1.0 : source.memory_bytes_per_s / target.memory_bytes_per_s;
    const double width = below_a_wave ? 1.0 : source_wave / target_wave;

    KernelTime time;
    time.flop = work.flop;
    time.dram_bytes = bytes;
    time.l2_bytes = bytes;
    time.tile_m = static_cast<float>(grid.tile_m);
    time.tile_n = static_cast<float>(grid.tile_n);
    time.tiles = static_cast<float>(grid.blocks);
    time.waves = static_cast<float>(grid.blocks / target_wave);
    time.seconds = source_seconds * std::pow(bandwidth, gamma) * std::pow(width * rate, 1.0 - gamma);
    time.memory_s = gamma * time.seconds;
    time.compute_s = time.seconds - time.memory_s;
    time.alone_s = time.seconds;
    time.limit = gamma > 0.5 ? Limit::Memory : Limit::Compute;
    return time;
}

} // namespace strata::gpu
