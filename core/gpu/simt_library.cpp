// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/simt_library.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace strata::gpu {
namespace {

constexpr std::uint32_t kAll = (1U << kSimtTiles) - 1U;

/// Tiles by their place in SimtMatmulCoefficients::tiles. A kernel's name "128x64" counts columns first: it is tile
/// 64 x 128 of a product that is written by rows.
constexpr std::uint32_t k128x128 = 1U;
constexpr std::uint32_t k64x128 = 1U << 2U;
constexpr std::uint32_t k128x32 = 1U << 3U;
constexpr std::uint32_t k32x128 = 1U << 4U;
constexpr std::uint32_t k64x64 = 1U << 5U;
constexpr std::uint32_t k32x32 = 1U << 7U;

/// Kernels that public profiles name in float32, of batched products and of linear layers. Every family has 64x64 for
/// products that fill no larger one.
struct Profile {
    std::string_view generation, sister; ///< whose devices run these kernels
    double lanes;                        ///< of a multiprocessor; 0: any
    SimtOperator op;
    std::uint32_t tiles;
};
constexpr std::array kProfiles{
    // maxwell_sgemm_128x64_nn: attention on a GeForce GTX 1060 (PyTorch 2.11), im2col products on a Tesla P4 (Paddle)
    Profile{"Pascal", "Maxwell", 0, SimtOperator::Bmm, k64x128},
    // maxwell_sgemm_128x32_tn: linear layers on a Tesla P100 (PyTorch 2.5, CUDA 12.1). Multiprocessors with 128 lanes
    // run sgemm_128x128x8 there (the GTX 1060 above): they choose freely.
    Profile{"Pascal", "", 64, SimtOperator::Linear, k32x128 | k128x32 | k64x64},
    // volta_sgemm_*_nn in batches: what the family has for long and short sides, without its largest tile
    Profile{"Volta", "Turing", 0, SimtOperator::Bmm, k64x128 | k128x32 | k32x128 | k64x64},
    // ampere_sgemm_128x128_nn: the products of attention
    Profile{"Ampere", "Ada Lovelace", 0, SimtOperator::Bmm, k128x128},
    // ampere_sgemm_{128x64, 128x32, 32x128, 64x64}_tn, 32x32_sliced1x4_tn: linear layers
    Profile{"Ampere", "Ada Lovelace", 0, SimtOperator::Linear, k64x128 | k32x128 | k128x32 | k64x64 | k32x32},
};

} // namespace

std::uint32_t publishedSimtTiles(const hardware::Gpu& gpu, SimtOperator op) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    for (const Profile& profile : kProfiles) {
        const bool is_like = gpu.architecture == profile.generation || gpu.architecture == profile.sister;
        if (is_like && profile.op == op && (profile.lanes == 0.0 || profile.lanes == lanes)) return profile.tiles;
    }
    return kAll;
}

double batchOfChoice(const hardware::Gpu& gpu, double batch, double m, double n, double k) {
    constexpr double kWidestHead = 128.0;
    if (gpu.vendor != "AMD") return batch;
    // 1 where both are alike, 0 from half an octave on
    const auto alike = [](double a, double b) { return std::max(1.0 - 2.0 * std::abs(std::log2(a / b)), 0.0); };
    const auto head = [](double size) { return std::clamp(1.0 - 2.0 * std::log2(size / kWidestHead), 0.0, 1.0); };
    return std::pow(batch, std::max(alike(m, n) * head(k), alike(m, k) * head(n)));
}

double loneSeconds(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients, const SimtTile& tile, double m,
                   double n, double k) {
    constexpr double kElementBytes = 4.0;
    constexpr double kSimds = 4.0;
    constexpr double kL2Clocks = 250.0;         // to the first operand of a slice (pointer chasing; recalled)
    constexpr double kL1BytesPerClock = 64.0;   // AMD CDNA Architecture whitepaper (2020)
    constexpr double kLdsBytesPerClock = 128.0; // the same
    // Operands go into the local store and out of it to two waves each.
    constexpr double kLdsTrips = 2.0;
    const double blocks = std::ceil(m / tile.m) * std::ceil(n / tile.n);
    const double of_a_unit = std::ceil(blocks / gpu.sms);
    const double operand_bytes = (tile.m + tile.n) * coefficients.slice * kElementBytes;
    const double flop_per_clock = gpu.matrix_flop_per_clock[index(NumberType::Fp32)];
    const double multiply = 2.0 * tile.m * tile.n * coefficients.slice / flop_per_clock;
    const double waves = std::min(tile.threads / gpu.warp, kSimds);
    const double alone = kL2Clocks + operand_bytes * (1.0 / kL1BytesPerClock + kLdsTrips / kLdsBytesPerClock) +
                         multiply * kSimds / waves;
    const double compute_s = std::max(alone, of_a_unit * multiply) / gpu.clock_hz;
    const double l2_s = blocks * operand_bytes / coefficients.l2_bandwidth;
    return std::ceil(k / coefficients.slice) * std::cbrt(compute_s * compute_s * compute_s + l2_s * l2_s * l2_s);
}

} // namespace strata::gpu
