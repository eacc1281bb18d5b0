// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/experts/moe.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/experts/moe_routing.h"
#include "core/gpu/experts/moe_rows.h"
#include "core/gpu/products/tensor_tiles.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

using C = MoeKernel;
constexpr std::array<NamedCoefficient<C>, 15> kNames{{{"launch_s", &C::launch_s},
                                                      {"expert_s", &C::expert_s},
                                                      {"stage_s", &C::stage_s},
                                                      {"first_stage_s", &C::first_stage_s},
                                                      {"product_fraction", &C::product_fraction},
                                                      {"operand_rows", &C::operand_rows},
                                                      {"upcast_per_clock", &C::upcast_per_clock},
                                                      {"loop_start", &C::loop_start},
                                                      {"norm", &C::norm},
                                                      {"memory_fraction", &C::memory_fraction},
                                                      {"cache_share", &C::cache_share},
                                                      {"cache_gain", &C::cache_gain},
                                                      {"tail_share", &C::tail_share},
                                                      {"row_fraction", &C::row_fraction},
                                                      {"touch_fraction", &C::touch_fraction}}};

/// Rows of tokens and columns of weights that a block multiplies.
struct Tile {
    double rows = 0, columns = 0;
};
constexpr std::array kTiles{Tile{16.0, 128.0}, Tile{32.0, 128.0}, Tile{64.0, 128.0}, Tile{128.0, 128.0},
                            Tile{256.0, 128.0}};
// Accumulators and widened weights share the registers.
constexpr std::size_t kWidenedTiles = 4;
// TensorRT-LLM, fused_moe_triton_fp8_block_scale.py.
constexpr std::array kTritonTile{Tile{16.0, 32.0}};
// First of Hopper's grouped products (TensorRT-LLM, cutlass_heuristic.cpp, get_candidate_tiles_sm90).
constexpr Tile kFirstTile{128.0, 16.0};
constexpr double kStageBytes = 128.0;  // of a row's k in one stage
constexpr double kTritonStage = 128.0; // elements of k
constexpr double kScaleBlock = 128.0;  // elements of k with one scale, after which sums are scaled in FP32
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

/// What the kernels for these types do with a tile.
struct Chain {
    MoeTypes types = MoeTypes::Wide;
    std::span<const Tile> tiles = kTiles;
    double flop_per_clock = 1;
    double stage = 64;    ///< elements of k
    bool widened = false; ///< weights go through the lanes
    bool scaled = false;  ///< sums are scaled block by block
};

Chain chainOf(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    Chain chain{moeTypesOf(gpu, kernel), kTiles, productRate(gpu, kernel.math),
                kStageBytes / std::max(bytesOf(kernel.a), bytesOf(kernel.b))};
    if (chain.types == MoeTypes::Fp8BlockTriton) {
        if (multipliesAllSlots(gpu, kernel)) {
            chain.tiles = kTritonTile;
            chain.flop_per_clock = productRate(gpu, NumberType::Bf16);
            chain.stage = kTritonStage;
            chain.widened = true;
        } else {
            chain.types = MoeTypes::Fp8Block;
        }
    }
    if (chain.types == MoeTypes::WideFp4) {
        chain.widened = true;
        chain.tiles = chain.tiles.first(kWidenedTiles);
    }
    chain.scaled = chain.types == MoeTypes::Fp8Block && !scalesInTensorCores(gpu);
    return chain;
}

/// Clocks of a tile for each element of k.
double clocksPerK(const hardware::Gpu& gpu, const C& c, const Chain& chain, const Tile& tile) {
    // No more than the peak, whatever clock measured boards reached.
    const double fraction = std::min(c.product_fraction, 1.0);
    const double products = 2.0 * tile.rows * tile.columns / (chain.flop_per_clock * fraction);
    if (chain.widened) return products + tile.columns / c.upcast_per_clock;
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)];
    const double scaling = chain.scaled && lanes > 0.0 ? 2.0 * tile.rows * tile.columns / (kScaleBlock * lanes) : 0.0;
    return products * (tile.rows + c.operand_rows) / tile.rows + scaling;
}

