// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_suite.h"

#include "core/assess/gpu_models.h"
#include "core/assess/gpu_rows.h"
#include "core/catalog/library.h"
#include "core/gpu/tile_model.h"

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

SuiteRow answer(const GpuRow& row, const gpu::TileModel& model, bool seen) {
    const gpu::KernelTime time = gpu::predict(model, row.kernel);
    SuiteRow result;
    result.id = std::string(row.file) + ":" + std::to_string(row.line);
    result.group = {{"op", std::string(row.op)},
                    {"device", model.gpu.id},
                    {"split", row.train ? "train" : "test"},
                    {"dtype", std::string(name(row.kernel.a))},
                    {"seen", seen ? "yes" : "no"}};
    result.quantity = "latency_s";
    result.unit = "s";
    result.measured = row.measured_s;
    result.predicted = time.alone_s;
    result.low = time.alone_s * std::exp(static_cast<double>(time.log_p10));
    result.high = time.alone_s * std::exp(static_cast<double>(time.log_p90));
    result.method = kDefaultMethod;
    return result;
}

}  // namespace

Result<SuiteReport> runGpuSuite(const SuiteOptions& options) {
    if (!options.method.empty() && options.method != kDefaultMethod) {
        return Error{"bad-argument", {}, "the suite gpu has no method " + options.method, std::string(kDefaultMethod), {}};
    }
    auto data = readGpuRows(options.data, options.library);
    if (!data) return data.error();
    const auto& calibrations = options.library.calibrations();
    std::vector<gpu::TileModel> models;
    std::vector<std::pair<bool, bool>> seen;  // of matrix products, of vector kernels
    for (const hardware::Gpu& gpu : data->devices) {
        models.push_back(gpu::makeTileModel(gpu, calibrations));
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
        report.rows.push_back(answer(row, models[row.device], vector ? seen[row.device].second : seen[row.device].first));
    }
    if (auto done = addModelRows(options, report); !done) return done.error();
    report.notes.push_back("kernels are timed one by one: short ones show the host's floor, which a model does not pay");
    report.summary = std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

}  // namespace strata::assess
