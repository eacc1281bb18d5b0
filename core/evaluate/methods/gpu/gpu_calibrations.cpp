// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/calibration_use.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/products/tile_model.h"
#include "core/gpu/vector/scan.h"

#include <algorithm>
#include <set>

namespace strata::methods {
namespace {

/// The file that the tile model's coefficients of a kernel come from.
std::string_view tileCalibration(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    using workload::KernelClass;
    switch (workload::classOf(kernel)) {
    case KernelClass::Bmm:
    case KernelClass::Linear:
    case KernelClass::Conv: return gpu::onTensorCores(gpu, kernel.math) ? "gpu-tensor-matmul" : "gpu-simt-matmul";
    case KernelClass::AttentionPrefill:
    case KernelClass::AttentionDecode: return gpu::kAttentionCalibration;
    case KernelClass::Moe: return gpu::kMoeCalibration;
    case KernelClass::Elementwise:
    case KernelClass::Softmax:
    case KernelClass::Norm:
    case KernelClass::Scan: return gpu::kScanCalibration;
    case KernelClass::Quantize:
    case KernelClass::Copy:
    case KernelClass::Embedding: break;
    }
    return "gpu-vector";
}

} // namespace

std::vector<CalibrationUse> calibrationsUsed(const GpuMethod& method, const hardware::Gpu& gpu,
                                             std::span<const workload::Kernel> kernels, bool model,
                                             const Library& library) {
    std::set<std::string, std::less<>> used{gpu::residualsOf(method.id)};
    if (method.by_tiles) {
        for (const workload::Kernel& kernel : kernels)
            used.emplace(tileCalibration(gpu, kernel));
        used.insert({"gpu-power"});
    }
    if (model) used.insert({"compose-models", "compose-serving"});
    std::vector<CalibrationUse> uses;
    for (const hardware::Calibration& calibration : library.calibrations())
        if (used.contains(calibration.id)) uses.push_back(useOf(calibration));
    return uses;
}

} // namespace strata::methods
