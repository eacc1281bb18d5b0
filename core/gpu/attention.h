// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

#include <span>

namespace strata::gpu {

/// Attention, fused and in parts.
struct AttentionCoefficients {
    double bandwidth_fraction = 0.8;
    double compute_fraction = 0.8;
    double floor_s = 3e-6;
};

AttentionCoefficients resolveAttention(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

KernelTime predictAttention(const hardware::Gpu& gpu, const AttentionCoefficients& coefficients, const workload::Kernel& kernel);

}  // namespace strata::gpu
