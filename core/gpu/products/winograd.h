// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/products/simt_matmul.h"

namespace strata::gpu {

/// Windows of 3 x 3 whose image, filters and result are transformed by kernels of their own, with one product for each
/// of the 36 elements of a transformed tile between them: 4 x 4 results take 36 multiplications instead of 144 (Lavin
/// and Gray, CVPR 2016, F(4x4, 3x3); cuDNN API, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED).
bool hasTransforms(const workload::Kernel& kernel);

/// Time of the three transforms and the products. Kernels for which hasTransforms() is false are not accepted.
KernelTime predictTransformed(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients,
                              const workload::Kernel& kernel);

} // namespace strata::gpu
