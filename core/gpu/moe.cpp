// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/moe.h"

#include "core/gpu/attention_decode.h"
#include "core/gpu/ceilings.h"
#include "core/gpu/moe_routing.h"
#include "core/gpu/tensor_tiles.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

using C = MoeKernel;
constexpr std::array<NamedCoefficient<C>, 9> kNames{{{"fixed_clocks", &C::fixed_clocks},
                                                     {"product_fraction", &C::product_fraction},
                                                     {"operand_rows", &C::operand_rows},
                                                     {"memory_fraction", &C::memory_fraction},
                                                     {"norm", &C::norm},
                                                     {"slot_passes", &C::slot_passes},
                                                     {"token_passes", &C::token_passes},
                                                     {"loop_start", &C::loop_start},
                                                     {"cache_share", &C::cache_share}}};

constexpr std::array kTileRows{16.0, 32.0, 64.0, 128.0, 256.0};
constexpr double kTileColumns = 128.0;
// Cached weights come at this multiple of the memory's bandwidth.
constexpr double kCacheGain = 2.5;
// Half of what the last wave leaves idle is filled by blocks of other experts.
constexpr double kTailShare = 0.5;
// One scale of a byte for each 16 (NVFP4) to 32 (MX formats) weights of four bits.
constexpr double kFourBitScaleBytes = 1.0 / 16.0;

double weightBytes(NumberType type) { return bytesOf(type) + (type == NumberType::Fp4 ? kFourBitScaleBytes : 0.0); }

/// FLOP per clock and SM; types that the tensor cores lack are widened first.
double productRate(const hardware::Gpu& gpu, NumberType math) {
    const auto rate = [&gpu](NumberType type) {
        return std::max(gpu.matrix_flop_per_clock[index(type)], gpu.vector_flop_per_clock[index(type)]);
    };
    const double wide = std::max({rate(NumberType::Bf16), rate(NumberType::Fp16), rate(NumberType::Fp32), 1.0});
    if (rate(math) <= 0.0) return wide;
    // Lanes that are slower in 16 bits than in 32 convert.
    const bool converts = bytesOf(math) <= bytesOf(NumberType::Fp16);
    return converts ? std::max(rate(math), gpu.vector_flop_per_clock[index(NumberType::Fp32)]) : rate(math);
}

/// Work of one grouped matrix product in full waves and beyond them.
struct Product {
    double full_s = 0, all_s = 0;  ///< tiles spread evenly; with the idle part of the last wave
};

struct Tiling {
    double rows = 0, padded = 0;
    double clocks_per_column = 0;  ///< of a tile, per element of k
};

Product productTime(const hardware::Gpu& gpu, const C& c, const Tiling& tiling, double n, double k) {
    const double tiles = tiling.padded / tiling.rows * std::ceil(n / kTileColumns);
    const double waves = tiles / std::max<double>(gpu.sms, 1.0);
    const double uneven = waves > 1.0 ? waves + kTailShare * (std::ceil(waves) - waves) : 1.0;
    const double tile_s = (k + c.loop_start) * tiling.clocks_per_column / gpu.clock_hz;
    return {waves * tile_s, uneven * tile_s};
}

/// Share of a walk over these bytes that a cache of this size does not answer: cyclic use evicts what does not fit.
double missingShare(double bytes, double cache_bytes) {
    const double fitting = std::max(cache_bytes, 1.0) / std::max(bytes, 1.0);
    return 1.0 / (1.0 + fitting * fitting * fitting * fitting);
}

/// Bytes of all tokens of the batch that a rank moves, whichever experts are its own: the results, which it adds up for
/// every token, and the rows that it quantizes before they are sorted by expert (TensorRT-LLM, fused_moe_cutlass.py and
/// finalizeMoeRoutingKernel of moe_kernels.cu).
double tokenBytes(const C& c, const workload::Moe& shape, NumberType a) {
    const double wide = bytesOf(NumberType::Bf16);
    const double quantized = bytesOf(a) < wide ? wide + bytesOf(a) : 0.0;
    return shape.tokens * shape.hidden * (c.token_passes * wide + quantized);
}

bool fourBits(NumberType type) { return type == NumberType::Fp4 || type == NumberType::Int4; }

}  // namespace

std::string_view name(MoeTypes types) {
    switch (types) {
        case MoeTypes::Wide: return "16";
        case MoeTypes::Fp8: return "fp8";
        case MoeTypes::Fp8Block: return "fp8-block";
        case MoeTypes::Fp4: return "fp4";
        case MoeTypes::WideFp4: return "16/fp4";
        case MoeTypes::Fp8Fp4: return "fp8/fp4";
        case MoeTypes::Fp8BlockTriton: return "fp8-block/triton";
    }
    return "";
}

MoeTypes moeTypesOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const double a = bytesOf(kernel.a);
    if (fourBits(kernel.b)) return a > 1.0 ? MoeTypes::WideFp4 : a < 1.0 ? MoeTypes::Fp4 : MoeTypes::Fp8Fp4;
    if (bytesOf(kernel.b) > 1.0) return MoeTypes::Wide;
    if (!std::get<workload::Moe>(kernel.shape).block_scaled) return MoeTypes::Fp8;
    return hasAsyncTensorCores(gpu.architecture) ? MoeTypes::Fp8Block : MoeTypes::Fp8BlockTriton;
}

bool walksAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    if (gpu.engine == "vllm" || gpu.engine == "sglang") return false;
    const MoeTypes types = moeTypesOf(gpu, kernel);
    return types == MoeTypes::Fp8BlockTriton || (types == MoeTypes::WideFp4 && kernel.b == NumberType::Fp4);
}

