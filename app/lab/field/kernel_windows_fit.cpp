// SPDX-License-Identifier: GPL-3.0-or-later
// Integer instructions of kernels that give each result of a window a thread, from PyTorch's own kernels.
#include "app/lab/field/kernel_problems.h"
#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/gpu/power/running_clock.h"
#include "core/gpu/products/tiling.h"
#include "core/gpu/vector/vector_kernels.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using hardware::Calibration;

struct Window {
    std::size_t device = 0; ///< its place in WindowData::devices
    workload::Kernel kernel;
    double measured_s = 0;
};

struct WindowData {
    std::vector<hardware::Gpu> devices;
    std::vector<Window> rows;
    Calibration vector; ///< of what else these kernels take; empty where the library has none
};

std::string groupValue(const MeasuredRow& row, std::string_view key) {
    const auto found = std::ranges::find(row.group, key, &std::pair<std::string, std::string>::first);
    return found == row.group.end() ? std::string() : found->second;
}

/// A pool whose windows overlap: its kernel knows what is read, not how many elements each result combines.
bool overlaps(const Json& workload) {
    return workload.value("operator", std::string()) == "pool" &&
           workload.value("stride", 1.0) < std::max(workload.value("r", 1.0), workload.value("s", 1.0));
}

/// Rows that fits may know.
Result<WindowData> readWindows(const std::filesystem::path& folder, const Library& library) {
    const auto rows = readKernelProblems(folder, library);
    if (!rows) return rows.error();
    WindowData data;
    const auto vector = std::ranges::find(library.calibrations(), "gpu-vector", &Calibration::id);
    if (vector != library.calibrations().end()) data.vector = *vector;
    for (const MeasuredRow& row : rows->rows) {
        if (groupValue(row, "split") != "fit") continue;
        const std::string op = groupValue(row, "op");
        if (op != "pool" && op != "depthwise" && op != "layernorm") continue;
        const auto request = parseJson(row.request, row.id);
        if (!request) return request.error();
        const auto kernel = workload::readKernel(request->at("workload"), "/workload");
        if (!kernel) return kernel.error();
        if ((op != "layernorm" && !gpu::givesResultsThreads(*kernel)) || overlaps(request->at("workload"))) continue;
        const std::string id = groupValue(row, "device");
        auto device = std::ranges::find(data.devices, id, &hardware::Gpu::id);
        if (device == data.devices.end()) {
            auto gpu = hardware::readGpu(*library.find(id)->document, "");
            if (!gpu) return gpu.error();
            device = data.devices.insert(device, gpu::atRunningClock(*gpu));
        }
        data.rows.push_back({static_cast<std::size_t>(device - data.devices.begin()), *kernel, row.measured});
    }
    return data;
}

/// ln(predicted / measured) of the row and whether it is short.
struct RowError {
    double log_error = 0;
    bool is_short = false;
};

RowError errorOf(const WindowData& data, const Window& row, const Calibration& windows) {
    const std::vector<Calibration> calibrations{data.vector, windows};
    const hardware::Gpu& gpu = data.devices[row.device];
    const auto model = gpu::resolveVector(gpu, calibrations);
    const double alone_s = gpu::predictVector(gpu, model, row.kernel).alone_s;
    return {std::log(alone_s / row.measured_s), alone_s < gpu::kShort_s};
}

Calibration described() {
    Calibration calibration;
    calibration.id = std::string(gpu::kWindowCalibration);
    calibration.suite = "gpu-problems";
    calibration.data = "pools, depthwise convolutions and norms of long rows of KernelBench in PyTorch, "
                       "results/timing, FP32, on A100 and H100";
    calibration.command = "strata-lab calibrate gpu-windows --data DIR";
    return calibration;
}

Result<Calibration> fitWithout(const WindowData& data, const Without& without) {
    std::vector<const Window*> used;
    for (const Window& row : data.rows) {
        if (!without.has(data.devices[row.device].id)) used.push_back(&row);
    }
    std::vector<FreeCoefficient> free;
    for (const gpu::VectorField& field : gpu::windowFields())
        free.push_back({field.name, field.start, field.low, field.high});
    Calibration found = described();
    found.points = static_cast<std::int64_t>(used.size());
    const auto set = [&](std::span<const double> values) {
        for (std::size_t i = 0; i < free.size(); ++i)
            found.values[free[i].name] = values[i];
    };
    const auto fit = fitCoefficients(free, used.size(), [&](std::span<const double> values, std::span<double> out) {
        set(values);
        for (std::size_t i = 0; i < used.size(); ++i)
            out[i] = errorOf(data, *used[i], found).log_error;
    });
    if (!fit) return fit.error();
    set(fit->values);
    noteRanges(free, found);
    appendMeasuredDevices(data.devices, without, found);
    return found;
}

/// ln(measured / predicted) by what residuals are looked up with, of the devices that `which` names.
ErrorsByKey errorsOf(const WindowData& data, const Calibration& calibration, const LeftOutGroup* which) {
    ErrorsByKey errors;
    for (const Window& row : data.rows) {
        if (which != nullptr && !which->has(data.devices[row.device].id)) continue;
        if (!gpu::givesResultsThreads(row.kernel)) continue; // norms have residuals of their own
        const RowError error = errorOf(data, row, calibration);
        errors[{{"class", std::string(gpu::kWindowClass)}, {"size", error.is_short ? "short" : "long"}}].push_back(
            {row.device, -error.log_error});
    }
    return errors;
}

Result<void> addResiduals(const WindowData& data, const Without& without, Calibration& calibration) {
    const ErrorsByKey seen = errorsOf(data, calibration, nullptr);
    calibration.residuals = residualsOfFitted(seen);
    std::vector<double> sizes;
    for (const auto& [key, errors] : seen) {
        for (const LogError& error : errors)
            sizes.push_back(std::abs(std::exp(-error.value) - 1.0));
    }
    calibration.residual_p50 = quantile(sizes, 0.5);
    calibration.residual_p90 = quantile(sizes, 0.9);
    ErrorsByKey alone;
    ErrorsByDistance apart;
    for (const LeftOutGroup& group : leftOutGroups(data.devices, without)) {
        if (group.devices.size() == data.devices.size()) continue; // nothing is left to fit to
        const auto others = fitWithout(data, without.with(Without(group.devices)));
        if (!others) return others.error();
        for (const auto& [key, values] : errorsOf(data, *others, &group)) {
            if (group.devices.size() == 1) alone[key].insert(alone[key].end(), values.begin(), values.end());
            if (!group.shows) continue;
            auto& shown = apart[*group.shows][key];
            shown.insert(shown.end(), values.begin(), values.end());
        }
    }
    for (const auto& unseen : {residualsOfNewDevice(alone, seen), residualsByDistance(apart, seen)})
        calibration.residuals.insert(calibration.residuals.end(), unseen.begin(), unseen.end());
    return {};
}

} // namespace

Result<Calibration> fitGpuWindows(const std::filesystem::path& folder, const Library& library, const Without& without) {
    const auto data = readWindows(folder, library);
    if (!data) return data.error();
    auto calibration = fitWithout(*data, without);
    if (!calibration) return calibration;
    if (auto done = addResiduals(*data, without, *calibration); !done) return done.error();
    return calibration;
}

} // namespace strata::assess
