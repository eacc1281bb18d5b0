// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_gemm_answers.h"

#include "app/lab/run/row_distance.h"
#include "app/lab/run/row_request.h"
#include "app/lab/tensor/gpu_modern_gemm.h"
#include "core/catalog/library.h"

#include <cmath>

namespace strata::assess {
namespace {

constexpr std::string_view kMethod = "gpu.tile";

} // namespace

using hardware::Calibration;

std::vector<gpu::TensorMatmulCoefficients> gemmModels(const GemmRows& data, std::span<const Calibration> calibrations) {
    std::vector<gpu::TensorMatmulCoefficients> models;
    for (const hardware::Gpu& gpu : data.setups)
        models.push_back(gpu::resolveTensorMatmul(gpu, calibrations));
    return models;
}

gpu::KernelTime gemmAnswer(const GemmRow& row, const hardware::Gpu& gpu, const gpu::TensorMatmulCoefficients& model) {
    return row.step.empty() ? predictTensorMatmul(gpu, model, row.kernel) : predictQuantize(gpu, model, row.kernel);
}

Result<void> addGemmRows(const SuiteOptions& options, SuiteReport& report) {
    auto data = readGemmRows(options.data, options.library);
    if (!data) return data.error();
    const auto models = gemmModels(*data, options.library.calibrations());
    for (const GemmRow& row : data->rows) {
        const hardware::Gpu& gpu = data->setups[row.setup];
        if (!options.only_device.empty() && gpu.id != options.only_device) continue;
        const gpu::KernelTime time = gemmAnswer(row, gpu, models[row.setup]);
        SuiteRow result;
        result.id = row.id;
        result.group = {{"op", row.step.empty() ? row.op : row.op + "-" + row.step},
                        {"device", gpu.id},
                        {"dtype", row.dtype},
                        {"backend", gpu.engine},
                        {"split", row.held_out ? "test" : "train"},
                        {"seen", time.extrapolated ? "no" : "yes"},
                        {"distance", distanceName(options.library.calibrations(), calibrationOfKernel(row.kernel), gpu,
                                                  !time.extrapolated)},
                        {"case", row.eager || row.slow_path || row.single ? "known-defect" : "regular"}};
        result.quantity = "latency_s";
        result.unit = "s";
        result.measured = row.measured_s;
        result.predicted = time.alone_s;
        result.low = time.alone_s * std::exp(static_cast<double>(time.log_p10));
        result.high = time.alone_s * std::exp(static_cast<double>(time.log_p90));
        result.method = kMethod;
        // A kernel request asks for no single step of a quantised product.
        if (options.keep_requests && row.step.empty()) result.request = kernelRequest(gpu, row.kernel, kMethod, row.id);
        report.rows.push_back(std::move(result));
    }
    report.refused.insert(report.refused.end(), data->refused.begin(), data->refused.end());
    return {};
}

} // namespace strata::assess
