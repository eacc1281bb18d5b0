// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/composition/kept_analysis.h"

#include <algorithm>
#include <limits>
#include <set>

namespace strata::composition {

KeptAnalysis keptAnalysis(std::span<const hardware::Calibration> calibrations, std::string_view id) {
    const auto found = std::ranges::find(calibrations, id, &hardware::Calibration::id);
    if (found == calibrations.end()) return {};
    const auto origin = [&](const char* name) {
        const auto stated = found->origins.find(name);
        return stated == found->origins.end() ? std::string() : stated->second;
    };
    return {&*found, origin("date"), origin("commit")};
}

std::string keyOf(const hardware::CalibrationGroup& group, std::string_view name) {
    const auto found = group.key.find(name);
    return found == group.key.end() ? std::string() : found->second;
}

double valueOf(const hardware::CalibrationGroup& group, std::string_view name) {
    const auto found = group.values.find(name);
    return found == group.values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

std::vector<const hardware::CalibrationGroup*> groupsWith(const KeptAnalysis& analysis, std::string_view name,
                                                          std::string_view value) {
    std::vector<const hardware::CalibrationGroup*> groups;
    if (!analysis) return groups;
    for (const hardware::CalibrationGroup& group : analysis.kept->groups)
        if (keyOf(group, name) == value) groups.push_back(&group);
    return groups;
}

Table tableOf(const KeptAnalysis& analysis) {
    Table table;
    if (!analysis) return table;
    table.name = analysis.kept->id;
    std::set<std::string> keys, values;
    for (const hardware::CalibrationGroup& group : analysis.kept->groups) {
        for (const auto& [key, text] : group.key)
            keys.insert(key);
        for (const auto& [value, number] : group.values)
            values.insert(value);
    }
    table.columns.assign(keys.begin(), keys.end());
    table.columns.insert(table.columns.end(), values.begin(), values.end());
    table.columns.emplace_back("points");
    for (const hardware::CalibrationGroup& group : analysis.kept->groups) {
        std::vector<Cell> row;
        for (const std::string& key : keys)
            row.emplace_back(keyOf(group, key));
        for (const std::string& value : values) {
            const auto found = group.values.find(value);
            row.push_back(found == group.values.end() ? Cell() : Cell(found->second));
        }
        row.emplace_back(group.points);
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace strata::composition
