// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/simt_library.h"

#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/kernel_table.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace strata::gpu {
namespace {

constexpr std::uint32_t kAll = (1U << kSimtTiles) - 1U;

bool isOf(const hardware::KernelTable& table, const hardware::Gpu& gpu, SimtOperator op) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    return !table.tiles.empty() && table.architecture == gpu.architecture && table.op == simtOperatorName(op) &&
           (table.lanes == 0.0 || lanesAlike(table.lanes, lanes));
}

} // namespace

bool lanesAlike(double stated, double lanes) {
    constexpr double kWithin = 1.4142135623730951;
    return stated < lanes * kWithin && lanes < stated * kWithin;
}

std::uint32_t publishedSimtTiles(const hardware::Gpu& gpu, const hardware::Calibration* calibration, SimtOperator op) {
    if (calibration == nullptr) return kAll;
    std::uint32_t used = 0;
    for (const auto& table : calibration->kernel_tables) {
        if (!isOf(*table, gpu, op)) continue;
        for (const hardware::ProductTile& tile : table->tiles) {
            const std::string name = std::to_string(tile.rows) + "x" + std::to_string(tile.columns);
            for (std::size_t i = 0; i < kSimtTiles; ++i)
                if (simtTileName(i) == name) used |= 1U << i;
        }
    }
    return used != 0 ? used : kAll;
}

double batchOfChoice(const hardware::Gpu& gpu, double batch, double m, double n, double k) {
    constexpr double kWidestHead = 128.0;
    if (!gpu.tuned_library) return batch;
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
