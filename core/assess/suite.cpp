// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/suite.h"

#include "core/assess/distance_errors.h"
#include "core/assess/predictions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

namespace strata::assess {

namespace {

double relativeError(const SuiteRow& row) {
    if (row.measured == 0.0) {
        return row.predicted == 0.0 ? 0.0 : 1.0;
    }
    return (row.predicted - row.measured) / std::abs(row.measured);
}

/// Value below which the given share of the sorted values lies, linear between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Ranks from 1, equal values sharing the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t l, std::size_t r) { return values[l] < values[r]; });
    std::vector<double> rank(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        for (std::size_t i = begin; i < end; ++i) {
            rank[order[i]] = (static_cast<double>(begin) + static_cast<double>(end) + 1.0) / 2.0;
        }
        begin = end;
    }
    return rank;
}

double spearman(const std::vector<double>& left, const std::vector<double>& right) {
    const std::vector<double> l = ranks(left);
    const std::vector<double> r = ranks(right);
    const double mean = (static_cast<double>(l.size()) + 1.0) / 2.0;
    double both = 0.0;
    double left_square = 0.0;
    double right_square = 0.0;
    for (std::size_t i = 0; i < l.size(); ++i) {
        both += (l[i] - mean) * (r[i] - mean);
        left_square += (l[i] - mean) * (l[i] - mean);
        right_square += (r[i] - mean) * (r[i] - mean);
    }
    const double scale = std::sqrt(left_square * right_square);
    return scale > 0.0 ? both / scale : std::numeric_limits<double>::quiet_NaN();
}

GroupErrors errorsOf(const std::vector<const SuiteRow*>& rows) {
    GroupErrors errors;
    errors.group = rows.front()->group;
    errors.n = rows.size();
    const auto n = static_cast<double>(rows.size());
    std::vector<double> sizes;
    std::vector<double> measured;
    std::vector<double> predicted;
    for (const SuiteRow* row : rows) {
        const double error = relativeError(*row);
        errors.bias += error / n;
        errors.mape += std::abs(error) / n;
        errors.coverage80 += row->low <= row->measured && row->measured <= row->high ? 1.0 : 0.0;
        sizes.push_back(std::abs(error));
        measured.push_back(row->measured);
        predicted.push_back(row->predicted);
    }
    errors.coverage80 /= n; // divided once, so that 7 of 7 rows are exactly 1
    std::sort(sizes.begin(), sizes.end());
    errors.median = quantile(sizes, 0.5);
    errors.p95 = quantile(sizes, 0.95);
    errors.spearman = spearman(measured, predicted);
    return errors;
}

Json groupJson(const std::vector<std::pair<std::string, std::string>>& group) {
    Json json = Json::object();
    for (const auto& [key, value] : group) {
        json[key] = value;
    }
    return json;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

std::string csvNumber(double value) {
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), written.ptr};
}

} // namespace

std::vector<GroupErrors> groupErrors(const std::vector<SuiteRow>& rows) {
    std::vector<std::vector<const SuiteRow*>> groups;
    for (const SuiteRow& row : rows) {
        const auto found = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& group) { return group.front()->group == row.group; });
        if (found == groups.end()) {
            groups.push_back({&row});
        } else {
            found->push_back(&row);
        }
    }
    std::vector<GroupErrors> errors;
    errors.reserve(groups.size());
    for (const auto& group : groups) {
        errors.push_back(errorsOf(group));
    }
    return errors;
}

Json toJson(const SuiteReport& report) {
    Json refused = Json::array();
    for (const Refusal& refusal : report.refused) {
        refused.push_back({{"id", refusal.id}, {"reason", refusal.reason}});
    }
    Json groups = Json::array();
    for (const GroupErrors& errors : groupErrors(report.rows)) {
        Json group = {{"group", groupJson(errors.group)}, {"n", errors.n},     {"mape", errors.mape},
                      {"median", errors.median},          {"p95", errors.p95}, {"bias", errors.bias},
                      {"coverage80", errors.coverage80}};
        group["spearman"] = std::isnan(errors.spearman) ? Json() : Json(errors.spearman);
        groups.push_back(std::move(group));
    }
    Json json = {{"suite", report.suite},
                 {"data", report.data},
                 {"rows", report.rows.size() + report.refused.size()},
                 {"answered", report.rows.size()},
                 {"refused", std::move(refused)},
                 {"groups", std::move(groups)},
                 {"notes", report.notes},
                 {"summary", report.summary}};
    if (const auto distances = errorsByDistance(report.rows); !distances.empty()) {
        Json& list = json["distances"] = Json::array();
        for (const DistanceErrors& distance : distances)
            list.push_back(toJson(distance));
    }
    if (report.cases > 0) {
        json["cases"] = report.cases;
        json["cases_equal"] = report.cases_equal;
    }
    return json;
}

std::string toPredictionsCsv(const SuiteReport& report) {
    std::string csv = "id,group,quantity,unit,measured,predicted,low,high,method\n";
    for (const SuiteRow& row : report.rows) {
        csv += csvField(row.id) + ',' + csvField(groupText(row)) + ',' + csvField(row.quantity) + ',' +
               csvField(row.unit) + ',' + csvNumber(row.measured) + ',' + csvNumber(row.predicted) + ',' +
               csvNumber(row.low) + ',' + csvNumber(row.high) + ',' + csvField(row.method) + '\n';
    }
    return csv;
}

} // namespace strata::assess
