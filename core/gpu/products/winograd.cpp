// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/winograd.h"

#include "core/gpu/products/tiling.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

constexpr double kResults = 4.0, kWindow = 3.0; // along an edge of a tile
constexpr double kTransformed = kResults + kWindow - 1.0;
constexpr double kTransforms = 3.0;
/// Bytes a clock and SM of transforms of filters, which scatter each over 36 matrices: rows of cuDNN on P100, V100 and
/// T4 with many channels and small images show 1.8 to 2.6, and are told alike with 1.6 to 3.
constexpr double kFilterBytesPerClock = 2.0;

} // namespace

bool hasTransforms(const workload::Kernel& kernel) {
    const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape);
    return conv != nullptr && conv->r == kWindow && takesWinograd(kernel);
}

KernelTime predictTransformed(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients,
                              const workload::Kernel& kernel) {
    const auto& conv = std::get<workload::Conv2d>(kernel.shape);
    constexpr double kElements = kTransformed * kTransformed;
    const double tiles = conv.n * std::ceil(conv.p / kResults) * std::ceil(conv.q / kResults);
    workload::Kernel products = kernel;
    products.shape = workload::Matmul{kElements, tiles, conv.m, conv.c};
    KernelTime time = predictSimtMatmul(gpu, coefficients, products);

    const workload::KernelWork work = workload::workOf(kernel);
    const double element = bytesOf(kernel.a);
    const double images =
        work.read_bytes - work.weight_bytes + work.write_bytes + kElements * tiles * (conv.c + conv.m) * element;
    const double filters = work.weight_bytes * (1.0 + kElements / (kWindow * kWindow));
    const double images_s = images / coefficients.bandwidth;
    const double filters_s = filters / (kFilterBytesPerClock * gpu.sms * gpu.clock_hz);
    const double starts_s = kTransforms * coefficients.shared.start_s;
    const double more_s = images_s + filters_s + starts_s;
    time.memory_s += images_s + filters_s;
    time.fixed_s += starts_s;
    time.seconds += more_s;
    time.rested_s += more_s;
    const auto op = static_cast<std::size_t>(SimtOperator::Conv);
    time.alone_s = aloneSeconds(time.rested_s, coefficients.floor_s[op], coefficients.shared.lead_share);
    time.dram_bytes += images + filters;
    time.l2_bytes += images + filters;
    if (images_s + filters_s > time.seconds / 2.0) time.limit = Limit::Memory;
    const SizedSpread& spread = coefficients.spread[op];
    time.log_p10 = spread.long_p10;
    time.log_p90 = spread.long_p90;
    return time;
}

} // namespace strata::gpu
