// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

#include <span>

namespace strata::gpu {

/// Matrix products and convolutions on the scalar lanes (and the FP32 matrix cores of CDNA).
struct SimtMatmulCoefficients {
    double bandwidth_fraction = 0.8;
    double compute_fraction = 0.8;
    double floor_s = 3e-6;
};

SimtMatmulCoefficients resolveSimtMatmul(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

KernelTime predictSimtMatmul(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients, const workload::Kernel& kernel);

}  // namespace strata::gpu
