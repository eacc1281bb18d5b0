// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_moe.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/fit/pooled_fit.h"
#include "app/lab/run/manifest.h"
#include "app/lab/tensor/gpu_modern_moe_rows.h"
#include "app/lab/tensor/gpu_modern_residuals.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <map>

namespace strata::assess {
namespace {

using hardware::Calibration;
namespace fs = std::filesystem;

// Rows of one device and type in the fit.
constexpr std::size_t kRows = 220;
// Levels of groups.
constexpr std::uint8_t kByTypes = 1, kByDevice = 2, kByBoth = 8;

// Three stages under way, each of which waits 0.8 us for the memory: what one token takes more with each stage, alike
// on two devices with 16 and with 8 bits.
constexpr double kStage_s = 2.75e-7;
// Held, not fitted: a free share of the last wave goes to its bound of 1, where times jump at each wave by more than a
// slider may, and the gain of cached experts moves with it.
constexpr double kTail = 0.5, kGain = 2.5;
// In the order of gpu::moeCoefficients(), and after them what an older release of the engine multiplies.
constexpr std::array kCoefficients{PooledCoefficient{"launch_s", 1.5e-6, 2e-7, 8e-6, kByBoth},
                                   PooledCoefficient{"expert_s", 6e-8, 2e-9, 1e-6, kByTypes},
                                   PooledCoefficient{"stage_s", kStage_s, kStage_s, kStage_s},
                                   PooledCoefficient{"first_stage_s", 4e-7, 1e-7, 1e-6},
                                   PooledCoefficient{"product_fraction", 0.8, 0.1, 1.6, kByBoth},
                                   PooledCoefficient{"operand_rows", 20.0, 1.0, 300.0},
                                   PooledCoefficient{"upcast_per_clock", 20.0, 3.0, 300.0},
                                   PooledCoefficient{"loop_start", 50.0, 5.0, 2000.0},
                                   PooledCoefficient{"norm", 2.0, 0.8, 8.0},
                                   PooledCoefficient{"memory_fraction", 0.85, 0.4, 1.1, kByDevice},
                                   PooledCoefficient{"cache_share", 0.3, 0.02, 1.0, kByDevice},
                                   PooledCoefficient{"cache_gain", kGain, kGain, kGain},
                                   PooledCoefficient{"tail_share", kTail, kTail, kTail},
                                   PooledCoefficient{"row_fraction", 0.85, 0.3, 1.0},
                                   PooledCoefficient{"touch_fraction", 0.5, 0.05, 5.0, kByBoth},
                                   PooledCoefficient{"older_launch", 1.0, 0.1, 10.0},
                                   PooledCoefficient{"older_stage", 1.0, 0.1, 10.0},
                                   PooledCoefficient{"older_product", 1.0, 0.1, 10.0}};
constexpr std::size_t kLaunch = 0, kStage = 2, kProduct = 4, kKernel = 15; // kKernel: those of gpu::MoeKernel
constexpr std::size_t kOlderLaunch = 15, kOlderStage = 16, kOlderProduct = 17;

gpu::MoeKernel kernelFrom(std::span<const double> values, bool older) {
    gpu::MoeKernel kernel;
    const auto names = gpu::moeCoefficients();
    for (std::size_t i = 0; i < names.size(); ++i)
        kernel.*names[i].member = values[i];
    if (older) {
        kernel.launch_s *= values[kOlderLaunch];
        kernel.stage_s *= values[kOlderStage];
        kernel.product_fraction *= values[kOlderProduct];
    }
    return kernel;
}

/// One group of the calibration for a group of the fit at a level.
hardware::CalibrationGroup& appendGroup(std::map<std::string, std::string, std::less<>> key, const PooledFit& fit,
                                        std::size_t level, std::size_t group, std::span<const PooledRow> rows,
                                        Calibration& calibration) {
    hardware::CalibrationGroup calibration_group;
    calibration_group.key = std::move(key);
    calibration_group.points =
        std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.groups[level] == group; });
    if (group < fit.factors[level].size()) {
        const std::vector<double>& factors = fit.factors[level][group];
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if (factors[i] != 1.0) calibration_group.values.emplace(kCoefficients[i].name, factors[i]);
        }
    }
    calibration.groups.push_back(std::move(calibration_group));
    return calibration.groups.back();
}

