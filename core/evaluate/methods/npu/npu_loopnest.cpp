// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_components.h"
#include "core/evaluate/methods/npu/npu_search.h"
#include "core/evaluate/resolve.h"

#include "core/base/schema.h"

#include <algorithm>

namespace strata::methods {
namespace {

Metric bounded(std::string metric, double value, double low, double high) {
    return {std::move(metric), value, low, high, 1.0};
}

Metric exact(std::string metric, double value) { return bounded(std::move(metric), value, value, value); }

void addMetrics(const LayerAnswer& answer, Estimate& estimate) {
    const double cycles = answer.result.cycles;
    const double longest = cycles + fillAndDrainCycles(answer);
    Part latency = latencyParts(answer);
    Part energy = energyParts(answer);
    const auto [latency_s, energy_j, edp_js] = layerNumbers(answer.query.architecture, answer.result);
    estimate.metrics = {
        bounded("latency_s", latency_s, latency_s, answer.seconds(longest)),
        exact("energy_j", energy_j),
        bounded("cycles", cycles, cycles, longest),
        bounded("utilization", answer.result.utilization, answer.result.utilization * cycles / longest,
                answer.result.utilization),
        bounded("edp_js", edp_js, edp_js, energy_j * answer.seconds(longest)),
        exact("macs", answer.query.problem.macs()),
    };
    estimate.parts.emplace_back("latency_s", std::move(latency));
    estimate.parts.emplace_back("energy_j", std::move(energy));
    if (auto area = areaParts(answer)) {
        estimate.metrics.push_back(exact("area_m2", area->value));
        estimate.parts.emplace_back("area_m2", *std::move(area));
    }
}

} // namespace

LayerNumbers layerNumbers(const hardware::NpuArchitecture& architecture, const npu::LoopNestResult& result) {
    constexpr double kJoulePerPicojoule = 1e-12;
    const double latency_s = result.cycles / architecture.clock_hz;
    const double energy_j = result.energy_pj * kJoulePerPicojoule;
    return {latency_s, energy_j, energy_j * latency_s};
}

double LayerAnswer::units() const { return instances(query.architecture.levels.size()); }

double LayerAnswer::instances(std::size_t level) const {
    double copies = 1.0;
    for (std::size_t i = 0; i < level; ++i) {
        const auto& outside = query.architecture.levels[i];
        copies *= static_cast<double>(outside.fanout_x) * outside.fanout_y;
    }
    return copies;
}

double LayerAnswer::idealCycles() const { return result.macs / units(); }

double LayerAnswer::seconds(double cycles) const { return cycles / query.architecture.clock_hz; }

std::string LayerAnswer::source(const std::string& pointer) const { return sourceOf(*query.hardware, pointer); }

Result<MappedLayer> mapLayer(const Request& request, const Context& context) {
    auto query = queryOf<LayerQuery>(request, context.library, resolveLayerWithoutRecipe);
    if (!query) return query.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    if (auto fits = npu::checkLimits(query->architecture, query->problem); !fits) return fits.error();
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    const SearchWatch watch(*query, context);
    auto mapping = chooseMapping(*query, query->architecture, evaluator, context.stop);
    const double search_s = watch.seconds();
    if (!mapping) return mapping.error();
    query->mapping = mapping->mapping;
    if (query->search) query->found = *std::move(mapping);
    npu::LoopNestResult result;
    evaluator.evaluate(query->mapping, result);
    const bool malformed = std::any_of(result.violations.begin(), result.violations.end(), [](const npu::Violation& v) {
        return v.kind == npu::Violation::Kind::Malformed;
    });
    if (malformed) {
        return Error{"bad-value",
                     "/plan/mapping",
                     {"error.mapping-does-not-belong-to-hardware"},
                     {"accepted.levels-hardware-dimensions-layer-at-most"},
                     {}};
    }
    return MappedLayer{*std::move(query), std::move(evaluator), std::move(result), search_s};
}

Result<Estimate> estimateLayerByLoopNest(const Request& request, const Context& context) {
    auto mapped = mapLayer(request, context);
    if (!mapped) return mapped.error();
    const LayerQuery& query = mapped->query;
    const LayerAnswer answer{*request.document, query, mapped->result};
    Estimate estimate;
    estimate.valid = mapped->result.violations.empty();
    if (estimate.valid) addMetrics(answer, estimate);
    estimate.tables = {accessTable(answer), levelTable(answer), mappingTable(answer),
                       componentTable(componentsOfLayer(answer)),
                       npuCeilings(query.architecture, *query.hardware, 1.0)};
    if (estimate.valid) estimate.tables.push_back(layerOperator(answer));
    if (query.found && query.found->bound > 0.0)
        estimate.tables.push_back(searchTable(*query.found, query.search->settings.goal, mapped->search_s));
    if (query.found && estimate.valid) {
        Table binding = bindingTable(query, mapped->evaluator, context.stop);
        if (!binding.rows.empty()) estimate.tables.push_back(std::move(binding));
    }
    estimate.notes = layerNotes(answer);
    return estimate;
}

} // namespace strata::methods
