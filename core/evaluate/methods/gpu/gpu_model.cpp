// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/serving_step.h"
#include "core/evaluate/methods/gpu/attention_memory.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/resolve.h"
#include "core/gpu/power/power.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// What the plan says of the engine that a decode step runs in.
compose::ServingLoad servingLoad(const Json& serving, const ModelQuery& query) {
    compose::ServingLoad load;
    load.batch = query.options.batch;
    load.prompt_tokens = serving.at("prompt_tokens").get<double>();
    load.output_tokens = serving.at("output_tokens").get<double>();
    load.prefill_elsewhere = serving.value("prefill_elsewhere", false);
    load.ranks = query.options.tensor_parallel;
    load.layers = query.model->value("layers", 0.0);
    load.hidden = query.model->value("hidden", 0.0);
    load.activation_bytes = bytesOf(query.options.activations);
    return load;
}

Metric intervalMetric(std::string name, double value, double ratio_low, double ratio_high) {
    if (ratio_low == ratio_high) return exactMetric(std::move(name), value);
    return {std::move(name), value, value * ratio_low, value * ratio_high, 0.8};
}

} // namespace

std::vector<workload::Kernel> kernelsOf(const workload::ModelGraph& graph) {
    std::vector<workload::Kernel> kernels;
    kernels.reserve(graph.operators.size());
    for (const workload::Operator& op : graph.operators)
        kernels.push_back(op.kernel);
    return kernels;
}

compose::ComposedTime composeModel(const Json& request, const ModelQuery& query, const compose::RuntimeCosts& costs,
                                   const Library& library, const gpu::KernelPredictor& predictor) {
    const hardware::Gpu& gpu = query.device.gpu;
    if (!query.prefill) return compose::compose(gpu, query.graph, costs, library.calibrations(), predictor);
    const compose::ServingLoad load = servingLoad(*findPointer(request, "/plan/serving"), query);
    return compose::composeServingStep(gpu, query.graph, *query.prefill, load, costs, library.calibrations(),
                                       predictor);
}

void addModelMetrics(const ModelQuery& query, const compose::ComposedTime& composed, double memory_bytes,
                     const Library& library, Estimate& estimate) {
    const double seconds = composed.seconds;
    const double low = std::min(composed.interval.low, seconds) / seconds;
    const double high = std::max(composed.interval.high, seconds) / seconds;
    const auto time = [&](const char* name, double value) { return intervalMetric(name, value, low, high); };
    const auto rate = [&](const char* name, double value) {
        return intervalMetric(name, value, 1.0 / high, 1.0 / low);
    };
    estimate.metrics = {time("latency_s", seconds)};
    const gpu::ResidualBand watts = gpu::powerBand(query.device.gpu, library.calibrations());
    const gpu::ResidualBand energy = gpu::energyBand(watts, std::log(low), std::log(high));
    if (composed.energy_j > 0) {
        estimate.metrics.push_back(intervalMetric("energy_j", composed.energy_j,
                                                  std::exp(static_cast<double>(energy.p10)),
                                                  std::exp(static_cast<double>(energy.p90))));
    }
    estimate.metrics.push_back(exactMetric("memory_bytes", memory_bytes));
    if (composed.mean_power_w > 0) {
        estimate.metrics.push_back(powerMetric(composed.mean_power_w, watts, query.device.gpu.board_power_w));
    }
    const compose::Interval gap = compose::gapInterval(
        composed,
        compose::errorCorrelation(library.calibrations(), compose::runtimeResidualOf(query.graph)).kernels_shown);
    if (gap.low < gap.high)
        estimate.metrics.push_back({"gamma", composed.gamma(), gap.low, gap.high, 0.8});
    else
        estimate.metrics.push_back(exactMetric("gamma", composed.gamma()));
    estimate.metrics.push_back(rate("tokens_per_s", query.graph.tokens / seconds));
    estimate.metrics.push_back(time("kernels_s", composed.kernels_s));
    estimate.metrics.push_back(exactMetric("flop", query.graph.flop()));
    estimate.metrics.push_back(rate("flop_per_s", query.graph.flop() / seconds));
}

Result<Estimate> estimateModel(const GpuMethod& method, const Request& request, const Context& context) {
    auto query = queryOf<ModelQuery>(request, context.library, resolveModel);
    if (!query) return query.error();
    auto over = cachesOverMemory(*query);
    if (query->attention_memory) query->graph.memory.kv_cache_bytes = 0; // they lie beside the device
    const GpuQuery& device = query->device;
    const auto kernels = kernelsOf(query->graph);
    const auto known = knownDevice(method, request, device, kernels, context);
    if (!known) return known.error();
    const auto predictor = withAttentionMemory(*query, (*known)->predictor, context.library);
    if (!predictor) return predictor.error();
    const compose::RuntimeCosts& costs = (*known)->costs;
    const compose::MemoryFit fit = compose::fitMemory(device.gpu, costs, query->graph.memory);

    Estimate estimate;
    Part memory = memoryParts(*query, fit);
    estimate.calibrations = calibrationsUsed(method, device.gpu, kernelsOnDevice(*query), true, context.library);
    if (auto banks = memoryCalibration(*query, context.library)) estimate.calibrations.push_back(*std::move(banks));
    estimate.tables = {(*known)->ceilings};
    if (!fit.fits) {
        estimate.valid = false;
        estimate.notes = {memoryNote(*query, fit, context.library)};
        return estimate;
    }
    if (over) {
        estimate.valid = false;
        estimate.notes = {*std::move(over)};
        return estimate;
    }
    const compose::ComposedTime composed = composeModel(*request.document, *query, costs, context.library, *predictor);
    addModelMetrics(*query, composed, memory.value, context.library, estimate);
    estimate.parts.emplace_back("latency_s", compositionParts(*query, composed, costs));
    if (composed.energy_j > 0) {
        estimate.parts.emplace_back("energy_j",
                                    energyParts(device, "model", composed.energy_j, composed.seconds,
                                                gpu::idlePower(device.gpu, context.library.calibrations())));
    }
    estimate.parts.emplace_back("memory_bytes", std::move(memory));
    estimate.tables.push_back(operatorTable(query->device.gpu, query->graph, composed));
    estimate.tables.push_back(errorTable(composed.error));
    estimate.notes = modelNotes(*query, composed);
    if (query->attention_memory) estimate.notes.push_back(attentionMemoryNote(*query));
    return estimate;
}

} // namespace strata::methods
