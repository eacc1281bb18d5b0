// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

#include <span>

namespace strata::gpu {

/// Kernels that stream: elementwise, softmax, norms, embedding, copy, quantize, scan.
struct VectorCoefficients {
    double bandwidth_fraction = 0.8;
    double compute_fraction = 0.8;
    double floor_s = 3e-6;
};

VectorCoefficients resolveVector(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

KernelTime predictVector(const hardware::Gpu& gpu, const VectorCoefficients& coefficients, const workload::Kernel& kernel);

}  // namespace strata::gpu
