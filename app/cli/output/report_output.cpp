// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/report_output.h"

#include "app/cli/output/history_output.h"
#include "app/cli/output/pretty.h"
#include "app/cli/output/renderer.h"
#include "app/cli/output/report_bounds.h"
#include "core/assess/distance_errors.h"
#include "core/base/quantity.h"
#include "core/catalog/data_root.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::cli {
namespace {

std::string groupText(const std::vector<std::pair<std::string, std::string>>& group) {
    std::string text;
    for (const auto& [key, value] : group)
        text += (text.empty() ? "" : ", ") + value;
    return text;
}

std::string percent(double ratio) { return std::isnan(ratio) ? "-" : formatQuantity(ratio, "1"); }

std::string plain(double value) {
    if (std::isnan(value)) return "-";
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << value;
    return text.str();
}

/// The rows with all keys but these taken out of their group.
std::vector<assess::SuiteRow> regrouped(const std::vector<assess::SuiteRow>& rows, const std::string& keys) {
    std::vector<assess::SuiteRow> result = rows;
    const std::string wanted = "," + keys + ",";
    for (assess::SuiteRow& row : result) {
        std::erase_if(row.group,
                      [&](const auto& pair) { return wanted.find("," + pair.first + ",") == std::string::npos; });
    }
    return result;
}

/// One line a group of a suite whose values are exact: how many are equal.
std::string equalityTable(const assess::SuiteReport& report) {
    std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> equal, exact;
    for (const assess::SuiteRow& row : report.rows) {
        equal[row.group] += row.equal ? 1 : 0;
        exact[row.group] += row.exact ? 1 : 0;
    }
    std::vector<std::vector<std::string>> rows{{"group", "values", "equal", "mape", "p95", "bias"}};
    for (const assess::GroupErrors& errors : assess::groupErrors(report.rows)) {
        rows.push_back({groupText(errors.group), std::to_string(errors.n),
                        exact[errors.group] > 0 ? std::to_string(equal[errors.group]) : "-", percent(errors.mape),
                        percent(errors.p95), percent(errors.bias)});
    }
    return alignedText(rows, {false, true, true, true, true, true});
}

/// One line a group of a suite of measurements: how far predictions lie from them.
std::string errorTable(const std::vector<assess::SuiteRow>& answered) {
    std::vector<std::vector<std::string>> rows{
        {"group", "values", "mape", "median", "p95", "bias", "spearman", "in 80 % interval"}};
    for (const assess::GroupErrors& errors : assess::groupErrors(answered)) {
        rows.push_back({groupText(errors.group), std::to_string(errors.n), percent(errors.mape), percent(errors.median),
                        percent(errors.p95), percent(errors.bias), plain(errors.spearman), percent(errors.coverage80)});
    }
    return alignedText(rows, {false, true, true, true, true, true, true, true});
}

/// One line for each operator and distance: how far predictions are off, where they are worst, and whether 80 % of the
/// measurements lie in the intervals of this class.
std::string distanceTable(const std::vector<assess::SuiteRow>& answered) {
    std::vector<std::vector<std::string>> rows{{"distance", "of", "values", "places", "median", "mape", "worst place",
                                                "its mape", "in 80 % interval", "mean of places", "furthest place"}};
    for (const assess::DistanceErrors& errors : assess::errorsByDistance(answered)) {
        rows.push_back({errors.distance, errors.op + ' ' + errors.quantity, std::to_string(errors.n),
                        std::to_string(errors.places), percent(errors.median), percent(errors.mape), errors.worst,
                        percent(errors.worst_mape), percent(errors.coverage80), percent(errors.coverage_of_places),
                        percent(errors.worst_coverage)});
    }
    if (rows.size() == 1) return {};
    return '\n' + alignedText(rows, {false, false, true, true, true, true, false, true, true, true, true});
}

/// Each value that differs where they are few, else how many there are; --predictions writes them all.
void printDifferences(const assess::SuiteReport& report, std::ostream& to) {
    constexpr std::size_t kFew = 20;
    const auto differs = [](const assess::SuiteRow& row) { return row.exact && !row.equal; };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(report.rows, differs));
    if (count > kFew) {
        to << "different " << count << " values: --predictions FILE lists them\n";
        return;
    }
    for (const assess::SuiteRow& row : report.rows) {
        if (!differs(row)) continue;
        to << "different " << row.id << ": " << formatExact(row.predicted, row.unit) << ", the reference says "
           << formatExact(row.measured, row.unit) << '\n';
    }
}

/// Each refusal where they are few, else how many there are of a reason; the report lists them all.
void printRefusals(const assess::SuiteReport& report, std::ostream& to) {
    constexpr std::size_t kFew = 20;
    if (report.refused.size() <= kFew) {
        for (const assess::Refusal& refusal : report.refused)
            to << "refused " << refusal.id << ": " << refusal.reason << '\n';
        return;
    }
    std::map<std::string, std::size_t> reasons;
    for (const assess::Refusal& refusal : report.refused)
        ++reasons[refusal.reason];
    for (const auto& [reason, times] : reasons)
        to << "refused " << times << " rows: " << reason << '\n';
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

/// Drawing lies in strata-figure; what it reads is the table of predictions.
int drawFigures(const assess::SuiteReport& report, const Arguments& arguments, Streams& streams) {
    const auto folder = arguments.value("--figures");
    if (!folder || report.rows.empty()) return kAnswered;
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    streams.out.flush();
    const auto status = runRenderer({"--predictions", "-", "--suite", report.suite, "--figures", *folder},
                                    assess::toPredictionsCsv(report), *root);
    return status ? *status : fail(status.error(), streams);
}

/// Tells each bound that a group misses. Without rows nothing was shown to keep a bound.
bool keepsBounds(const std::vector<assess::SuiteRow>& rows, const std::vector<ReportBound>& bounds, Streams& streams) {
    bool kept = bounds.empty() || !rows.empty();
    for (const assess::GroupErrors& errors : assess::groupErrors(rows)) {
        for (const ReportBound& bound : bounds) {
            if (bound.keeps(errors)) continue;
            kept = false;
            streams.err << streams.program << ": " << bound.name << " of " << groupText(errors.group) << " is "
                        << plain(errors.*bound.error) << "; accepted: at " << (bound.at_least ? "least " : "most ")
                        << plain(bound.value) << '\n';
        }
    }
    return kept;
}

} // namespace

int tellReport(const assess::SuiteReport& report, const Arguments& arguments, Streams& streams) {
    const auto bounds = boundsOf(arguments);
    if (!bounds) return fail(bounds.error(), streams);
    const auto keys = arguments.value("--by");
    const auto rows = keys ? regrouped(report.rows, *keys) : report.rows;
    if (keys) {
        streams.out << errorTable(rows);
    } else {
        streams.out << (report.cases > 0 ? equalityTable(report) : errorTable(report.rows));
    }
    if (arguments.has("--distances")) streams.out << distanceTable(report.rows);
    printRefusals(report, streams.out);
    if (report.cases > 0) printDifferences(report, streams.out);
    for (const std::string& note : report.notes)
        streams.out << "note: " << note << '\n';
    streams.out << report.summary << '\n';
    if (auto written = writeFiles(report, arguments); !written) return fail(written.error(), streams);
    if (auto kept = keepResults(report, arguments, streams); !kept) return fail(kept.error(), streams);
    // A difference is an answer; what was not answered is listed as refused.
    const int drawn = drawFigures(report, arguments, streams);
    return keepsBounds(rows, *bounds, streams) ? drawn : std::max(drawn, kFailed);
}

} // namespace strata::cli
