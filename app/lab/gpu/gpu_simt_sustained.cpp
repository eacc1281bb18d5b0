// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_simt_sustained.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/hardware/gpu/gpu_json.h"

#include <array>

namespace strata::assess {
namespace {

/// Sustained share of the FP32 peak of large linear layers where NeuSight (ASPLOS 2025) measured, cooled as clouds do.
struct Share {
    const char* device;
    double share;
};
constexpr std::array kShares{Share{"L4", 0.28}, Share{"T4", 0.48}, Share{"A100-PCIe-40GB", 0.85},
                             Share{"V100-PCIe-32GB", 0.96}, Share{"H100-SXM-80GB", 0.74}};

constexpr double kShareWeight = 4.0; ///< the conditions of the kernels that were timed one by one

/// torch.mm of two n x n matrices, 30 in a row (github.com/zzc0721/torch-performance-test-data, test.py): TFLOP/s at
/// n = 4096 and 8192, and the issue of that repository that has them. Its L4 keeps a clock 40 % above NeuSight's, and
/// is left out: one device has one share here.
struct Square {
    const char* device;
    double tflops_4096, tflops_8192;
    int issue;
};
constexpr std::array kSquares{
    Square{"p4", 4.55, 4.01, 9},
    Square{"p100-pcie-16gb", 8.21, 8.63, 177},
    Square{"p100-sxm2-16gb", 9.04, 9.50, 180},
    Square{"v100-sxm2-16gb", 13.85, 14.38, 140},
    Square{"a100-pcie-40gb", 15.52, 17.56, 108},
    Square{"a40", 23.01, 23.73, 185},
    Square{"rtx-a4000", 9.08, 11.90, 97},
    Square{"rtx-3080", 20.86, 20.97, 114},
    Square{"l20", 36.35, 35.88, 107},
    Square{"h100-pcie-80gb", 36.51, 36.95, 95},
    Square{"h100-sxm5-80gb", 51.88, 51.81, 79},
    Square{"h20", 30.27, 31.99, 77},
    Square{"rtx-5090", 65.03, 66.34, 15},
    Square{"rtx-5080", 31.56, 33.09, 104},
    Square{"mi210", 33.13, 33.02, 195},
};

workload::Kernel product(double m, double n, double k, bool linear) {
    workload::Matmul shape;
    shape.m = m;
    shape.n = n;
    shape.k = k;
    shape.linear = linear;
    return {shape};
}

} // namespace

std::vector<SustainedProduct> sustainedProducts(const Library& library, const Without& without) {
    std::vector<SustainedProduct> rows;
    const auto add = [&](const char* device, const workload::Kernel& kernel, auto flop_per_s, double weight) {
        const Entry* entry = library.find(device);
        if (entry == nullptr || entry->kind != EntryKind::Gpu || without.has(entry->id)) return;
        auto gpu = hardware::readGpu(*entry->document, "");
        if (gpu) chooseRuntime(*gpu, library);
        if (gpu) rows.push_back({*gpu, kernel, workload::workOf(kernel).flop / flop_per_s(*gpu), weight});
    };
    for (const Share& one : kShares) {
        const auto rate = [&](const hardware::Gpu& gpu) { return one.share * gpu.vectorPeak(NumberType::Fp32); };
        add(one.device, product(16384, 4096, 4096, true), rate, kShareWeight);
    }
    for (const Square& square : kSquares) {
        add(
            square.device, product(4096, 4096, 4096, false), [&](const auto&) { return square.tflops_4096 * 1e12; },
            1.0);
        add(
            square.device, product(8192, 8192, 8192, false), [&](const auto&) { return square.tflops_8192 * 1e12; },
            1.0);
    }
    return rows;
}

} // namespace strata::assess
