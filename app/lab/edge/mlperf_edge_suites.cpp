// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "app/lab/edge/edge_suites.h"
#include "app/lab/edge/mlperf_edge_rows.h"
#include "app/lab/run/ask_door.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

using Rows = std::vector<const SubmittedRow*>;

constexpr const char* kStudy =
    "one task measured: the means of the tasks and the quantiles of the interval are fitted to these "
    "rows without the chip that is predicted; no request of users asks for this";

/// Mean logarithm of each task relative to the level of its system, from systems of other chips: rounds of row and
/// column means, as systems do not all run every task.
std::map<std::string, double> tasksWithout(const Rows& rows, const std::set<std::string>& left_out) {
    std::map<std::string, double> task, level;
    constexpr int kRounds = 30;
    for (int round = 0; round < kRounds; ++round) {
        std::map<std::string, std::pair<double, double>> of_system, of_task;
        for (const SubmittedRow* row : rows) {
            if (left_out.contains(row->chip)) continue;
            auto& [sum, count] = of_system[row->system];
            sum += std::log(row->value) - task[row->task];
            count += 1;
        }
        for (const auto& [system, sum] : of_system)
            level[system] = sum.first / sum.second;
        for (const SubmittedRow* row : rows) {
            if (left_out.contains(row->chip)) continue;
            auto& [sum, count] = of_task[row->task];
            sum += std::log(row->value) - level[row->system];
            count += 1;
        }
        for (const auto& [name, sum] : of_task)
            task[name] = sum.first / sum.second;
    }
    return task;
}

/// ln(measured / predicted) of every task of a system by each other task of it, with the tasks' means as given.
struct Pair {
    const SubmittedRow *known, *asked;
    double predicted;
    double error() const { return std::log(asked->value / predicted); }
};
std::vector<Pair> pairsOf(const Rows& rows, const std::string& chip, const std::map<std::string, double>& task) {
    std::vector<Pair> pairs;
    for (const SubmittedRow* known : rows) {
        if (known->chip != chip || !task.contains(known->task)) continue;
        for (const SubmittedRow* asked : rows)
            if (asked->system == known->system && asked->task != known->task && task.contains(asked->task))
                pairs.push_back({known, asked, known->value * std::exp(task.at(asked->task) - task.at(known->task))});
    }
    return pairs;
}

/// Each chip is left out; one measured task of a system says the others. The interval is what chips that were left out
/// beside it show, each by tasks that saw neither: the same protocol, one chip further away.
void addTransfers(const std::vector<SubmittedRow>& all, std::string_view quantity, const char* unit,
                  SuiteReport& report) {
    Rows rows;
    std::set<std::string> chips;
    for (const SubmittedRow& row : all) {
        if (row.repeated || row.quantity != quantity) continue;
        rows.push_back(&row);
        chips.insert(row.chip);
    }
    for (const std::string& target : chips) {
        std::vector<double> errors;
        for (const std::string& other : chips) {
            if (other == target) continue;
            for (const Pair& pair : pairsOf(rows, other, tasksWithout(rows, {target, other})))
                errors.push_back(pair.error());
        }
        if (errors.empty()) continue;
        const hardware::PredictorResidual spread = residualOf({}, std::move(errors));
        for (const Pair& pair : pairsOf(rows, target, tasksWithout(rows, {target}))) {
            SuiteRow line;
            line.id = pair.asked->id + " by " + pair.known->task;
            line.group = {{"answer", "one task measured"}, {"quantity", std::string(quantity)}, {"chip", target}};
            line.quantity = std::string(quantity);
            line.unit = unit;
            line.measured = pair.asked->value;
            line.predicted = pair.predicted;
            line.low = pair.predicted * std::exp(spread.p10);
            line.high = pair.predicted * std::exp(spread.p90);
            line.method = "level of the chip times mean of the task";
            report.rows.push_back(std::move(line));
        }
    }
    for (const SubmittedRow* row : rows) {
        const bool alone = std::ranges::none_of(
            rows, [&](const SubmittedRow* other) { return other->system == row->system && other->task != row->task; });
        if (alone) report.refused.push_back({row->id, "the only task of its system: nothing predicts it"});
        const bool unknown = std::ranges::none_of(
            rows, [&](const SubmittedRow* other) { return other->chip != row->chip && other->task == row->task; });
        if (unknown && !alone) report.refused.push_back({row->id, "no other chip ran this task: nothing predicts it"});
    }
}

/// Median, worst chip and coverage of one kind of answer.
std::string saidOf(const SuiteReport& report, std::string_view answer, std::string_view quantity) {
    std::vector<double> errors;
    std::map<std::string, std::vector<double>> by_chip;
    double inside = 0;
    for (const SuiteRow& row : report.rows) {
        if (row.group[0].second != answer || row.group[1].second != quantity) continue;
        errors.push_back(std::abs(row.predicted / row.measured - 1.0));
        by_chip[row.group[2].second].push_back(errors.back());
        inside += row.measured >= row.low && row.measured <= row.high ? 1.0 : 0.0;
    }
    if (errors.empty()) return {};
    const auto middle = [](std::vector<double>& values) {
        std::ranges::sort(values);
        const std::size_t half = values.size() / 2;
        return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
    };
    std::string worst;
    double most = -1;
    for (auto& [chip, values] : by_chip) {
        const double median = middle(values);
        if (median <= most) continue;
        most = median;
        worst = chip;
    }
    const double count = static_cast<double>(errors.size());
    return std::string(answer) + ", " + std::string(quantity) + ": median error " + std::to_string(middle(errors)) +
           ", worst chip " + worst + " " + std::to_string(most) + ", inside the interval " +
           std::to_string(inside / count) + ", " + std::to_string(errors.size()) + " answers. ";
}

} // namespace

Result<SuiteReport> runEdgeTiny(const SuiteOptions& options) {
    const auto rows = readTinyRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "edge-tiny";
    report.data = options.data.string();
    FieldRows asked = tinyRequests(*rows, options.library);
    report.refused = std::move(asked.refused);
    askDoor(std::move(asked.rows), options, report);
    addTransfers(*rows, "latency_s", "s", report);
    addTransfers(*rows, "energy_j", "J", report);
    report.notes = {
        kStudy, "results that a later round repeats count once",
        "the door answers a microcontroller that nobody measured with the floor of its datasheet: rates of 8-bit "
        "integers and of memory, without a runtime's cost"};
    report.summary = saidOf(report, "floor by the door", "latency_s") +
                     saidOf(report, "one task measured", "latency_s") + saidOf(report, "one task measured", "energy_j");
    return report;
}

Result<SuiteReport> runEdgeMobile(const SuiteOptions& options) {
    const auto rows = readMobileRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "edge-mobile";
    report.data = options.data.string();
    addTransfers(*rows, "latency_s", "s", report);
    addTransfers(*rows, "seconds_of_sample", "s", report);
    report.notes = {
        kStudy,
        "the door of users refuses all of them: vendors publish no rates of these NPUs, no library has a predictor of "
        "their runtimes on an NPU, and the networks are not in the catalog"};
    report.summary =
        saidOf(report, "one task measured", "latency_s") + saidOf(report, "one task measured", "seconds_of_sample");
    return report;
}

} // namespace strata::assess
