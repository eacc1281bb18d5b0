// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

#include <cstdint>
#include <span>

namespace strata::gpu {

/// One new token attends to the cache. Which kernel runs follows from the shape.
enum class DecodePath : std::uint8_t {
    Vector,  ///< each query head by itself on scalar lanes: no grouping, or more heads per KV head than a tile has rows
    Grouped, ///< the query heads of a KV head are the rows of one tensor-core tile
    Specialised, ///< the same, copies and products in warps of their own: asynchronous tensor cores, 8-bit caches first
    Latent,      ///< MLA: all heads share one latent per token
    LatentSpecialised
};
inline constexpr std::size_t kDecodePaths = 5;
std::string_view name(DecodePath path);
DecodePath decodePathOf(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Shares of an H800's products and bandwidth that FlashMLA's authors publish: 660 of 989 TFLOP/s, 3,000 of 3,350 GB/s
/// (deepseek-ai/FlashMLA, README).
inline constexpr double kFlashMlaProducts = 660.0 / 989.0;
inline constexpr double kFlashMlaMemory = 3000.0 / 3350.0;
/// The same of AITER's latent kernel on MI355X: 5.96 of 8 TB/s (ROCm/aiter, pull request 5456, bf16, 32 heads).
inline constexpr double kAiterMemory = 5.96 / 8.0;

/// Attention of a decode step on one path. Clocks are those of an SM; fractions are of the datasheet's value.
struct DecodeCoefficients {
    double start_s = 4e-6;      ///< whatever the clock: the kernel that rotates queries and keys, and its own start
    double fixed_clocks = 6000; ///< set-up and drain
    double unit_clocks = 8500;  ///< of a work unit that has its SM to itself, however short its context
    double wide_unit = 0.35;    ///< a unit costs this share more for each 128 that its padded heads exceed 128;
                                ///< specialised: power of its elements of queries over 1,024
    double key_clocks = 14;     ///< more per key of 256 bytes (vector: of 128 elements) in a unit's share
    double second_tile =
        0.5; ///< a second tile of 16 query heads costs this share of a unit more, of its keys where specialised
    double memory_fraction = 0.85; ///< of the memory's bandwidth
    double l2_fraction = 1.0;      ///< of what kernels see of L2, at the rate of a walk with dependent steps
    double product_fraction = 0.5; ///< of the arithmetic peak; the vector kernel's products are in its keys' clocks
    double norm = 2.0;             ///< how units, bytes and products overlap: power mean, large: the longest counts
    double join_clocks = 4000;     ///< joining of the splits
    double chain_clocks = 1.0;     ///< latency per key of the walk that only other units of the SM hide
};
std::span<const NamedCoefficient<DecodeCoefficients>> decodeCoefficients();

/// Parts into which the context of a unit is cut so that units fill the SMs (FlashDecoding; Dao et al. 2023), at
/// least 1; a fraction where engines round, so that time grows evenly with batch and context.
double decodeSplits(const hardware::Gpu& gpu, DecodePath path, const workload::Kernel& kernel);

/// Time of one decode kernel; all contexts as long as kv_len. Kernels timed alone find in L2 what they left there;
/// where the kernel is cold, weights and other layers' caches came between.
KernelTime predictDecode(const hardware::Gpu& gpu, const DecodeCoefficients& coefficients, DecodePath path,
                         const workload::Kernel& kernel);

} // namespace strata::gpu
