// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_baselines.h"

#include "app/lab/gpu/gpu_fit.h"
#include "app/lab/run/manifest.h"
#include "app/lab/training/neusight_training.h"
#include "core/gpu/hierarchy.h"
#include "core/gpu/rivals/neusight.h"
#include "core/gpu/rivals/roofline.h"

#include <memory>

namespace strata::assess {
namespace {

using hardware::Calibration;

constexpr std::size_t kTrainingRows = 1000; ///< of each device, operator and split

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

/// Rows to train on: NeuSight's own split where the device has it.
std::vector<TrainingRow> trainingRows(const GpuData& data, std::size_t family, const Without& without) {
    std::vector<bool> has_split(data.devices.size(), false);
    for (const GpuRow& row : data.rows) {
        if (row.train) has_split[row.device] = true;
    }
    std::vector<TrainingRow> rows;
    for (const GpuRow* row : sampleRows(data, kTrainingRows, without)) {
        const hardware::Gpu& gpu = data.devices[row->device];
        if (row->train != has_split[row->device]) continue;
        const gpu::NeusightSample sample = gpu::neusightSample(gpu, row->kernel);
        if (sample.family == family && sample.own_family) rows.push_back({sample, row->measured_s});
    }
    return rows;
}

Calibration networks(const GpuData& data, const Without& without) {
    Calibration calibration = named("gpu-neusight", data, without);
    for (std::size_t family = 0; family < gpu::kNeusightFamilies; ++family) {
        const std::vector<TrainingRow> rows = trainingRows(data, family, without);
        hardware::CalibrationGroup group{{{"class", std::string(gpu::neusightFamily(family))}}, {}, 0};
        group.points = static_cast<std::int64_t>(rows.size());
        const auto weights = trainNeusight(rows, family).weights();
        for (std::size_t i = 0; i < weights.size(); ++i)
            group.values[gpu::neusightWeight(i)] = weights[i];
        calibration.groups.push_back(std::move(group));
    }
    return calibration;
}

} // namespace

Result<Calibration> fitGpuNeusight(const std::filesystem::path& folder, const Library& library,
                                   const Without& without) {
    const auto data = readGpuRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    Calibration calibration = networks(*data, left);
    const auto fit = [&](const Without& others) { return Result<Calibration>(networks(*data, others)); };
    const auto predictor = [&](const Calibration& with) -> DevicePredictor {
        const auto model = gpu::resolveNeusight(std::span(&with, 1));
        return [&devices = data->devices,
                model = model.value_or(gpu::NeusightModel{})](std::size_t device, const workload::Kernel& kernel) {
            return gpu::predictNeusight(devices[device], model, kernel);
        };
    };
    if (auto done = addResiduals(calibration, *data, left, fit, predictor); !done) return done.error();
    return calibration;
}

Result<Calibration> fitGpuRoofline(const std::filesystem::path& folder, const Library& library,
                                   const Without& without) {
    return residualsOnly("gpu-roofline", gpu::predictRoofline, folder, library, without);
}

Result<Calibration> fitGpuHierarchy(const std::filesystem::path& folder, const Library& library,
                                    const Without& without) {
    return residualsOnly("gpu-hierarchy", gpu::predictHierarchy, folder, library, without);
}

} // namespace strata::assess
