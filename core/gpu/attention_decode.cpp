// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention_decode.h"

#include "core/gpu/attention_prefill.h"
#include "core/gpu/ceilings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

using C = DecodeCoefficients;
constexpr std::array<NamedCoefficient<C>, 12> kNames{{{"start_s", &C::start_s},
                                                      {"fixed_clocks", &C::fixed_clocks},
                                                      {"unit_clocks", &C::unit_clocks},
                                                      {"key_clocks", &C::key_clocks},
                                                      {"second_tile", &C::second_tile},
                                                      {"memory_fraction", &C::memory_fraction},
                                                      {"cache_share", &C::cache_share},
                                                      {"product_fraction", &C::product_fraction},
                                                      {"norm", &C::norm},
                                                      {"split_target", &C::split_target},
                                                      {"join_clocks", &C::join_clocks},
                                                      {"chain_clocks", &C::chain_clocks}}};

constexpr double kTileHeads = 16.0; // rows of a tensor-core tile (mma m16n8k16)
// Most query heads per KV head that TensorRT-LLM's grouped kernels take. FlashAttention and FlashInfer, which vLLM and
// SGLang call, pack any number into tiles of queries.
constexpr double kGroupedHeads = 32.0;
constexpr double kLatentHeads = 64.0; // heads of one latent tile (FlashMLA)
constexpr double kLanes = 128.0;      // scalar lanes of an SM that the per-head kernel keeps busy
// A share of a split context is at least this long.
constexpr double kShortestShare = 128.0;
constexpr double kShortestVectorShare = 512.0;
// Grouped kernels are chosen once their units fill a quarter of the SMs, each share of a split context counted.
constexpr double kWorthwhileFill = 4.0;

struct Units {
    double count = 0;     ///< that can run beside each other before contexts are split
    double tile_rows = 0; ///< of the products of a unit, padding included
};

Units unitsOf(DecodePath path, const workload::Attention& shape) {
    const double group = shape.heads / shape.kv_heads;
    switch (path) {
    case DecodePath::Vector: return {shape.batch * shape.heads, 1.0};
    case DecodePath::Grouped:
    case DecodePath::Specialised: return {shape.batch * shape.kv_heads, std::ceil(group / kTileHeads) * kTileHeads};
    case DecodePath::Latent:
    case DecodePath::LatentSpecialised: break;
    }
    return {shape.batch * std::ceil(shape.heads / kLatentHeads), kLatentHeads};
}

/// Tiles of tensor cores hold 16 bits and less, where there are any.
bool onLanes(const hardware::Gpu& gpu, NumberType math) {
    return bytesOf(math) > bytesOf(NumberType::Fp16) || (gpu.matrix_flop_per_clock[index(NumberType::Bf16)] <= 0.0 &&
                                                         gpu.matrix_flop_per_clock[index(NumberType::Fp16)] <= 0.0);
}

/// FLOP per clock of one SM.
double productRate(const hardware::Gpu& gpu, DecodePath path, NumberType math) {
    if (path == DecodePath::Vector || onLanes(gpu, math)) return kLanes;
    return std::max({gpu.matrix_flop_per_clock[index(NumberType::Bf16)],
                     gpu.matrix_flop_per_clock[index(NumberType::Fp16)], kLanes});
}

} // namespace

std::string_view name(DecodePath path) {
    switch (path) {
    case DecodePath::Vector: return "vector";
    case DecodePath::Grouped: return "grouped";
    case DecodePath::Specialised: return "specialised";
    case DecodePath::Latent: return "latent";
    case DecodePath::LatentSpecialised: return "latent-specialised";
    }
    return "";
}

double residentUnits(DecodePath path, const workload::Attention& shape) {
    if (path != DecodePath::Specialised) return 1.0;
    // Launch bounds of TensorRT-LLM's XQA kernels: one block with cp.async pipelines; on Hopper three of three warp
    // groups, or two where queries of a block take more room (NVIDIA/TensorRT-LLM, cpp/kernels/xqa/mha_sm90.cu).
    constexpr double kHeadStep = 8.0;
    constexpr double kQueryElements = 2048.0;
    const double heads = std::ceil(shape.heads / shape.kv_heads / kHeadStep) * kHeadStep;
    return heads * shape.head_dim <= kQueryElements ? 3.0 : 2.0;
}

double residentBytes(const hardware::Gpu& gpu) {
    return gpu.memory_kind.starts_with("HBM") ? gpu.l2_bytes / 2.0 : gpu.l2_bytes;
}

std::span<const NamedCoefficient<DecodeCoefficients>> decodeCoefficients() { return kNames; }

