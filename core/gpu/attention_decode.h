// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu.h"

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

/// What L2 holds of data that all SMs read. Parts with HBM split it in two, each half keeps its own copy (Jia et al.
/// 2021, "Dissecting the Ampere GPU architecture through microbenchmarking").
double residentBytes(const hardware::Gpu& gpu);

/// Attention of a decode step on one path. Clocks are those of an SM; fractions are of the datasheet's value.
struct DecodeCoefficients {
    double start_s = 4e-6;         ///< whatever the clock: start of the kernels, first bytes from the memory
    double fixed_clocks = 6000;    ///< set-up and drain
    double unit_clocks = 8500;     ///< of a work unit that has its SM to itself, however short its context
    double key_clocks = 14;        ///< more per key of 256 bytes in a unit's share
    double second_tile = 0.5;      ///< a second tile of 16 query heads costs this share of a unit more
    double memory_fraction = 0.85; ///< of the memory's bandwidth
    double cache_share = 1.0;      ///< of what L2 holds for one reader, in which a context stays from call to call
    double product_fraction = 0.4; ///< of the arithmetic peak (scalar lanes: of one FLOP per lane and clock)
    double norm = 2.0;             ///< how units, bytes and products overlap: power mean, large: the longest counts
    double split_target = 4.0;     ///< work units per SM up to which long contexts are split; 0: never
    double join_clocks = 4000;     ///< joining of the splits
    double chain_clocks = 1.0;     ///< latency per key of the walk that is nowhere hidden
};
std::span<const NamedCoefficient<DecodeCoefficients>> decodeCoefficients();

/// Work units that an SM runs beside each other.
double residentUnits(DecodePath path, const workload::Attention& shape);

/// Time of one decode kernel; all contexts as long as kv_len.
KernelTime predictDecode(const hardware::Gpu& gpu, const DecodeCoefficients& coefficients, DecodePath path,
                         const workload::Kernel& kernel);

} // namespace strata::gpu
