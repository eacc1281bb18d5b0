// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/predictions.h"

#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <limits>

namespace strata::assess {
namespace {

std::vector<std::pair<std::string, std::string>> groupOf(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> group;
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), pair.size() + 1));
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos) continue;
        group.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    }
    return group;
}

} // namespace

std::string groupText(const SuiteRow& row) {
    std::string text;
    for (const auto& [key, value] : row.group)
        text += (text.empty() ? "" : ";") + key + "=" + value;
    return text;
}

Result<SuiteReport> readPredictions(std::string text, std::string_view file) {
    const auto table = exchange::CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    return readPredictions(*table, file);
}

Result<SuiteReport> readPredictions(const exchange::CsvTable& table, std::string_view file) {
    const auto complete =
        table.require({"id", "group", "quantity", "unit", "measured", "predicted", "low", "high"}, file);
    if (!complete) return complete.error();
    SuiteReport report;
    report.rows.reserve(table.rows());
    for (std::size_t i = 0; i < table.rows(); ++i) {
        SuiteRow row;
        row.id = table.text(i, "id");
        row.group = groupOf(table.text(i, "group"));
        row.quantity = table.text(i, "quantity");
        row.unit = table.text(i, "unit");
        row.method = table.text(i, "method");
        row.low = table.numberOr(i, "low", std::numeric_limits<double>::quiet_NaN());
        row.high = table.numberOr(i, "high", std::numeric_limits<double>::quiet_NaN());
        const std::array<std::pair<const char*, double*>, 2> numbers{
            {{"measured", &row.measured}, {"predicted", &row.predicted}}};
        for (const auto& [name, value] : numbers) {
            const auto number = table.number(i, name);
            if (!number)
                return Error{"bad-value",
                             {},
                             {"error.line", {{"name", name}, {"i", i + 2}, {"i_2", table.text(i, name)}}},
                             {"accepted.number"},
                             std::string(file)};
            *value = *number;
        }
        report.rows.push_back(std::move(row));
    }
    return report;
}

} // namespace strata::assess
