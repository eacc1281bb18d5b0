// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/kernel_table.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/calibration/ceilings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

Result<void> addSource(const Json& plan, const Library& library, gpu::PredictorInputs& inputs) {
    const auto source = plan.find("source");
    if (source == plan.end()) return {};
    const std::string here = "/plan/source/device";
    const Json as_request{{"kind", "kernel"}, {"hardware", source->at("device")}};
    const auto device = resolveGpu(as_request, library);
    if (!device) {
        Error error = device.error();
        if (error.pointer.starts_with("/hardware")) error.pointer = here + error.pointer.substr(9);
        return error;
    }
    inputs.source = device->gpu;
    inputs.source_seconds = source->value("latency_s", 0.0);
    return {};
}

/// Sum and product of the narrow formats that the device can compute with, for people.
std::string arithmeticOf(const hardware::Gpu& gpu) {
    std::string types;
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        if (gpu.peak(type) > 0) types += (types.empty() ? "" : ", ") + std::string(name(type));
    }
    return types;
}

} // namespace

Result<void> requireArithmetic(const hardware::Gpu& gpu, std::span<const workload::Kernel> kernels,
                               std::string_view pointer) {
    for (const workload::Kernel& kernel : kernels) {
        if (gpu::arithmeticPeak(gpu, kernel) > 0) continue;
        return Error{"not-supported",
                     std::string(pointer),
                     {"error.has-no-arithmetic-on-operands", {{"gpu", gpu.name}, {"math", name(kernel.math)}}},
                     {"accepted.or-narrow-storage-with-wider-math", {{"gpu", arithmeticOf(gpu)}}},
                     {}};
    }
    return {};
}

Result<gpu::KernelPredictor> requestedPredictor(const GpuMethod& method, const Request& request, const GpuQuery& device,
                                                std::span<const workload::Kernel> kernels, const Context& context) {
    if (auto able = requireArithmetic(device.gpu, kernels, "/workload"); !able) return able.error();
    gpu::PredictorInputs inputs;
    if (const auto plan = request.document->find("plan"); plan != request.document->end()) {
        if (auto added = addSource(*plan, context.library, inputs); !added) return added.error();
        if (method.reads_table && plan->contains("table")) {
            auto table = readKernelTable(plan->at("table").get_ref<const std::string&>(), device.gpu);
            if (!table) return table.error();
            inputs.table = *std::move(table);
        }
    }
    if (method.from_source && inputs.source) {
        if (auto able = requireArithmetic(*inputs.source, kernels, "/plan/source/device"); !able) return able.error();
    }
    return gpu::kernelPredictor(method.id, device.gpu, context.library.calibrations(), inputs);
}

namespace {

/// The device as the request refers to it, by the method; empty where the plan has a say in what the method knows.
std::string memoKey(const GpuMethod& method, const Request& request) {
    const Json& document = *request.document;
    const Json* source = findPointer(document, "/plan/source");
    const Json* table = findPointer(document, "/plan/table");
    if (source != nullptr || table != nullptr) return {};
    return std::string(method.id) + " " + canonicalText(document.at("hardware"));
}

} // namespace

Result<std::shared_ptr<const KnownDevice>> knownDevice(const GpuMethod& method, const Request& request,
                                                       const GpuQuery& device,
                                                       std::span<const workload::Kernel> kernels,
                                                       const Context& context) {
    if (auto able = requireArithmetic(device.gpu, kernels, "/workload"); !able) return able.error();
    const std::string key = context.devices ? memoKey(method, request) : std::string();
    if (!key.empty()) {
        if (auto known = context.devices->find(key)) return known;
    }
    auto predictor = requestedPredictor(method, request, device, kernels, context);
    if (!predictor) return predictor.error();
    auto known = std::make_shared<KnownDevice>();
    known->ceilings = ceilingTable(device, *predictor);
    known->costs = compose::runtimeCosts(device.gpu, context.library.calibrations());
    known->predictor = *std::move(predictor);
    if (!key.empty()) context.devices->put(key, known);
    return std::shared_ptr<const KnownDevice>(std::move(known));
}

Metric exactMetric(std::string metric, double value) { return {std::move(metric), value, value, value, 1.0}; }

Metric timeMetric(std::string metric, double value, double log_p10, double log_p90) {
    if (log_p10 == 0.0 && log_p90 == 0.0) return exactMetric(std::move(metric), value);
    // A bias may put both ends on one side; the value stays inside what is shown.
    const double low = value * std::exp(std::min(log_p10, 0.0));
    const double high = value * std::exp(std::max(log_p90, 0.0));
    return {std::move(metric), value, low, high, 0.8};
}

Metric powerMetric(double watts, const gpu::ResidualBand& band, double limit_w) {
    Metric power = timeMetric("power_w", watts, static_cast<double>(band.p10), static_cast<double>(band.p90));
    if (limit_w > 0.0) power.high = std::max(watts, std::min(power.high, limit_w));
    return power;
}

Metric rateMetric(std::string metric, double value, double log_p10, double log_p90) {
    return timeMetric(std::move(metric), value, -log_p90, -log_p10);
}

} // namespace strata::methods