/// Both grouped products of a layer.
struct Products {
    double full_s = 0, all_s = 0; ///< tiles spread evenly; with the idle part of the last wave
    double stages_s = 0;          ///< of a block alone: each stage of its loop waits for the memory
};

void add(Products& sum, const hardware::Gpu& gpu, const C& c, const Chain& chain, const Tile& tile, double padded,
         double n, double k) {
    const double tiles = padded / tile.rows * std::ceil(n / tile.columns);
    const double waves = tiles / std::max<double>(gpu.sms, 1.0);
    const double uneven = waves > 1.0 ? waves + c.tail_share * (std::ceil(waves) - waves) : waves;
    const double tile_s = (k + c.loop_start) * clocksPerK(gpu, c, chain, tile) / gpu.clock_hz;
    sum.full_s += waves * tile_s;
    sum.all_s += uneven * tile_s;
    sum.stages_s += k / chain.stage * c.stage_s;
}

/// Both products with the first tactic: blocks take turns, and each of their stages waits for its few weights.
double firstTacticSeconds(const hardware::Gpu& gpu, const C& c, const Chain& chain, const workload::Moe& shape,
                          double padded) {
    const auto one = [&](double n, double k) {
        const double tiles = padded / kFirstTile.rows * std::ceil(n / kFirstTile.columns);
        return std::max(std::ceil(tiles / std::max<double>(gpu.sms, 1.0)), 1.0) * k / chain.stage * c.first_stage_s;
    };
    return one(shape.ffn * (shape.gated ? 2.0 : 1.0), shape.hidden) + one(shape.hidden, shape.ffn);
}

double joined(double products_s, double memory_s, double norm) {
    const double longer = std::max(products_s, memory_s);
    return longer * std::pow(1.0 + std::pow(std::min(products_s, memory_s) / longer, norm), 1.0 / norm);
}

/// Share of a walk over these bytes that a cache of this size does not answer: cyclic use evicts what does not fit.
double missingShare(double bytes, double cache_bytes) {
    const double fitting = std::max(cache_bytes, 1.0) / std::max(bytes, 1.0);
    return 1.0 / (1.0 + fitting * fitting * fitting * fitting);
}

bool fourBits(NumberType type) { return type == NumberType::Fp4 || type == NumberType::Int4; }

} // namespace

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
    return gpu.asynchronous_tensor_cores ? MoeTypes::Fp8Block : MoeTypes::Fp8BlockTriton;
}

bool movesAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    if (!hardware::kernelsOf(gpu).all_expert_slots) return false;
    const MoeTypes types = moeTypesOf(gpu, kernel);
    return types == MoeTypes::Fp8BlockTriton || (types == MoeTypes::WideFp4 && kernel.b == NumberType::Fp4);
}

bool multipliesAllSlots(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    return movesAllSlots(gpu, kernel) && moeTypesOf(gpu, kernel) == MoeTypes::Fp8BlockTriton;
}

bool firstTacticIsNarrow(const hardware::Gpu& gpu, MoeTypes types) {
    return gpu.asynchronous_tensor_cores && !gpu.tensor_memory && (types == MoeTypes::Wide || types == MoeTypes::Fp8);
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
        found.bands[i] = bandOf(calibration, workload::name(workload::KernelClass::Moe), gpu, seen, types);
    }
    return found;
}

namespace {

/// The tile that the products take, and their time beside the weights that they wait for.
struct ChosenTile {
    Tile tile;
    Products products;
    double together_s = 0.0, padded_rows = 0.0;
};

ChosenTile chosenTile(const hardware::Gpu& gpu, const MoeKernel& c, const Chain& chain, const workload::Moe& shape,
                      const ExpertLoads& loads, double multiplied, double weights_s, MoeTactic tactic) {
    const double halves = shape.gated ? 2.0 : 1.0;
    ChosenTile best;
    for (const Tile& tile : chain.tiles) {
        const double rows = loads.paddedRows(tile.rows) + multiplied;
        Products now;
        add(now, gpu, c, chain, tile, rows, shape.ffn * halves, shape.hidden);
        add(now, gpu, c, chain, tile, rows, shape.hidden, shape.ffn);
        const double now_s = joined(now.all_s, std::max(weights_s, now.stages_s), c.norm);
        if (best.tile.rows > 0.0 && now_s >= best.together_s) continue;
        best = {tile, now, now_s, rows};
    }
    if (tactic == MoeTactic::First && firstTacticIsNarrow(gpu, chain.types)) {
        best.tile = kFirstTile;
        best.padded_rows = loads.paddedRows(best.tile.rows);
        const double first_s = firstTacticSeconds(gpu, c, chain, shape, best.padded_rows);
        best.products = {first_s, first_s, first_s};
        best.together_s = std::max(weights_s, first_s);
    }
    return best;
}

} // namespace

