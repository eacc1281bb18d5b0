// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"

namespace strata::gpu {

/// What one thread block of a tiled kernel takes from its SM.
struct BlockNeeds {
    double threads = 0;
    double registers_per_thread = 0; ///< of 32 bits
    double shared_bytes = 0;
};

/// Thread blocks that one SM holds at once, limited by threads, registers, shared memory and block slots; at least 1.
/// Unknown threads and registers are taken in proportion to the lanes; other facts that are unknown do not limit.
double blocksPerSm(const hardware::Gpu& gpu, const BlockNeeds& block);

/// Work of the SM that finishes last when `tiles` equal blocks spread over all SMs, in units of one block at full rate.
/// `resident` blocks share an SM; its rate grows with their number up to `filling` and hardly beyond: x of them keep it
/// busy to x / sqrt(x^2 + filling^2) of its rate. A last wave with few blocks per SM runs each block faster, but the SM
/// slower.
struct WaveWork {
    double full = 0;  ///< of waves in which every SM holds `resident` blocks
    double last = 0;  ///< of the last, partly filled wave
    double even = 0;  ///< were the tiles divisible without remainder: what is beyond it is the tail
    double waves = 0; ///< tiles / slots
};
WaveWork waveWork(double tiles, double sms, double resident, double filling);

/// Highest share of the clock at which a board holds its power limit. At full clock the part that follows the clock
/// takes `dynamic_w`; it falls with clock^exponent, because the voltage falls with the clock (P ~ C V^2 f; Mudge,
/// Computer 34(4), 2001, equation 1).
double sustainedClock(double dynamic_w, double headroom_w, double exponent);

/// Share of re-reads that a cache of `capacity` misses when `footprint` is in flight, in the same unit: half where both
/// are equal.
double missShare(double footprint, double capacity);

/// Bytes of one SM's L1 that hold global loads; 0: none or not known. One that is one store with shared memory is about
/// as large as the most that kernels may take as shared memory.
double cachingL1(const hardware::Gpu& gpu);

/// Bytes/s that loads from L2 reach: as measured, else 20 bytes of each SM and clock, as of P100, V100 and T4 (Jia et
/// al., arXiv:1903.07486), and no fewer than the memory delivers, for all of them come through L2.
double l2Bandwidth(const hardware::Gpu& gpu);

/// DRAM bytes/s that streaming reaches: the measured share of the datasheet's, else `typical_share` of it.
double streamedBandwidth(const hardware::Gpu& gpu, double typical_share);

/// Kernels shorter than this when timed alone are mostly host, so their errors are told apart.
inline constexpr double kShort_s = 1e-4;

/// What a stopwatch around one call from the host sees: the kernel starts after the host's launch path, a share of the
/// host's `floor_s` for an empty kernel, and the call never takes less than that floor.
double aloneSeconds(double device_s, double floor_s, double lead_share);

} // namespace strata::gpu
