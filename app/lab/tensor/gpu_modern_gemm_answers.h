// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/tensor/gpu_modern_gemm_rows.h"
#include "core/gpu/products/tensor_matmul.h"
#include "core/hardware/calibration/calibration.h"

#include <span>
#include <vector>

namespace strata::assess {

/// Models of all setups, in their order.
std::vector<gpu::TensorMatmulCoefficients> gemmModels(const GemmRows& data,
                                                      std::span<const hardware::Calibration> calibrations);

/// What gpu.tile says about a row of this device.
gpu::KernelTime gemmAnswer(const GemmRow& row, const hardware::Gpu& gpu, const gpu::TensorMatmulCoefficients& model);

} // namespace strata::assess
