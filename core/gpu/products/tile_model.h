// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/attention/attention.h"
#include "core/gpu/calibration/own_factors.h"
#include "core/gpu/experts/moe.h"
#include "core/gpu/kernel_time.h"
#include "core/gpu/products/simt_matmul.h"
#include "core/gpu/products/tensor_matmul.h"
#include "core/gpu/vector/scan.h"
#include "core/gpu/vector/vector_kernels.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <span>

namespace strata::gpu {

/// The coefficients of every operator family for one device, resolved from calibrations: a device that was measured has
/// its own, any other gets them from causes (datasheet, generation). Made once a request; predictions then allocate
/// nothing.
struct TileModel {
    hardware::Gpu gpu; ///< at its running clock
    SimtMatmulCoefficients simt;
    TensorMatmulCoefficients tensor;
    AttentionCoefficients attention;
    MoeCoefficients moe;
    VectorCoefficients vector;
    ScanCoefficients scan;
    std::shared_ptr<const OwnKernels> own{}; ///< what the user measured; null: nothing
};

/// The model of this device, as the calibrations tell it, at the clock of atRunningClock().
TileModel makeTileModel(const hardware::Gpu& printed, std::span<const hardware::Calibration> calibrations);

/// The same device with other numbers, bit for bit as makeTileModel() with these calibrations: what the calibrations
/// say is looked up again only where it depends on what has changed.
void renewTileModel(TileModel& model, const hardware::Gpu& printed,
                    std::span<const hardware::Calibration> calibrations);

/// FP32 arithmetic runs on scalar lanes, or on the FP32 matrix cores of CDNA; everything narrower on tensor cores if
/// any.
bool onTensorCores(const hardware::Gpu& gpu, NumberType math);

/// Method gpu.tile: at least 10^6 a second.
KernelTime predict(const TileModel& model, const workload::Kernel& kernel);

} // namespace strata::gpu
