// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_door.h"

#include "app/lab/training/training_documents.h"
#include "core/evaluate/method.h"
#include "core/system/plan.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

Json requestOf(const TrainingRun& run, const system::Plan& plan) {
    return {{"kind", "training"},
            {"hardware", {{"cluster", run.cluster}, {"devices", run.devices}}},
            {"workload",
             {{"model", run.model},
              {"sequence", run.sequence},
              {"global_batch", run.global_batch},
              {"precision", run.precision}}},
            {"plan", planDocument(plan)}};
}

std::string percent(double share) {
    return std::to_string(static_cast<double>(std::lround(share * 1000.0)) / 10.0).substr(0, 4) + " %";
}

} // namespace

void askTraining(const TrainingRun& run, const SuiteOptions& options, SuiteReport& report) {
    SuiteRow best;
    std::string why = "no plan is left";
    for (const system::Plan& plan : run.plans) {
        const Json request = requestOf(run, plan);
        const auto estimate = evaluate(request, Context{options.library, {}, nullptr});
        if (!estimate) {
            why = describe(estimate.error());
            continue;
        }
        const Metric* step = estimate->valid ? estimate->findMetric("iteration_s") : nullptr;
        if (step == nullptr) {
            why = estimate->notes.empty() ? "the door answers no step time" : estimate->notes.front().text;
            continue;
        }
        if (best.predicted > 0.0 && step->value >= best.predicted) continue;
        best.predicted = step->value;
        best.low = step->low;
        best.high = step->high;
        best.method = estimate->method;
        if (options.keep_requests) best.request = request.dump();
    }
    if (best.predicted <= 0.0) {
        report.refused.push_back({run.id, why});
        return;
    }
    best.id = run.id;
    best.group = run.group;
    best.quantity = "iteration_s";
    best.unit = "s";
    best.measured = run.measured_s;
    report.rows.push_back(std::move(best));
}

std::string summaryBySplit(const SuiteReport& report) {
    std::map<std::string, std::pair<double, double>> splits;
    double sum = 0.0, inside = 0.0;
    for (const SuiteRow& row : report.rows) {
        const double error = std::abs(row.predicted / row.measured - 1.0);
        sum += error;
        inside += row.low <= row.measured && row.measured <= row.high ? 1.0 : 0.0;
        for (const auto& [key, value] : row.group) {
            if (key == "split") splits[value].first += error, ++splits[value].second;
        }
    }
    const double count = std::max<double>(1.0, static_cast<double>(report.rows.size()));
    std::string text = std::to_string(report.rows.size()) + " steps: mean error " + percent(sum / count);
    for (const auto& [split, error] : splits)
        text += ", of " + split + " " + percent(error.first / error.second);
    return text + "; inside their 80 % interval " + percent(inside / count) + "; " +
           std::to_string(report.refused.size()) + " refused";
}

} // namespace strata::assess
