// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/row_distance.h"

#include "core/gpu/attention/attention.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/calibration/distance.h"
#include "core/gpu/experts/moe.h"
#include "core/gpu/vector/scan.h"

#include <variant>

namespace strata::assess {

std::string distanceName(std::span<const hardware::Calibration> calibrations, std::string_view id,
                         const hardware::Gpu& gpu, bool seen) {
    const hardware::Calibration* calibration = gpu::calibrationOf(calibrations, id);
    if (calibration == nullptr) return "unknown";
    return std::string(gpu::name(gpu::distanceOf(*calibration, gpu, seen)));
}

std::string_view calibrationOfKernel(const workload::Kernel& kernel) {
    if (std::holds_alternative<workload::Attention>(kernel.shape)) return gpu::kAttentionCalibration;
    if (std::holds_alternative<workload::Moe>(kernel.shape)) return gpu::kMoeCalibration;
    if (std::holds_alternative<workload::Scan>(kernel.shape)) return gpu::kScanCalibration;
    return "gpu-tensor-matmul";
}

} // namespace strata::assess