DecodePath decodePathOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const bool asynchronous = asynchronousTensorCores(gpu);
    if (shape.latent) return asynchronous ? DecodePath::LatentSpecialised : DecodePath::Latent;
    const double group = shape.heads / shape.kv_heads;
    const bool packs = callsFlashAttention(gpu);
    if (group <= 1.0 || (group > kGroupedHeads && !packs) || onLanes(gpu, kernel.math)) return DecodePath::Vector;
    const bool narrow = cacheElementBytes(gpu, kernel) <= 1.0;
    // FlashAttention-3 is specialised for all types. Tensor cores with a memory of their own (told by 4-bit products)
    // have no other kernels.
    if (asynchronous && (narrow || packs || gpu.matrix_flop_per_clock[index(NumberType::Fp4)] > 0.0))
        return DecodePath::Specialised;
    if (narrow || packs) return DecodePath::Grouped;
    const double shares = std::max(std::floor(shape.kv_len / kShortestShare), 1.0);
    const bool fills = kWorthwhileFill * shape.batch * shape.kv_heads * shares >= gpu.sms;
    return fills ? DecodePath::Grouped : DecodePath::Vector;
}

KernelTime predictDecode(const hardware::Gpu& gpu, const C& c, DecodePath path, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Attention>(kernel.shape);
    const double value_dim = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
    const double keys = shape.window > 0 ? std::min(shape.window, shape.kv_len) : shape.kv_len;
    const double width = shape.latent ? shape.head_dim : shape.head_dim + value_dim;
    const double element = cacheElementBytes(gpu, kernel);
    const double bytes = shape.batch * shape.kv_heads * keys * width * element;
    const double sms = std::max<double>(gpu.sms, 1.0);
    const Units units = unitsOf(path, shape);

    // Contexts are split (FlashDecoding; Dao et al. 2023) until the units fill the SMs; the split follows the cached
    // length, a window shortens only what a share finds to do.
    const double shortest = path == DecodePath::Vector ? kShortestVectorShare : kShortestShare;
    const double splits = std::clamp(sms * c.split_target / units.count, 1.0, std::max(shape.kv_len / shortest, 1.0));
    const double share = keys / splits;
    const bool grouped = path == DecodePath::Grouped || path == DecodePath::Specialised;
    const double second = 1.0 + (grouped ? c.second_tile * (units.tile_rows / kTileHeads - 1.0) : 0.0);
    const double key_bytes = width * element / 512.0;
    const double unit_clocks = c.unit_clocks * second / residentUnits(path, shape) + c.key_clocks * share * key_bytes;
    const double units_s = unit_clocks * std::max(units.count * splits / sms, 1.0) / gpu.clock_hz;

    // What fits into L2 stays there between calls; beyond, a cyclic walk evicts all of it.
    const double fitting = std::max(c.cache_share * residentBytes(gpu), 1.0) / std::max(bytes, 1.0);
    const double fitting4 = fitting * fitting * fitting * fitting;
    const double missing = 1.0 / (1.0 + fitting4);
    const double memory_s = bytes * (missing / (std::max(gpu.memory_bytes_per_s, 1.0) * c.memory_fraction) +
                                     (1.0 - missing) / std::max(l2BytesPerSecond(gpu), 1.0));

    const double flop = 2.0 * units.count * units.tile_rows * keys * (shape.head_dim + value_dim);
    const double products_s = flop / (sms * gpu.clock_hz * productRate(gpu, path, kernel.math) * c.product_fraction);
    const double longest = std::max({units_s, memory_s, products_s});
    // Units of few devices were seen to hide more than their datasheet's bandwidth allows: others are held to theirs.
    const double floor_s = bytes * missing / std::max(gpu.memory_bytes_per_s, 1.0);
    const double overlapped =
        longest * std::pow(std::pow(units_s / longest, c.norm) + std::pow(memory_s / longest, c.norm) +
                               std::pow(products_s / longest, c.norm),
                           1.0 / c.norm);
    const double joined = std::max(overlapped, floor_s);

    KernelTime time;
    time.flop = flop;
    const workload::KernelWork work = workload::workOf(kernel);
    time.dram_bytes = bytes * missing + work.write_bytes;
    time.l2_bytes = path == DecodePath::Vector ? bytes * shape.heads / shape.kv_heads : bytes;
    time.compute_s = std::max(units_s, products_s);
    time.memory_s = joined - time.compute_s;
    time.tail_s = c.chain_clocks * share / gpu.clock_hz;
    time.fixed_s = c.start_s + (c.fixed_clocks + c.join_clocks * std::min(splits - 1.0, 1.0)) / gpu.clock_hz;
    time.seconds = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
    time.tile_m = static_cast<float>(units.tile_rows);
    time.tile_n = static_cast<float>(std::min(share, shortest));
    time.tile_k = static_cast<float>(shape.head_dim);
    time.split_k = static_cast<float>(splits);
    time.tiles = static_cast<float>(units.count * splits);
    time.waves = static_cast<float>(units.count * splits / sms);
    const double most = std::max({units_s, memory_s, products_s, time.fixed_s});
    time.limit = most == memory_s     ? (missing > 0.5 ? Limit::Memory : Limit::L2)
                 : most == products_s ? Limit::Compute
                 : most == units_s    ? Limit::Tail
                                      : Limit::Latency;
    return time;
}

} // namespace strata::gpu
