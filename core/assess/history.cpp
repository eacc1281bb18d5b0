// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/history.h"

#include "core/base/schema.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata::assess {
namespace {

constexpr double kMostRows = 1e12;
constexpr double kMostError = 1e9;

const ObjectSchema& recordSchema() {
    using namespace field;
    static const ObjectSchema schema{
        "result_record",
        "Result of a suite",
        {text("date", "Date", "Day of the run: 2026-03-01, for example.").needed(),
         text("commit", "Commit", "Commit of the program.").needed(),
         text("suite", "Suite", "Name of the suite.").needed(), text("method", "Method", "Id of the method.").needed(),
         text("quantity", "Quantity", "Name of the predicted quantity.").needed(),
         text("version", "Version", "Version of the method's code and calibrations."),
         integer("n", "Rows", "", "Number of answered rows.").within(1, kMostRows).needed(),
         number("mape", "Mean error", "1", "Mean absolute relative error.").within(0, kMostError).needed(),
         number("median", "Median error", "1").within(0, kMostError).needed(),
         number("p95", "95th percentile", "1").within(0, kMostError).needed(),
         number("bias", "Bias", "1", "Mean signed relative error.").needed(),
         number("spearman", "Rank correlation", "1").within(-1, 1),
         number("coverage80", "Coverage", "1", "Share of measured values inside the stated intervals.")
             .within(0, 1)
             .needed()}};
    return schema;
}

Result<ResultRecord> readRecord(std::string_view line) {
    auto document = parseJson(line);
    if (!document) return document.error();
    if (auto valid = validate(*document, recordSchema(), {}); !valid) return valid.error();
    ResultRecord record;
    record.date = document->at("date");
    record.commit = document->at("commit");
    record.suite = document->at("suite");
    record.method = document->at("method");
    record.quantity = document->at("quantity");
    record.version = document->value("version", std::string());
    record.n = document->at("n");
    record.mape = document->at("mape");
    record.median = document->at("median");
    record.p95 = document->at("p95");
    record.bias = document->at("bias");
    record.spearman = document->value("spearman", std::numeric_limits<double>::quiet_NaN());
    record.coverage80 = document->at("coverage80");
    return record;
}

} // namespace

std::vector<ResultRecord> recordsOf(const SuiteReport& report) {
    std::vector<SuiteRow> rows = report.rows;
    for (SuiteRow& row : rows)
        row.group = {{"method", row.method}, {"quantity", row.quantity}};
    std::vector<ResultRecord> records;
    for (const GroupErrors& group : groupErrors(rows)) {
        ResultRecord record;
        record.suite = report.suite;
        record.method = group.group[0].second;
        record.quantity = group.group[1].second;
        record.n = group.n;
        record.mape = group.mape;
        record.median = group.median;
        record.p95 = group.p95;
        record.bias = group.bias;
        record.spearman = group.spearman;
        record.coverage80 = group.coverage80;
        records.push_back(std::move(record));
    }
    return records;
}

std::string toJsonLine(const ResultRecord& record) {
    Json document{{"date", record.date},     {"commit", record.commit},        {"suite", record.suite},
                  {"method", record.method}, {"quantity", record.quantity},    {"n", record.n},
                  {"mape", record.mape},     {"median", record.median},        {"p95", record.p95},
                  {"bias", record.bias},     {"coverage80", record.coverage80}};
    if (!record.version.empty()) document["version"] = record.version;
    if (!std::isnan(record.spearman)) document["spearman"] = record.spearman;
    return canonicalText(document);
}

Result<std::vector<ResultRecord>> readHistory(std::string_view text, std::string_view file) {
    std::vector<ResultRecord> records;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto record = readRecord(line);
        if (!record) {
            Error error = record.error();
            error.file = std::string(file) + ":" + std::to_string(number);
            return error;
        }
        records.push_back(*std::move(record));
    }
    return records;
}

std::vector<Drift> drifts(const std::vector<ResultRecord>& records) {
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<const ResultRecord*>> series;
    for (const ResultRecord& record : records)
        series[{record.suite, record.method, record.quantity}].push_back(&record);
    std::vector<Drift> found;
    for (auto& [key, run] : series) {
        if (run.size() < 2) continue;
        std::ranges::stable_sort(run, {}, [](const ResultRecord* record) { return record->date; });
        found.push_back({*run.back(), run[run.size() - 2]->mape, run.size()});
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &Drift::change);
    return found;
}

} // namespace strata::assess