KernelTime predictMoe(const hardware::Gpu& gpu, const MoeKernel& c, const workload::Kernel& kernel, MoeTactic tactic) {
    const auto& shape = std::get<workload::Moe>(kernel.shape);
    const ExpertLoads loads(shape);
    const Chain chain = chainOf(gpu, kernel);
    const double halves = shape.gated ? 2.0 : 1.0;
    const double foreign =
        movesAllSlots(gpu, kernel) ? std::max(shape.tokens * shape.top_k - loads.slotCount(), 0.0) : 0.0;
    const double multiplied = multipliesAllSlots(gpu, kernel) ? foreign : 0.0;

    const double weights = loads.touched() * (halves + 1.0) * shape.hidden * shape.ffn * weightBytes(kernel.b);
    const double missing = kernel.cold ? 1.0 : missingShare(weights, c.cache_share * gpu.l2_bytes);
    const double bandwidth = std::max(gpu.memory_bytes_per_s, 1.0);
    const double weights_s = weights * (missing + (1.0 - missing) / c.cache_gain) / (bandwidth * c.memory_fraction);

    const ChosenTile chosen = chosenTile(gpu, c, chain, shape, loads, multiplied, weights_s, tactic);
    const Tile& best = chosen.tile;
    const Products& products = chosen.products;
    const double together_s = chosen.together_s, padded = chosen.padded_rows;

    const double slots = loads.slotCount() + foreign;
    const MoeRowTraffic rows = moeRowTraffic(gpu, c, chain.types, shape, slots);
    // Columns of tiles after the first read their rows again.
    const double again = shape.hidden * (std::ceil(shape.ffn * halves / best.columns) - 1.0) +
                         shape.ffn * (std::ceil(shape.hidden / best.columns) - 1.0);

    KernelTime time;
    time.flop = 2.0 * padded * (halves + 1.0) * shape.hidden * shape.ffn;
    time.dram_bytes = weights * missing + rows.dram_bytes;
    time.l2_bytes = weights * padded / std::max(loads.touched() * best.rows, 1.0) + rows.l2_bytes +
                    padded * again * bytesOf(kernel.a);
    time.compute_s = std::min(products.full_s, together_s);
    time.tail_s = std::min(products.all_s, together_s) - time.compute_s;
    time.memory_s = together_s - time.compute_s - time.tail_s + rows.seconds;
    time.fixed_s = c.launch_s * moeLaunches(chain.types) + c.expert_s * shape.experts;
    time.seconds = time.compute_s + time.tail_s + time.memory_s + time.fixed_s;
    time.alone_s = time.seconds;
    time.tile_m = static_cast<float>(best.rows);
    time.tile_n = static_cast<float>(best.columns);
    time.tiles = static_cast<float>(padded / best.rows * std::ceil(shape.ffn * halves / best.columns));
    time.waves = static_cast<float>(time.tiles / std::max<double>(gpu.sms, 1.0));
    const double most = std::max({products.all_s, weights_s + rows.seconds, time.fixed_s});
    time.limit = most == time.fixed_s ? Limit::Latency : most == products.all_s ? Limit::Compute : Limit::Memory;
    return time;
}

KernelTime predictMoe(const hardware::Gpu& gpu, const MoeCoefficients& coefficients, const workload::Kernel& kernel,
                      MoeTactic tactic) {
    const auto types = static_cast<std::size_t>(moeTypesOf(gpu, kernel));
    KernelTime time = predictMoe(gpu, coefficients.kernels[types], kernel, tactic);
    time.log_p10 = coefficients.bands[types].p10;
    time.log_p90 = coefficients.bands[types].p90;
    return time;
}

} // namespace strata::gpu