/// What only an older release of the engine was timed with stands in the device's own group.
void scaleOlder(hardware::CalibrationGroup& device, const PooledFit& fit) {
    for (const auto& [own, older] :
         {std::pair{kLaunch, kOlderLaunch}, std::pair{kStage, kOlderStage}, std::pair{kProduct, kOlderProduct}}) {
        double& factor = device.values.try_emplace(std::string(kCoefficients[own].name), 1.0).first->second;
        factor = roundedCoefficient(factor * fit.shared[older]);
    }
}

Result<Calibration> fitWithout(const MoeRows& moe, const Without& without) {
    const ModernRows& data = moe.data;
    std::vector<PooledRow> rows;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const std::string& id = data.devices[row.device].id;
        if (row.held_out || row.defect() || without.has(id)) continue;
        const auto types = static_cast<std::size_t>(gpu::moeTypesOf(data.devices[row.device], row.kernel));
        rows.push_back({{types, row.device, 0, row.device * gpu::kMoeTypes + types}, i, row.measured_s});
    }
    const auto fit = fitPooled(kCoefficients, rows, kRows, [&](std::span<const double> values, const PooledRow& row) {
        const ModernRow& modern_row = data.rows[row.index];
        return gpu::predictMoe(data.devices[modern_row.device], kernelFrom(values, moe.older[modern_row.device]),
                               modern_row.kernel)
            .seconds;
    });
    if (!fit) return fit.error();

    Calibration calibration;
    calibration.id = std::string(gpu::kMoeCalibration);
    calibration.points = static_cast<std::int64_t>(rows.size());
    hardware::CalibrationGroup shared{{{"kernel", "moe"}}, {}, calibration.points};
    for (std::size_t i = 0; i < kKernel; ++i)
        shared.values.emplace(kCoefficients[i].name, fit->shared[i]);
    calibration.groups.push_back(std::move(shared));
    noteRanges(std::span(kCoefficients).first<kKernel>(), calibration, "moe");
    std::array<std::map<std::size_t, const ModernRow*>, kPoolLevels> groups;
    for (const PooledRow& row : rows) {
        for (const std::size_t level : {0, 1, 3})
            groups[level].emplace(row.groups[level], &data.rows[row.index]);
    }
    for (const std::size_t level : {0, 1, 3}) {
        for (const auto& [group, row] : groups[level]) {
            std::map<std::string, std::string, std::less<>> key{{"kernel", "moe"}};
            if (level != 1) key.emplace("types", row->dtype);
            if (level != 0) key.emplace("device", data.devices[row->device].id);
            auto& added = appendGroup(std::move(key), *fit, level, group, rows, calibration);
            if (level == 1 && moe.older[row->device]) scaleOlder(added, *fit);
        }
    }
    appendMeasuredDevices(data.devices, without, calibration);
    return calibration;
}

std::vector<ModernAnswer> answersOf(const MoeRows& moe, std::span<const Calibration> calibrations) {
    const ModernRows& data = moe.data;
    std::vector<gpu::MoeCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::resolveMoe(gpu, calibrations));
    std::vector<ModernAnswer> answers;
    answers.reserve(data.rows.size());
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const auto& model = models[row.device];
        const auto time = gpu::predictMoe(data.devices[row.device], model, row.kernel);
        answers.push_back(toAnswer(time, model.seen));
    }
    return answers;
}

} // namespace

Result<Calibration> fitGpuMoe(const fs::path& folder, const Library& library, const Without& without) {
    const auto data = readMoeRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("modern-experts");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->data.devices));
    auto calibration = fitWithout(*data, left);
    if (!calibration) return calibration;
    calibration->suite = "gpu-modern";
    calibration->data = "fused experts of serving stacks on A100, H100 and RTX PRO 6000 (public silicon tables)";
    calibration->command = "strata-lab calibrate gpu-moe --data DIR";
    const auto done = addModernResiduals(
        *calibration, data->data, left, [&](const Without& others) { return fitWithout(*data, others); },
        [&](const Calibration& fitted) { return answersOf(*data, std::span(&fitted, 1)); },
        [](const ModernRow& row) { return std::string(row.dtype); });
    if (!done) return done.error();
    return calibration;
}

Result<void> addMoeRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readMoeRows(options.data, options.library);
    if (!data) return data.error();
    appendAnswers(options, data->data, answersOf(*data, options.library.calibrations()), report);
    return {};
}

} // namespace strata::assess
