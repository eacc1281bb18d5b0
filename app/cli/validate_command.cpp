// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/pretty.h"
#include "core/assess/npu_suite.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--data", "DIR", "The folder with the suite's reference data."},
                              Option{"--report", "FILE", "Write the errors per group as JSON."},
                              Option{"--predictions", "FILE", "Write one row a checked value as CSV."}};

struct Suite {
    std::string_view name;
    Result<assess::SuiteReport> (*run)(const std::filesystem::path& folder);
};
constexpr std::array kSuites{Suite{"npu", assess::runNpuSuite}};

std::string groupText(const std::vector<std::pair<std::string, std::string>>& group) {
    std::string text;
    for (const auto& [key, value] : group) text += (text.empty() ? "" : ", ") + value;
    return text;
}

std::string percent(double ratio) { return std::isnan(ratio) ? "-" : formatQuantity(ratio, "1"); }

/// One line a group: how many values, how many equal, and the relative errors.
std::string groupTable(const assess::SuiteReport& report) {
    std::vector<std::vector<std::string>> rows{{"group", "values", "equal", "mape", "p95", "bias"}};
    for (const assess::GroupErrors& errors : assess::groupErrors(report.rows)) {
        const auto equal = std::count_if(report.rows.begin(), report.rows.end(), [&](const assess::SuiteRow& row) {
            return row.group == errors.group && row.equal;
        });
        rows.push_back({groupText(errors.group), std::to_string(errors.n), std::to_string(equal), percent(errors.mape),
                        percent(errors.p95), percent(errors.bias)});
    }
    return alignedText(rows, {false, true, true, true, true, true});
}

Result<void> writeFiles(const assess::SuiteReport& report, const Arguments& arguments) {
    if (const auto file = arguments.value("--report")) {
        if (auto done = writeFileWhole(*file, assess::toJson(report).dump(2) + "\n"); !done) return done;
    }
    if (const auto file = arguments.value("--predictions")) {
        return writeFileWhole(*file, assess::toPredictionsCsv(report));
    }
    return {};
}

int run(const Arguments& arguments, Streams& streams) {
    const std::string& wanted = arguments.positional().front();
    const auto suite = std::find_if(kSuites.begin(), kSuites.end(), [&](const Suite& s) { return s.name == wanted; });
    if (suite == kSuites.end()) {
        return fail({"bad-argument", "", "there is no suite \"" + wanted + "\"", "npu", {}}, streams);
    }
    const auto folder = arguments.value("--data");
    if (!folder) return fail({"bad-argument", "", "--data is missing", "--data DIR", {}}, streams);
    const auto report = suite->run(*folder);
    if (!report) return fail(report.error(), streams);

    streams.out << groupTable(*report);
    for (const assess::Refusal& refusal : report->refused) streams.out << "refused " << refusal.id << ": " << refusal.reason << '\n';
    for (const assess::SuiteRow& row : report->rows) {
        if (row.equal) continue;
        streams.out << "different " << row.id << ": " << formatExact(row.predicted, row.unit) << ", the reference says "
                    << formatExact(row.measured, row.unit) << '\n';
    }
    for (const std::string& note : report->notes) streams.out << "note: " << note << '\n';
    streams.out << report->summary << '\n';
    if (auto written = writeFiles(*report, arguments); !written) return fail(written.error(), streams);
    return kAnswered;  // a difference is an answer; what was not answered is listed as refused
}

}  // namespace

Command validateCommand() {
    return {"validate", "SUITE --data DIR [--report out.json] [--predictions out.csv]",
            "Predictions against reference data, errors per group; nothing is fitted.", kOptions, 1, 1, run};
}

}  // namespace strata::cli
