// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_directives.h"

#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_search.h"
#include "core/evaluate/resolve.h"
#include "core/npu/directives/directives.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::methods {
namespace {

constexpr std::string_view kDirectives = "/plan/directives";

Metric exact(std::string metric, double value) { return {std::move(metric), value, value, value, 1.0}; }

Result<npu::Mapping> askedMapping(const Json& request, const LayerQuery& query, npu::LoopNestEvaluator& evaluator,
                                  const std::stop_token& stop) {
    const Json* written = findPointer(request, std::string(kDirectives));
    if (written == nullptr) {
        auto chosen = chooseMapping(query, query.architecture, evaluator, stop);
        if (!chosen) return chosen.error();
        return std::move(chosen->mapping);
    }
    const auto directives = npu::readDirectives(written->get_ref<const std::string&>(), query.problem, kDirectives);
    if (!directives) return directives.error();
    return npu::mappingOf(*directives, query.architecture, query.problem, kDirectives);
}

Table directiveTable(const LayerQuery& query) {
    Table table{"directives", {"step", "directive"}, {}};
    std::istringstream lines(npu::directivesOf(query.mapping, query.architecture, query.problem));
    std::int64_t step = 0;
    for (std::string line; std::getline(lines, line);)
        table.rows.push_back({++step, line});
    return table;
}

/// How many multiply-accumulates one word serves that a level gives away.
Table reuseTable(const LayerAnswer& answer) {
    Table table{"reuse", {"level", "tensor", "reads", "reuse"}, {}};
    for (std::size_t l = 0; l < answer.query.architecture.levels.size(); ++l) {
        if (!answer.query.architecture.levels[l].stores) continue;
        for (std::size_t t = 0; t < answer.query.problem.tensors.size(); ++t) {
            const npu::TensorAccess& access = answer.result.levels[l].tensors[t];
            if (!access.kept) continue;
            const bool output = answer.query.problem.tensors[t].output;
            const double words = (output ? access.updates : access.reads) * access.utilized_instances;
            table.rows.push_back({answer.query.architecture.levels[l].name, answer.query.problem.tensors[t].name, words,
                                  words > 0 ? Cell(answer.result.macs / words) : Cell()});
        }
    }
    return table;
}

} // namespace

Result<Estimate> estimateLayerByDirectives(const Request& request, const Context& context) {
    auto query = queryOf<LayerQuery>(request, context.library, resolveLayerWithoutRecipe);
    if (!query) return query.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    if (auto fits = npu::checkLimits(query->architecture, query->problem); !fits) return fits.error();
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    const SearchWatch watch(*query, context);
    auto mapping = askedMapping(*request.document, *query, evaluator, context.stop);
    if (!mapping) return mapping.error();
    query->mapping = *std::move(mapping);
    npu::LoopNestResult result;
    evaluator.evaluate(query->mapping, result);
    const LayerAnswer answer{*request.document, *query, result};
    Estimate estimate;
    estimate.valid = result.violations.empty();
    if (estimate.valid) {
        const LayerNumbers numbers = layerNumbers(query->architecture, result);
        estimate.metrics = {exact("latency_s", numbers.latency_s), exact("energy_j", numbers.energy_j),
                            exact("cycles", result.cycles),        exact("utilization", result.utilization),
                            exact("edp_js", numbers.edp_js),       exact("macs", query->problem.macs())};
        estimate.parts.emplace_back("latency_s", latencyParts(answer));
        estimate.parts.emplace_back("energy_j", energyParts(answer));
    }
    estimate.tables = {directiveTable(*query), accessTable(answer), levelTable(answer), mappingTable(answer)};
    if (estimate.valid) estimate.tables.push_back(reuseTable(answer));
    estimate.notes = layerNotes(answer);
    return estimate;
}

Method directivesRow() {
    return {
        .id = "npu.data-centric",
        .kind = "layer",
        .layer = "device",
        .platform = "NPU",
        .methodology = "analytical",
        .follows = "MAESTRO",
        .citation =
            "H. Kwon et al., \"Understanding Reuse, Performance, and Hardware Cost of DNN Dataflows: A Data-centric "
            "Approach\", MICRO 2019, doi 10.1145/3352460.3358252",
        .needs = "an NPU, a dense operator, and directives (plan.directives); without them it writes the recipe's "
                 "mapping as "
                 "directives",
        .limits = "Counts are those of the loop nest that the directives mean. Networks between units have no latency. "
                  "Directives whose tiles of outputs overlap are refused.",
        .cost = Cost::Microseconds,
        .own_measurements = false,
        .estimate = estimateLayerByDirectives};
}

} // namespace strata::methods
