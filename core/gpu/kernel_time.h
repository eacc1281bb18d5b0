// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

#include <cstdint>

namespace strata::gpu {

/// What keeps a kernel from being faster.
enum class Limit : std::uint8_t { Compute, Memory, L2, Latency, Tail, Host, Power };
std::string_view name(Limit limit);

/// A prediction of one kernel, with the intermediate results that views show. Times in seconds on the device; the
/// host's share of a kernel that is timed alone is apart, because back-to-back launches hide it.
struct KernelTime {
    double seconds = 0;   ///< = compute_s + memory_s + tail_s + fixed_s
    double compute_s = 0; ///< exposed arithmetic of full waves
    double memory_s = 0;  ///< exposed traffic beyond what overlaps with arithmetic
    double tail_s = 0;    ///< the part of the last wave that fills not all SMs
    double fixed_s = 0;   ///< start, first fetch, drain, grid synchronisation
    double alone_s = 0;   ///< as a stopwatch around one call sees it: at least the host's floor
    double rested_s = 0;  ///< the same without the host: on a board that rested before; 0: as long as seconds

    double flop = 0; ///< executed, padding of tiles included
    double dram_bytes = 0, l2_bytes = 0;
    double power_w = 0, energy_j = 0; ///< 0: not modelled
    double clock_ratio = 1;           ///< sustained clock over the datasheet's

    float tile_m = 0, tile_n = 0, tile_k = 0, split_k = 1; ///< 0: not a tiled kernel
    float tiles = 0, waves = 0, blocks_per_sm = 0;
    float registers_per_thread = 0, shared_bytes_per_block = 0, threads_per_block = 0;
    Limit limit = Limit::Memory;
    bool extrapolated = false;      ///< outside of what the coefficients were fitted to
    float log_p10 = 0, log_p90 = 0; ///< ln(measured / predicted) of the class on like devices, 80 % between them
};

} // namespace strata::gpu