std::span<const NamedCoefficient<MoeKernel>> moeCoefficients() { return kNames; }

MoeCoefficients resolveMoe(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    MoeCoefficients found;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kMoeCalibration);
    if (calibration == nullptr) return found;
    const std::string_view device = measuredDevice(*calibration, gpu);
    const std::pair<std::string_view, std::string_view> all{"kernel", "moe"};
    for (std::size_t i = 0; i < kMoeTypes; ++i) {
        const std::string_view types = name(static_cast<MoeTypes>(i));
        const auto* own = groupOf(*calibration, {all, {"types", types}, {"device", device}});
        if (const auto* shared = groupOf(*calibration, {all})) assign(found.kernels[i], moeCoefficients(), *shared);
        for (const auto* change :
             {groupOf(*calibration, {all, {"types", types}}), groupOf(*calibration, {all, {"device", device}}), own}) {
            if (change != nullptr) scale(found.kernels[i], moeCoefficients(), *change);
        }
        const bool seen = own != nullptr && device == gpu.id;
        found.seen |= seen;
        found.bands[i] = bandOf(calibration, workload::name(workload::KernelClass::Moe), seen, types);
    }
    return found;
}

KernelTime predictMoe(const hardware::Gpu& gpu, const MoeKernel& c, const workload::Kernel& kernel) {
    const auto& shape = std::get<workload::Moe>(kernel.shape);
    const ExpertLoads loads(shape);
    const double matrices = shape.gated ? 3.0 : 2.0;
    const double foreign =
        walksAllSlots(gpu, kernel) ? std::max(shape.tokens * shape.top_k - loads.slotCount(), 0.0) : 0.0;
    const double peak = productRate(gpu, kernel.math) * c.product_fraction;

    Tiling best;
    Product up, down;
    for (const double rows : kTileRows) {
        Tiling tiling{rows, loads.paddedRows(rows) + foreign, 0.0};
        tiling.clocks_per_column = 2.0 * rows * kTileColumns / peak * (rows + c.operand_rows) / rows;
        const Product first = productTime(gpu, c, tiling, shape.ffn * (matrices - 1.0), shape.hidden);
        const Product second = productTime(gpu, c, tiling, shape.hidden, shape.ffn);
        if (best.rows > 0.0 && first.all_s + second.all_s >= up.all_s + down.all_s) continue;
        best = tiling;
        up = first;
        down = second;
    }
    const double products_s = up.all_s + down.all_s;

    const double weights = loads.touched() * matrices * shape.hidden * shape.ffn * weightBytes(kernel.b);
    const double missing = missingShare(weights, c.cache_share * gpu.l2_bytes);
    const double bandwidth = std::max(gpu.memory_bytes_per_s, 1.0);
    const double weights_s = weights * (missing + (1.0 - missing) / kCacheGain) / (bandwidth * c.memory_fraction);
    const double longer = std::max(products_s, weights_s);
    const double joined =
        longer * std::pow(1.0 + std::pow(std::min(products_s, weights_s) / longer, c.norm), 1.0 / c.norm);
    const double routed_bytes = (loads.slotCount() + foreign) * shape.hidden * 2.0 * bytesOf(NumberType::Bf16);
    const double token_bytes = tokenBytes(c, shape, kernel.a);
    // From step to step rows stay in L2 where they fit.
    const double spilled = (routed_bytes + token_bytes) / (routed_bytes + token_bytes + residentBytes(gpu));
    const double routed_s = (routed_bytes * c.slot_passes + token_bytes) *
                            (spilled / bandwidth + (1.0 - spilled) / std::max(l2BytesPerSecond(gpu), 1.0));

    KernelTime time;
    time.flop = 2.0 * best.padded * matrices * shape.hidden * shape.ffn;
    time.dram_bytes = weights * missing + routed_bytes + token_bytes * spilled;
    time.l2_bytes = weights * best.padded / std::max(loads.touched() * best.rows, 1.0) + routed_bytes * c.slot_passes +
                    token_bytes;
    time.compute_s = std::min(up.full_s + down.full_s, joined);
    time.tail_s = std::min(products_s, joined) - time.compute_s;
    time.memory_s = joined - time.compute_s - time.tail_s + routed_s;
    time.fixed_s = c.fixed_clocks / gpu.clock_hz;
    time.seconds = time.compute_s + time.tail_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    time.tile_m = static_cast<float>(best.rows);
    time.tile_n = static_cast<float>(kTileColumns);
    time.tiles = static_cast<float>(best.padded / best.rows * std::ceil(shape.ffn * (matrices - 1.0) / kTileColumns));
    time.waves = static_cast<float>(time.tiles / std::max<double>(gpu.sms, 1.0));
    const double most = std::max({products_s, weights_s + routed_s, time.fixed_s});
    time.limit = most == time.fixed_s ? Limit::Latency : most == products_s ? Limit::Compute : Limit::Memory;
    return time;
}

KernelTime predictMoe(const hardware::Gpu& gpu, const MoeCoefficients& coefficients, const workload::Kernel& kernel) {
    const auto types = static_cast<std::size_t>(moeTypesOf(gpu, kernel));
    KernelTime time = predictMoe(gpu, coefficients.kernels[types], kernel);
    time.log_p10 = coefficients.bands[types].p10;
    time.log_p90 = coefficients.bands[types].p90;
    return time;
}

}  // namespace strata::gpu
