// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/calibrated.h"
#include "core/gpu/products/tiling.h"
#include "core/gpu/vector/vector_kernels.h"

namespace strata::gpu {
namespace {

constexpr std::array<const char*, kVectorCalls> kCalls{"binary", "unary", "softmax", "norm", "other"};

constexpr std::array kFields{
    // Of the datasheet's DRAM rate where nobody measured it
    VectorField{"bandwidth_fraction", &VectorShared::bandwidth_fraction, 0.85, 0.5, 1.0},
    // Start and drain of a kernel
    VectorField{"start_s", &VectorShared::start_s, 2.5e-6, 1e-6, 4e-6},
    // Of the host's floor before the kernel starts
    VectorField{"lead_share", &VectorShared::lead_share, 0.6, 0.2, 0.99},
    // Of L2 that repeated calls find filled
    VectorField{"l2_hold", &VectorShared::l2_hold, 0.5, 0.05, 2.0},
    // Of L1 that holds rows half of the time
    VectorField{"l1_share", &VectorShared::l1_share, 0.6, 0.1, 3.0},
    // The same of L2
    VectorField{"l2_share", &VectorShared::l2_share, 0.53, 0.1, 2.0},
    // Barriers and reductions
    VectorField{"softmax_row_clocks", &VectorShared::softmax_row_clocks, 2000, 50, 50000},
    // Of one step through a row
    VectorField{"softmax_step_clocks", &VectorShared::softmax_step_clocks, 1500, 50, 20000},
    VectorField{"norm_row_clocks", &VectorShared::norm_row_clocks, 2000, 50, 50000},
    VectorField{"norm_step_clocks", &VectorShared::norm_step_clocks, 1000, 50, 20000},
    // Steps where rows are not aligned to 16 bytes
    VectorField{"unaligned", &VectorShared::unaligned, 1.7, 1.0, 6.0},
    // Of one lane for one element
    VectorField{"pow_clocks", &VectorShared::pow_clocks, 60, 6, 400},
    // Tanh, erf, exp
    VectorField{"function_clocks", &VectorShared::function_clocks, 20, 6, 200},
};

constexpr std::array kWindowFields{
    // Integer instructions for a result of a window: its image, channel, row and column
    VectorField{"window_clocks", &VectorShared::window_clocks, 100, 10, 1000},
    // For each element of the window, whose loop is not unrolled: two addresses and the edges
    VectorField{"pool_tap_clocks", &VectorShared::pool_tap_clocks, 30, 1, 300},
    // The same of a filter, whose loop is unrolled where it is square
    VectorField{"filter_tap_clocks", &VectorShared::filter_tap_clocks, 6, 0.5, 100},
    // A step of a block alone on its SM: the way to memory (600 to 800 clocks: RRZE, gpu-benches, gpu-latency) and the
    // moments' update behind it
    VectorField{"trip_clocks", &VectorShared::trip_clocks, 900, 200, 4000},
};

} // namespace

std::span<const VectorField> vectorFields() { return kFields; }
std::span<const VectorField> windowFields() { return kWindowFields; }

const char* vectorCallName(VectorCall call) { return kCalls[static_cast<std::size_t>(call)]; }

VectorCoefficients resolveVector(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* calibration = calibrationOf(calibrations, "gpu-vector");
    const hardware::Coefficients none;
    const hardware::Coefficients& values = calibration == nullptr ? none : calibration->values;
    VectorCoefficients found;
    for (const VectorField& field : kFields)
        found.shared.*field.member = valueOr(values, field.name, field.start);
    const hardware::Calibration* windows = calibrationOf(calibrations, kWindowCalibration);
    for (const VectorField& field : kWindowFields)
        found.shared.*field.member =
            windows == nullptr ? field.start : valueOr(windows->values, field.name, field.start);
    const auto* group = groupOf(gpu, calibration);
    found.seen = isOwn(group);
    const hardware::Coefficients& own = group == nullptr ? none : group->values;
    found.own_bandwidth = valueOr(own, "bandwidth", 1.0);
    constexpr double kTypicalFloor_s = 3e-5;
    for (std::size_t call = 0; call < kVectorCalls; ++call) {
        const std::string floor = std::string("floor_") + kCalls[call] + "_s";
        const double typical = valueOr(values, floor, kTypicalFloor_s);
        found.floor_s[call] = found.seen ? valueOr(own, floor, typical) : typical;
    }
    for (std::size_t i = 0; i < workload::kKernelClasses; ++i) {
        found.spread[i] =
            sizedSpread(calibration, workload::name(static_cast<workload::KernelClass>(i)), gpu, found.seen);
    }
    const auto* window_group = groupOf(gpu, windows);
    found.window_spread = sizedSpread(windows, kWindowClass, gpu, isOwn(window_group));
    renewVector(found, gpu);
    return found;
}

void renewVector(VectorCoefficients& coefficients, const hardware::Gpu& gpu) {
    coefficients.bandwidth =
        streamedBandwidth(gpu, coefficients.shared.bandwidth_fraction) * coefficients.own_bandwidth;
    coefficients.l2_bandwidth = l2Bandwidth(gpu);
    coefficients.l1_bytes = cachingL1(gpu);
}

} // namespace strata::gpu
