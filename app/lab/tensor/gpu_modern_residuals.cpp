// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_residuals.h"

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/fit.h"
#include "app/lab/run/row_request.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using hardware::Calibration;

// Rows of one device and operator that residuals are counted on.
constexpr std::size_t kRows = 1500;

/// Indices of rows, evenly spread, defects left out.
std::vector<std::size_t> sampleOf(const ModernRows& data, const Without& without) {
    std::map<std::pair<std::size_t, std::string_view>, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        if (!row.defect() && !without.has(data.devices[row.device].id)) groups[{row.device, row.op}].push_back(i);
    }
    std::vector<std::size_t> sample;
    for (const auto& [key, rows] : groups) {
        const std::size_t count = std::min(kRows, rows.size());
        for (std::size_t i = 0; i < count; ++i)
            sample.push_back(rows[i * rows.size() / count]);
    }
    return sample;
}

} // namespace

ModernAnswer toAnswer(const gpu::KernelTime& time, bool seen) {
    return {time.seconds, time.seconds * std::exp(static_cast<double>(time.log_p10)),
            time.seconds * std::exp(static_cast<double>(time.log_p90)), seen};
}

Result<void> addModernResiduals(Calibration& calibration, const ModernRows& data, const Without& without,
                                const std::function<Result<Calibration>(const Without& without)>& fit,
                                const std::function<std::vector<ModernAnswer>(const Calibration&)>& answers,
                                const std::function<std::string(const ModernRow&)>& kernel_of) {
    const std::vector<std::size_t> sample = sampleOf(data, without);
    struct Errors {
        ErrorsByKey classes, kernels;
    };
    const auto add = [&](const Calibration& fitted, std::size_t device, Errors& errors) {
        const std::vector<ModernAnswer> all = answers(fitted);
        for (const std::size_t i : sample) {
            const ModernRow& row = data.rows[i];
            if (device < data.devices.size() && row.device != device) continue;
            const std::string name{workload::name(workload::classOf(row.kernel))};
            const LogError error{row.device, std::log(row.measured_s / all[i].seconds)};
            errors.classes[{{"class", name}}].push_back(error);
            if (kernel_of) errors.kernels[{{"class", name}, {"types", kernel_of(row)}}].push_back(error);
        }
    };
    Errors seen;
    add(calibration, data.devices.size(), seen);
    std::vector<double> sizes;
    for (const auto& [key, errors] : seen.classes) {
        for (const LogError& error : errors)
            sizes.push_back(std::abs(std::exp(-error.value) - 1.0));
    }
    calibration.residual_p50 = quantile(sizes, 0.5);
    calibration.residual_p90 = quantile(sizes, 0.9);

    Errors unseen;
    for (std::size_t device = 0; device < data.devices.size(); ++device) {
        const std::string& id = data.devices[device].id;
        if (without.has(id)) continue;
        const auto others = fit(without.with(std::string_view(id)));
        if (!others) return others.error();
        add(*others, device, unseen);
    }
    const auto append = [&](const std::vector<hardware::Residual>& more) {
        calibration.residuals.insert(calibration.residuals.end(), more.begin(), more.end());
    };
    append(residualsOfFitted(seen.classes));
    append(residualsOfFitted(seen.kernels));
    // Where kernels are told apart, a class says how they hang together.
    append(residualsOfNewDevice(unseen.classes, kernel_of ? ErrorsByKey{} : seen.classes));
    append(residualsOfNewDevice(unseen.kernels, seen.kernels));
    return {};
}

void appendArchitectures(const ModernRows& data, const Without& without, Calibration& calibration) {
    for (const hardware::Gpu& gpu : data.devices) {
        if (without.has(gpu.id)) continue;
        calibration.groups.push_back({{{"device", gpu.id}, {"architecture", gpu.architecture}}, {}, 0});
    }
}

void appendAnswers(const SuiteOptions& options, const ModernRows& data, const std::vector<ModernAnswer>& answers,
                   SuiteReport& report) {
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const hardware::Gpu& gpu = data.devices[row.device];
        if (!options.only_device.empty() && gpu.id != options.only_device) continue;
        report.rows.push_back(toSuiteRow(row, gpu, answers[i]));
        if (options.keep_requests)
            report.rows.back().request = kernelRequest(gpu, row.kernel, report.rows.back().method, row.id);
    }
    report.refused.insert(report.refused.end(), data.refused.begin(), data.refused.end());
}

} // namespace strata::assess
