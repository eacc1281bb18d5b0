// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_residuals.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/run/row_distance.h"
#include "app/lab/run/row_request.h"
#include "core/catalog/library.h"

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
    /// Errors of the devices of a group, or of all.
    const auto add = [&](const Calibration& fitted, const LeftOutGroup* only, Errors& errors) {
        const std::vector<ModernAnswer> all = answers(fitted);
        for (const std::size_t i : sample) {
            const ModernRow& row = data.rows[i];
            if (only != nullptr && !only->has(data.devices[row.device].id)) continue;
            const std::string name{workload::name(workload::classOf(row.kernel))};
            const LogError error{row.device, std::log(row.measured_s / all[i].seconds)};
            errors.classes[{{"class", name}}].push_back(error);
            if (kernel_of) errors.kernels[{{"class", name}, {"types", kernel_of(row)}}].push_back(error);
        }
    };
    Errors seen;
    add(calibration, nullptr, seen);
    std::vector<double> sizes;
    for (const auto& [key, errors] : seen.classes) {
        for (const LogError& error : errors)
            sizes.push_back(std::abs(std::exp(-error.value) - 1.0));
    }
    calibration.residual_p50 = quantile(sizes, 0.5);
    calibration.residual_p90 = quantile(sizes, 0.9);

    Errors unseen;
    ErrorsByDistance apart;
    for (const LeftOutGroup& group : leftOutGroups(data.devices, without)) {
        const auto others = fit(without.with(Without(group.devices)));
        if (!others) return others.error();
        Errors errors;
        add(*others, &group, errors);
        for (auto* part : {&errors.classes, &errors.kernels}) {
            for (const auto& [key, values] : *part) {
                const auto append = [&values = values](std::vector<LogError>& to) {
                    to.insert(to.end(), values.begin(), values.end());
                };
                const bool of_class = part == &errors.classes;
                if (group.devices.size() == 1) append(of_class ? unseen.classes[key] : unseen.kernels[key]);
                if (group.shows) append(apart[*group.shows][key]);
            }
        }
    }
    const auto append = [&](const std::vector<hardware::Residual>& more) {
        calibration.residuals.insert(calibration.residuals.end(), more.begin(), more.end());
    };
    append(residualsOfFitted(seen.classes));
    append(residualsOfFitted(seen.kernels));
    // Where kernels are told apart, a class says how they hang together.
    append(residualsOfNewDevice(unseen.classes, kernel_of ? ErrorsByKey{} : seen.classes));
    append(residualsOfNewDevice(unseen.kernels, seen.kernels));
    for (const bool of_class : {true, false}) {
        ErrorsByDistance part = apart;
        for (auto& [distance, by_key] : part)
            std::erase_if(by_key, [&](const auto& one) { return one.first.contains("types") == of_class; });
        append(residualsByDistance(part, of_class ? (kernel_of ? ErrorsByKey{} : seen.classes) : seen.kernels));
    }
    return {};
}

void appendAnswers(const SuiteOptions& options, const ModernRows& data, const std::vector<ModernAnswer>& answers,
                   SuiteReport& report) {
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const hardware::Gpu& gpu = data.devices[row.device];
        if (!options.only_device.empty() && gpu.id != options.only_device) continue;
        ModernAnswer answer = answers[i];
        answer.distance =
            distanceName(options.library.calibrations(), calibrationOfKernel(row.kernel), gpu, answer.seen);
        report.rows.push_back(toSuiteRow(row, gpu, answer));
        if (options.keep_requests)
            report.rows.back().request = kernelRequest(gpu, row.kernel, report.rows.back().method, row.id);
    }
    report.refused.insert(report.refused.end(), data.refused.begin(), data.refused.end());
}

} // namespace strata::assess
