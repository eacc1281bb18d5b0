// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_baselines.h"

#include "app/lab/gpu/gpu_fit.h"
#include "app/lab/run/manifest.h"
#include "core/gpu/hierarchy.h"
#include "core/gpu/rivals/roofline.h"

#include <memory>

namespace strata::assess {
namespace {

using hardware::Calibration;

Calibration named(const char* id, const GpuData& data, const Without& without) {
    Calibration calibration;
    calibration.id = id;
    calibration.suite = "gpu";
    calibration.data =
        "FP32 kernels of NeuSight's artifact (ASPLOS 2025, doi 10.1145/3669940.3707265), timed one by one";
    calibration.command = std::string("strata-lab calibrate ") + id + " --data DIR";
    for (const GpuRow& row : data.rows)
        calibration.points += without.has(data.devices[row.device].id) ? 0 : 1;
    return calibration;
}

using Formula = gpu::KernelTime (*)(const hardware::Gpu&, const workload::Kernel&);

Result<Calibration> residualsOnly(const char* id, Formula formula, const std::filesystem::path& folder,
                                  const Library& library, const Without& without) {
    const auto data = readGpuRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    Calibration calibration = named(id, *data, left);
    const auto fit = [&](const Without&) { return Result<Calibration>(calibration); };
    const auto predictor = [&](const Calibration&) -> DevicePredictor {
        return [&devices = data->devices, formula](std::size_t device, const workload::Kernel& kernel) {
            return formula(devices[device], kernel);
        };
    };
    if (auto done = addResiduals(calibration, *data, left, fit, predictor, ErrorsOf::Unfitted); !done) {
        return done.error();
    }
    return calibration;
}

} // namespace

Result<Calibration> fitGpuRoofline(const std::filesystem::path& folder, const Library& library,
                                   const Without& without) {
    return residualsOnly("gpu-roofline", gpu::predictRoofline, folder, library, without);
}

Result<Calibration> fitGpuHierarchy(const std::filesystem::path& folder, const Library& library,
                                    const Without& without) {
    return residualsOnly("gpu-hierarchy", gpu::predictHierarchy, folder, library, without);
}

} // namespace strata::assess
