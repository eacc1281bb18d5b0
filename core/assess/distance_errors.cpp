// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/distance_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>

namespace strata::assess {
namespace {

constexpr double kAimed = 0.8;

std::string_view valueOf(const SuiteRow& row, std::string_view key) {
    for (const auto& [name, value] : row.group) {
        if (name == key) return value;
    }
    return {};
}

using Key = std::array<std::string, 3>; ///< op, quantity, distance

Key keyOf(const SuiteRow& row) {
    const std::string_view op = valueOf(row, "op");
    return {op.empty() ? std::string("-") : std::string(op), row.quantity, std::string(valueOf(row, "distance"))};
}

std::string placeOf(const SuiteRow& row) {
    const std::string_view source = valueOf(row, "source");
    return std::string(source.empty() ? valueOf(row, "device") : source);
}

DistanceErrors summaryOf(std::vector<SuiteRow> rows) {
    DistanceErrors errors;
    const Key key = keyOf(rows.front());
    std::tie(errors.op, errors.quantity, errors.distance) = std::tie(key[0], key[1], key[2]);
    std::vector<SuiteRow> whole = rows;
    for (SuiteRow& row : whole)
        row.group.clear();
    const GroupErrors all = groupErrors(whole).front();
    errors.n = all.n;
    errors.mape = all.mape;
    errors.median = all.median;
    errors.coverage80 = all.coverage80;
    for (SuiteRow& row : rows)
        row.group = {{"place", placeOf(row)}};
    const std::vector<GroupErrors> places = groupErrors(rows);
    errors.places = places.size();
    errors.worst_mape = -1.0;
    errors.worst_coverage = kAimed;
    for (const GroupErrors& place : places) {
        errors.coverage_of_places += place.coverage80 / static_cast<double>(places.size());
        if (place.mape > errors.worst_mape) {
            errors.worst_mape = place.mape;
            errors.worst = place.group.front().second;
        }
        if (std::abs(place.coverage80 - kAimed) > std::abs(errors.worst_coverage - kAimed))
            errors.worst_coverage = place.coverage80;
    }
    return errors;
}

} // namespace

std::vector<DistanceErrors> errorsByDistance(const std::vector<SuiteRow>& rows) {
    std::map<Key, std::size_t> at;
    std::vector<std::vector<SuiteRow>> groups;
    for (const SuiteRow& row : rows) {
        const Key key = keyOf(row);
        if (key.back().empty()) continue;
        const auto [found, is_new] = at.emplace(key, groups.size());
        if (is_new) groups.emplace_back();
        groups[found->second].push_back(row);
    }
    std::vector<DistanceErrors> errors;
    for (std::vector<SuiteRow>& group : groups)
        errors.push_back(summaryOf(std::move(group)));
    return errors;
}

Json toJson(const DistanceErrors& errors) {
    return {
        {"op", errors.op},         {"quantity", errors.quantity},     {"distance", errors.distance},
        {"n", errors.n},           {"places", errors.places},         {"mape", errors.mape},
        {"median", errors.median}, {"coverage80", errors.coverage80}, {"coverage_of_places", errors.coverage_of_places},
        {"worst", errors.worst},   {"worst_mape", errors.worst_mape}, {"worst_coverage", errors.worst_coverage}};
}

} // namespace strata::assess
