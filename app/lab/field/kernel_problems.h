// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// KernelBench's operators that are one kernel of FP32 (kernelbench_times_ms.csv and problem_shapes.json), run eagerly
/// by PyTorch: products, convolutions, pools, element by element, softmax, norms. Fused operators, networks and compile
/// modes are refused. Errors: those of the table and of the JSON file.
Result<FieldRows> readKernelProblems(const std::filesystem::path& folder, const Library& library);

/// Calibration "gpu-windows": what each result of a pool takes, of rows that the manifest
/// gives to fits. Errors: those of readKernelProblems() and of the fit.
Result<hardware::Calibration> fitGpuWindows(const std::filesystem::path& folder, const Library& library,
                                            const Without& without);

/// Suite "gpu-problems".
Result<SuiteReport> runKernelProblems(const SuiteOptions& options);

} // namespace strata::assess
