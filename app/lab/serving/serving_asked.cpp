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
Json requestOf(const ServingCase& serving_case) {
    const Protocol protocol = protocolOf(serving_case);
    Json engine{{"id", serving_case.gpu.runtime ? serving_case.gpu.runtime->id : serving_case.gpu.engine}};
    const bool numbered =
        !serving_case.version.empty() && std::isdigit(static_cast<unsigned char>(serving_case.version.front())) != 0;
    if (numbered) engine["version"] = serving_case.version;
    Json workload{{"model", serving_case.document->value("id", serving_case.model)},
                  {"weights", name(serving_case.options.weights)},
                  {"activations", name(serving_case.options.activations)},
                  {"kv_cache", name(serving_case.options.kv_cache)},
                  {"traffic",
                   {{"arrivals", {{"process", "closed-loop"}, {"concurrency", whole(serving_case.offered_batch)}}},
                    {"lengths",
                     {{"prompt", lengthsOf(serving_case.load.prompt_tokens, protocol)},
                      {"output", lengthsOf(serving_case.load.output_tokens, protocol)}}},
                    {"requests", whole(protocol.rounds * serving_case.offered_batch)}}}};
    Json plan{{"tp", whole(serving_case.load.ranks)},
              {"engine", std::move(engine)},
              {"scheduler", {{"max_batch", std::min<std::int64_t>(4096, whole(serving_case.offered_batch))}}}};
    if (serving_case.options.expert_parallel > 1) plan["ep"] = whole(serving_case.options.expert_parallel);
    return {{"kind", "serving"},
            {"hardware", serving_case.gpu.id},
            {"workload", std::move(workload)},
            {"plan", std::move(plan)}};
}

} // namespace

Result<std::vector<MeasuredRow>> readAskedPoints(const std::filesystem::path& folder, const Library& library,
                                                 std::vector<Refusal>& refused) {
    const auto read = readServingCases(folder, library, ServingModels::All);
    if (!read) return read.error();
    refused = read->refused;
    std::vector<MeasuredRow> rows;
    for (const bool first : {false, true}) {
        for (const ServingCase& serving_case : read->cases) {
            MeasuredRow row{serving_case.id, canonicalText(requestOf(serving_case)), first ? "ttft_s" : "tpot_s",
                            first ? serving_case.measured_ttft_s : serving_case.measured_s};
            if (!(row.measured > 0)) continue;
            row.unit = "s";
            row.group = {{"op", "asked"},
                         {"quantity", row.quantity},
                         {"device", serving_case.gpu.id},
                         {"engine", serving_case.gpu.engine},
                         {"experts", serving_case.experts ? "yes" : "no"},
                         {"distance", servingDistance(serving_case, library.calibrations())}};
            row.source = serving_case.source;
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
