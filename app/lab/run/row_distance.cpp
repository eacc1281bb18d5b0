// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/row_distance.h"

#include "core/catalog/library.h"
#include "core/gpu/attention/attention.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/calibration/distance.h"
#include "core/gpu/experts/moe.h"
#include "core/gpu/vector/scan.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <variant>

namespace strata::assess {

std::string distanceName(std::span<const hardware::Calibration> calibrations, std::string_view id,
                         const hardware::Gpu& gpu, bool seen) {
    const hardware::Calibration* calibration = gpu::calibrationOf(calibrations, id);
    if (calibration == nullptr) return "unknown";
    return std::string(gpu::name(gpu::distanceOf(*calibration, gpu, seen)));
}

std::string distanceOfDevice(const Library& library, std::string_view device) {
    constexpr std::string_view kProducts = "gpu-tensor-matmul";
    const Entry* entry = library.find(device);
    if (entry == nullptr || entry->kind != EntryKind::Gpu) return "unknown";
    const auto gpu = hardware::readGpu(*entry->document, {});
    const hardware::Calibration* calibration = gpu::calibrationOf(library.calibrations(), kProducts);
    if (!gpu || calibration == nullptr) return "unknown";
    const bool seen = std::ranges::any_of(calibration->groups, [&](const hardware::CalibrationGroup& group) {
        const auto found = group.key.find("device");
        return found != group.key.end() && found->second == gpu->id;
    });
    return distanceName(library.calibrations(), kProducts, *gpu, seen);
}

std::string_view calibrationOfKernel(const workload::Kernel& kernel) {
    if (std::holds_alternative<workload::Attention>(kernel.shape)) return gpu::kAttentionCalibration;
    if (std::holds_alternative<workload::Moe>(kernel.shape)) return gpu::kMoeCalibration;
    if (std::holds_alternative<workload::Scan>(kernel.shape)) return gpu::kScanCalibration;
    return "gpu-tensor-matmul";
}

} // namespace strata::assess
