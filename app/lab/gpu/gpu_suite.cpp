// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_suite.h"

#include "app/lab/gpu/gpu_models.h"
#include "app/lab/gpu/gpu_rows.h"
#include "app/lab/run/row_distance.h"
#include "app/lab/run/row_request.h"
#include "core/catalog/library.h"

#include <cmath>

namespace strata::assess {
namespace {

constexpr std::string_view kDefaultMethod = "gpu.tile";

bool isSeen(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations, std::string_view id) {
    for (const hardware::Calibration& calibration : calibrations) {
        if (calibration.id != id) continue;
        for (const hardware::CalibrationGroup& group : calibration.groups) {
            const auto device = group.key.find("device");
            if (device != group.key.end() && device->second == gpu.id) return true;
        }
    }
    return false;
}

SuiteRow answer(const GpuRow& row, const std::string& device, const gpu::KernelTime& time, std::string_view method,
                bool seen, std::string distance) {
    SuiteRow result;
    result.id = std::string(row.file) + ":" + std::to_string(row.line);
    result.group = {{"op", std::string(row.op)},
                    {"device", device},
                    {"split", row.train ? "train" : "test"},
                    {"dtype", std::string(name(row.kernel.a))},
                    {"seen", seen ? "yes" : "no"},
                    {"distance", std::move(distance)}};
    result.quantity = "latency_s";
    result.unit = "s";
    result.measured = row.measured_s;
    result.predicted = time.alone_s;
    result.low = time.alone_s * std::exp(static_cast<double>(time.log_p10));
    result.high = time.alone_s * std::exp(static_cast<double>(time.log_p90));
    result.method = method;
    return result;
}

/// The method on every device of the data; gpu.wave-scaling from the first other one, where gpu.tile predicts.
Result<std::vector<gpu::KernelPredictor>> predictorsOf(const GpuData& data, std::string_view method,
                                                       const Library& library) {
    std::vector<gpu::KernelPredictor> predictors;
    for (const hardware::Gpu& gpu : data.devices) {
        const auto predictor =
            gpu::kernelPredictor(method, gpu, library.calibrations(), suiteInputs(data.devices, gpu));
        if (!predictor) return predictor.error();
        predictors.push_back(*predictor);
    }
    return predictors;
}

} // namespace

gpu::PredictorInputs suiteInputs(std::span<const hardware::Gpu> devices, const hardware::Gpu& target) {
    gpu::PredictorInputs inputs;
    for (const hardware::Gpu& source : devices) {
        if (source.id == target.id) continue;
        inputs.source = source;
        break;
    }
    return inputs;
}

Result<SuiteReport> runGpuSuite(const SuiteOptions& options) {
    const std::string method = options.method.empty() ? std::string(kDefaultMethod) : options.method;
    auto data = readGpuRows(options.data, options.library);
    if (!data) return data.error();
    const auto& calibrations = options.library.calibrations();
    const auto predictors = predictorsOf(*data, method, options.library);
    if (!predictors) return predictors.error();
    std::vector<std::pair<bool, bool>> seen; // of matrix products, of vector kernels
    for (const hardware::Gpu& gpu : data->devices) {
        seen.emplace_back(isSeen(gpu, calibrations, "gpu-simt-matmul"), isSeen(gpu, calibrations, "gpu-vector"));
    }
    SuiteReport report;
    report.suite = "gpu";
    report.data = options.data.string();
    report.refused = std::move(data->refused);
    report.rows.reserve(data->rows.size());
    for (const GpuRow& row : data->rows) {
        if (!options.only_device.empty() && data->devices[row.device].id != options.only_device) continue;
        const bool vector = std::holds_alternative<workload::VectorOp>(row.kernel.shape);
        const hardware::Gpu& gpu = data->devices[row.device];
        const bool is_seen = vector ? seen[row.device].second : seen[row.device].first;
        const char* fitted = vector ? "gpu-vector" : "gpu-simt-matmul";
        report.rows.push_back(answer(row, gpu.id, (*predictors)[row.device](row.kernel), method, is_seen,
                                     distanceName(calibrations, fitted, gpu, is_seen)));
        if (!options.keep_requests) continue;
        report.rows.back().request =
            kernelRequest(data->devices[row.device], row.kernel, method, report.rows.back().id);
    }
    if (auto done = addModelRows(options, report); !done) return done.error();
    report.notes.push_back(
        "kernels are timed one by one: short ones show the host's floor, which a model does not pay");
    report.summary =
        std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
