// SPDX-License-Identifier: GPL-3.0-or-later
// Integer instructions of pools, from PyTorch's own kernels.
#include "app/lab/field/kernel_problems.h"
#include "app/lab/fit/fit.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/gpu/vector/vector_kernels.h"
#include "core/hardware/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using hardware::Calibration;

struct Window {
    hardware::Gpu gpu;
    workload::Kernel kernel;
    double measured_s = 0;
};

std::string groupValue(const MeasuredRow& row, std::string_view key) {
    const auto found = std::ranges::find(row.group, key, &std::pair<std::string, std::string>::first);
    return found == row.group.end() ? std::string() : found->second;
}

Result<std::vector<Window>> windowsOf(const FieldRows& rows, const Library& library, const Without& without) {
    std::vector<Window> windows;
    for (const MeasuredRow& row : rows.rows) {
        const std::string op = groupValue(row, "op"), device = groupValue(row, "device");
        if (op != "pool") continue;
        if (groupValue(row, "split") != "fit" || without.has(device)) continue;
        const auto request = parseJson(row.request, row.id);
        if (!request) return request.error();
        const auto gpu = hardware::readGpu(*library.find(device)->document, "");
        const auto kernel = workload::readKernel(request->at("workload"), "/workload");
        if (!gpu) return gpu.error();
        if (!kernel) return kernel.error();
        windows.push_back({*gpu, *kernel, row.measured});
    }
    return windows;
}

} // namespace

Result<Calibration> fitGpuWindows(const std::filesystem::path& folder, const Library& library, const Without& without) {
    const auto rows = readKernelProblems(folder, library);
    if (!rows) return rows.error();
    const auto windows = windowsOf(*rows, library, without);
    if (!windows) return windows.error();
    std::vector<FreeCoefficient> free;
    for (const gpu::VectorField& field : gpu::windowFields())
        free.push_back({field.name, field.start, field.low, field.high});
    std::vector<Calibration> calibrations;
    std::copy_if(library.calibrations().begin(), library.calibrations().end(), std::back_inserter(calibrations),
                 [](const Calibration& one) { return one.id == "gpu-vector"; });
    Calibration found;
    found.id = std::string(gpu::kWindowCalibration);
    found.suite = "gpu-problems";
    found.data = "pools of KernelBench in PyTorch, results/timing, on A100 and H100";
    found.command = "strata-lab calibrate gpu-windows --data DIR";
    found.points = static_cast<std::int64_t>(windows->size());
    calibrations.push_back(found);
    const auto set = [&](std::span<const double> values) {
        for (std::size_t i = 0; i < free.size(); ++i)
            calibrations.back().values[free[i].name] = values[i];
    };
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        set(values);
        for (std::size_t i = 0; i < windows->size(); ++i) {
            const Window& one = (*windows)[i];
            const auto model = gpu::resolveVector(one.gpu, calibrations);
            out[i] = std::log(gpu::predictVector(one.gpu, model, one.kernel).alone_s / one.measured_s);
        }
    };
    const auto fit = fitCoefficients(free, windows->size(), residual);
    if (!fit) return fit.error();
    std::vector<double> errors(windows->size()), sizes;
    residual(fit->values, errors);
    for (const double error : errors)
        sizes.push_back(std::abs(std::exp(error) - 1.0));
    found = calibrations.back();
    found.residual_p50 = quantile(sizes, 0.5);
    found.residual_p90 = quantile(sizes, 0.9);
    return found;
}

} // namespace strata::assess
