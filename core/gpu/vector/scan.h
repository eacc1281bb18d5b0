// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kScanCalibration = "gpu-scan";

/// Selective scan and gated delta rule (Yang et al. 2024, "Gated Delta Networks"): recurrent for single tokens, in
/// chunks for many.
struct ScanCoefficients {
    double fixed_s = 6.5e-6;
    double state_per_clock = 1.8;   ///< elements of the state that one SM updates in a clock
    double memory_fraction = 0.95;  ///< of the memory's bandwidth
    double cache_share = 0.5;       ///< of L2 in which states stay from call to call
    double cache_gain = 2.0;        ///< bandwidth of L2 over that of memory
    double product_fraction = 0.33; ///< of the tensor cores' peak, chunked form
    double chunk_fixed_s = 25e-6;   ///< start of the kernels of the chunked form
    ResidualBand band;
    bool seen = false; ///< the device was measured
};
std::span<const NamedCoefficient<ScanCoefficients>> scanCoefficients();

/// One group {"kernel": "scan"} for all devices.
ScanCoefficients resolveScan(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// The recurrent form for single tokens, the chunked one for many.
KernelTime predictScan(const hardware::Gpu& gpu, const ScanCoefficients& coefficients, const workload::Kernel& kernel);

} // namespace strata::gpu
