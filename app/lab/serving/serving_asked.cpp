// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/serving_asked.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/serving/engine_case.h"
#include "app/lab/serving/serving_protocol.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/base/json.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::llround(value)); }

/// Lengths as the load generator draws them.
Json lengthsOf(double tokens, const Protocol& protocol) {
    if (protocol.shortest >= 1) return {{"distribution", "fixed"}, {"tokens", whole(tokens)}};
    return {{"distribution", "uniform"},
            {"minimum", std::max<std::int64_t>(1, whole(std::floor(protocol.shortest * tokens)))},
            {"maximum", whole(std::ceil(protocol.longest * tokens))}};
}

/// Engine, version, plan and traffic: what a user knows of a run. A version that is no number stays out.
Json requestOf(const ServingCase& one) {
    const Protocol protocol = protocolOf(one);
    Json engine{{"id", one.gpu.runtime ? one.gpu.runtime->id : one.gpu.engine}};
    const bool numbered = !one.version.empty() && std::isdigit(static_cast<unsigned char>(one.version.front())) != 0;
    if (numbered) engine["version"] = one.version;
    Json workload{{"model", one.document->value("id", one.model)},
                  {"weights", name(one.options.weights)},
                  {"activations", name(one.options.activations)},
                  {"kv_cache", name(one.options.kv_cache)},
                  {"traffic",
                   {{"arrivals", {{"process", "closed-loop"}, {"concurrency", whole(one.offered_batch)}}},
                    {"lengths",
                     {{"prompt", lengthsOf(one.load.prompt_tokens, protocol)},
                      {"output", lengthsOf(one.load.output_tokens, protocol)}}},
                    {"requests", whole(protocol.rounds * one.offered_batch)}}}};
    Json plan{{"tp", whole(one.load.ranks)},
              {"engine", std::move(engine)},
              {"scheduler", {{"max_batch", std::min<std::int64_t>(4096, whole(one.offered_batch))}}}};
    if (one.options.expert_parallel > 1) plan["ep"] = whole(one.options.expert_parallel);
    return {
        {"kind", "serving"}, {"hardware", one.gpu.id}, {"workload", std::move(workload)}, {"plan", std::move(plan)}};
}

} // namespace

Result<std::vector<MeasuredRow>> readAskedPoints(const std::filesystem::path& folder, const Library& library,
                                                 std::vector<Refusal>& refused) {
    const auto read = readServingCases(folder, library, ServingModels::All);
    if (!read) return read.error();
    refused = read->refused;
    std::vector<MeasuredRow> rows;
    for (const bool first : {false, true}) {
        for (const ServingCase& one : read->cases) {
            MeasuredRow row{one.id, canonicalText(requestOf(one)), first ? "ttft_s" : "tpot_s",
                            first ? one.measured_ttft_s : one.measured_s};
            if (!(row.measured > 0)) continue;
            row.unit = "s";
            row.group = {{"op", "asked"},
                         {"quantity", row.quantity},
                         {"device", one.gpu.id},
                         {"engine", one.gpu.engine},
                         {"experts", one.experts ? "yes" : "no"},
                         {"distance", servingDistance(one, library.calibrations())}};
            row.source = one.source;
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

Result<SuiteReport> runServingAskedSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "serving-asked";
    report.data = options.data.string();
    auto rows = readAskedPoints(options.data, options.library, report.refused);
    if (!rows) return rows.error();
    askDoor(*std::move(rows), options, report);
    report.notes = {"the points of serving-points with nothing but what a user knows: device, engine, version, model, "
                    "types, degrees, users, lengths; nothing is fitted to the answers of this suite, but the engines' "
                    "coefficients are fitted to points (see calibrate compose-serving)"};
    report.summary =
        std::to_string(report.rows.size()) + " values answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
