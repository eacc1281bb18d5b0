// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/evaluate_rows.h"

#include "core/assess/predictions.h"
#include "core/base/message_text.h"
#include "core/base/progress.h"
#include "core/evaluate/engine/engine.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace strata::assess {
namespace {

constexpr std::size_t kWindowPerJob = 64;

/// What became of a row: the metric that it names and the method, or why there is none.
struct Answer {
    Metric metric;
    std::string method;
    std::string refusal;
};

std::string metricNames(const Estimate& estimate) {
    std::string text;
    for (const Metric& metric : estimate.metrics)
        text += (text.empty() ? "" : ", ") + metric.name;
    return text;
}

Answer answerOf(const MeasuredRow& row, const Outcome& outcome) {
    Answer answer;
    if (!outcome) {
        answer.refusal = describe(outcome.error());
        return answer;
    }
    const Estimate& estimate = **outcome;
    if (!estimate.valid) {
        answer.refusal = estimate.notes.empty() ? "the design cannot exist" : messageText(estimate.notes.front().text);
        return answer;
    }
    const Metric* metric = estimate.findMetric(row.quantity);
    if (metric == nullptr) {
        answer.refusal = "the answer has no metric " + row.quantity + "; it has " + metricNames(estimate);
        return answer;
    }
    answer.metric = *metric;
    answer.method = estimate.method;
    return answer;
}

SuiteRow toSuiteRow(const MeasuredRow& row, const Answer& answer) {
    SuiteRow result;
    result.id = row.id;
    result.group = row.group;
    const auto named = [](const auto& pair) { return pair.first == "source"; };
    if (!row.source.empty() && std::none_of(row.group.begin(), row.group.end(), named))
        result.group.emplace_back("source", row.source);
    result.quantity = row.quantity;
    result.unit = row.unit;
    result.measured = row.measured;
    result.predicted = answer.metric.value;
    result.low = answer.metric.low;
    result.high = answer.metric.high;
    result.method = answer.method;
    result.equal = answer.metric.value == row.measured;
    result.request = row.request;
    return result;
}

/// Counts the answers that are there.
class Arrivals {
public:
    void arrive() {
        const std::lock_guard lock(mutex_);
        ++arrived_;
        changed_.notify_one();
    }
    std::size_t waitFor(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return arrived_ >= count; });
        return arrived_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t arrived_ = 0;
};

/// Rows that ask the same, in the order in which their requests first come: several quantities of one run.
std::vector<std::vector<std::size_t>> rowsOfRequests(std::span<const MeasuredRow> rows) {
    std::vector<std::vector<std::size_t>> asked;
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [place, first] = places.try_emplace(rows[i].request, asked.size());
        if (first) asked.emplace_back();
        asked[place->second].push_back(i);
    }
    return asked;
}

} // namespace

SuiteReport evaluateRows(std::span<const MeasuredRow> rows, std::shared_ptr<const Library> library, unsigned jobs,
                         Progress* progress) {
    std::vector<Answer> answers(rows.size());
    const auto asked = rowsOfRequests(rows);
    Arrivals arrivals;
    {
        Engine engine(std::move(library), jobs); // joined before what its callbacks use goes away
        const std::size_t window = kWindowPerJob * std::max(1U, jobs);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const std::size_t arrived = i >= window ? arrivals.waitFor(i - window + 1) : 0;
            if (progress && i >= window) progress->report(arrived, asked.size(), "requests");
            const std::string& request = rows[asked[i].front()].request;
            engine.submitBatch(std::make_shared<const Json>(Json::parse(request, nullptr, false)),
                               [&, i](Ticket, const Outcome& outcome) {
                                   for (const std::size_t row : asked[i])
                                       answers[row] = answerOf(rows[row], outcome);
                                   arrivals.arrive();
                               });
        }
        arrivals.waitFor(asked.size());
    }
    if (progress) progress->report(asked.size(), asked.size(), "requests");
    SuiteReport report;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (answers[i].refusal.empty())
            report.rows.push_back(toSuiteRow(rows[i], answers[i]));
        else
            report.refused.push_back({rows[i].id, std::move(answers[i].refusal)});
    }
    report.summary =
        std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

Result<SuiteReport> reportOfFile(const std::filesystem::path& file, std::shared_ptr<const Library> library,
                                 unsigned jobs, Progress* progress) {
    const auto format = rowFormatOf(file);
    if (!format) return format.error();
    std::optional<SuiteReport> report;
    if (*format == RowFormat::Csv) {
        const auto table = exchange::CsvTable::read(file);
        if (!table) return table.error();
        if (table->column("predicted")) {
            auto predictions = readPredictions(*table, file.string());
            if (!predictions) return predictions.error();
            report = *std::move(predictions);
            report->summary = std::to_string(report->rows.size()) + " rows";
        }
    }
    if (!report) {
        const auto rows = readRowFile(file);
        if (!rows) return rows.error();
        report = evaluateRows(*rows, std::move(library), jobs, progress);
    }
    report->suite = file.filename().string();
    report->data = file.string();
    return *std::move(report);
}

} // namespace strata::assess
