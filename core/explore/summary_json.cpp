// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/summary_json.h"

#include "core/explore/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

/// One point with its parameters and metrics by name.
Json pointDocument(const ExploreRequest& request, const ResultTable& table, std::size_t row) {
    Json point{{"point", row}};
    for (std::size_t a = 0; a < request.space.axes.size(); ++a) {
        point[request.space.axes[a].name] =
            documentValue({request.space.axes[a].pointer, request.space.axes[a].words}, table.columns[a][row]);
    }
    for (std::size_t m = 0; m < request.metrics.size(); ++m) {
        const double value = table.columns[request.space.axes.size() + m][row];
        if (!std::isnan(value)) point[request.metrics[m]] = value;
    }
    return point;
}

Json sensitivityDocument(const ExploreRequest& request, const ResultTable& table) {
    Json metrics = Json::object();
    const auto& axes = request.space.axes;
    for (std::size_t m = 0; m < request.metrics.size(); ++m) {
        std::vector<double> values = table.columns[axes.size() + m];
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (table.reason[i] != 0) values[i] = std::numeric_limits<double>::quiet_NaN();
        }
        std::size_t groups = 0;
        const auto indices = sobolIndices(values, request.space.free.size(), &groups);
        if (indices.empty()) continue;
        Json list = Json::array();
        for (std::size_t d = 0; d < indices.size(); ++d) {
            list.push_back({{"axis", axes[request.space.free[d]].name},
                            {"first", indices[d].first},
                            {"total", indices[d].total},
                            {"first_error", indices[d].first_error},
                            {"total_error", indices[d].total_error}});
        }
        metrics[request.metrics[m]] = {{"groups", groups}, {"indices", std::move(list)}};
    }
    return metrics;
}

} // namespace

Json summaryDocument(const ExploreRequest& request, const ResultTable& table) {
    const Summary summary = summarize(request, table);
    Json document{{"kind", (*request.document)["kind"]}, {"algorithm", name(request.algorithm)},
                  {"request_sha256", request.sha256},    {"points", summary.points},
                  {"feasible", summary.feasible},        {"infeasible", summary.infeasible}};
    if (!request.label.empty()) document["label"] = request.label;
    if (request.algorithm == Algorithm::Saltelli) document["sensitivity"] = sensitivityDocument(request, table);
    if (request.objectives.empty()) return document;
    document["objectives"] = Json::array();
    for (const Objective& objective : request.objectives) {
        document["objectives"].push_back(
            {{"metric", objective.metric}, {"goal", objective.maximize ? "maximize" : "minimize"}});
    }
    for (std::size_t i = 0; i < std::min(table.surrogate.size(), request.objectives.size()); ++i) {
        const SurrogateError& error = table.surrogate[i];
        document["surrogate"][request.objectives[i].metric] = {{"predicted", error.points},
                                                               {"median_error", error.median},
                                                               {"p90_error", error.p90},
                                                               {"explained", error.explained}};
    }
    document["front"] = summary.front;
    if (summary.front.empty()) return document;
    document["knee"] = pointDocument(request, table, static_cast<std::size_t>(summary.knee));
    document["hypervolume"] = summary.hypervolume;
    document["reference"] = summary.reference;
    return document;
}

} // namespace strata::explore
