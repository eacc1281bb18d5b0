// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/calibrated.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace strata::gpu {

/// Constants of the model that all devices share; what each means stands beside its row in vectorFields().
struct VectorShared {
    double bandwidth_fraction = 0, start_s = 0, lead_share = 0, l2_hold = 0, l1_share = 0, l2_share = 0;
    double softmax_row_clocks = 0, softmax_step_clocks = 0, norm_row_clocks = 0, norm_step_clocks = 0, unaligned = 0;
    double pow_clocks = 0, function_clocks = 0;
    double window_clocks = 0, pool_tap_clocks = 0, filter_tap_clocks = 0, trip_clocks = 0;
};

/// One shared constant: where it stands, what it means, and within what a fit may move it.
struct VectorField {
    const char* name;
    double VectorShared::*member;
    double start, low, high;
};
std::span<const VectorField> vectorFields();
/// Those of kernels that only runs of PyTorch's operators show: pools and depthwise convolutions in 32 bits, whose
/// results each combine a window of elements, and norms whose few rows are long.
std::span<const VectorField> windowFields();
inline constexpr std::string_view kWindowCalibration = "gpu-windows";
inline constexpr std::string_view kWindowClass = "window"; ///< of its residuals

/// Is it a kernel that gives each result of a window a thread of its own, which divides image, channel, row and column
/// out of the result's number? Pools do so in all formats (PyTorch, aten/src/ATen/native/cuda/AveragePool2d.cu and
/// DilatedMaxPool2d.cu), depthwise convolutions in 32 bits alone (DepthwiseConv2d.cu): in 16 bits and less libraries
/// take images with channels last, where one load and one address serve several channels (native/Convolution.cpp,
/// use_cudnn_depthwise()).
bool givesResultsThreads(const workload::Kernel& kernel);

/// What a host's floor is known of.
enum class VectorCall : std::uint8_t { Binary, Unary, Softmax, Norm, Other };
inline constexpr std::size_t kVectorCalls = 5;
const char* vectorCallName(VectorCall call); ///< "binary", ..., as in calibrations
VectorCall vectorCallOf(const workload::Kernel& kernel);

/// Kernels that stream: elementwise, softmax, norms, embedding, copy, quantize, direct convolutions; for one device.
struct VectorCoefficients {
    VectorShared shared;
    double bandwidth = 0;     ///< sustained DRAM bytes/s
    double l2_bandwidth = 0;  ///< bytes/s
    double l1_bytes = 0;      ///< of one SM, that holds global loads; 0: none
    double own_bandwidth = 1; ///< the device's own factor on what is streamed
    std::array<double, kVectorCalls> floor_s{};
    std::array<SizedSpread, workload::kKernelClasses> spread{};
    SizedSpread window_spread; ///< of givesResultsThreads()
    bool seen = false;         ///< this device was measured
};

/// The device's own coefficients where it was measured, else those that its datasheet and generation give.
VectorCoefficients resolveVector(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);
/// The same measurements on a device with other numbers (sameNames()).
void renewVector(VectorCoefficients& coefficients, const hardware::Gpu& gpu);

/// Time of one streaming kernel, from DRAM or from the caches that hold its tensors. A convolution is taken as a direct
/// one: lanes sum the taps of their results, inputs are read once, and neighbours find them in L1.
KernelTime predictVector(const hardware::Gpu& gpu, const VectorCoefficients& coefficients,
                         const workload::Kernel& kernel);

} // namespace strata::gpu
