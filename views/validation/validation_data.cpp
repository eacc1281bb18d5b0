// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/validation_data.h"

#include "core/assess/predictions.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::views {
namespace {

constexpr std::size_t kMarkers = 8;
constexpr std::size_t kOutliers = 30;

std::string valueOf(const assess::SuiteRow& row, const std::string& key) {
    for (const auto& [name, value] : row.group) {
        if (name == key) return value;
    }
    return {};
}

double logError(const assess::SuiteRow& row) { return std::abs(std::log(row.predicted / row.measured)); }

/// assess::groupErrors of these rows as one group.
assess::GroupErrors errorsOf(const assess::SuiteReport& report, const std::vector<std::size_t>& indices) {
    std::vector<assess::SuiteRow> rows;
    rows.reserve(indices.size());
    for (const std::size_t index : indices) {
        const assess::SuiteRow& row = report.rows[index];
        assess::SuiteRow bare;
        bare.measured = row.measured;
        bare.predicted = row.predicted;
        bare.low = row.low;
        bare.high = row.high;
        rows.push_back(std::move(bare));
    }
    const auto errors = assess::groupErrors(rows);
    return errors.empty() ? assess::GroupErrors() : errors.front();
}

void findOutliers(Validation& validation, std::vector<std::size_t> rows) {
    const auto& report = *validation.report;
    std::erase_if(rows, [&](std::size_t row) { return !drawable(report.rows[row]); });
    const std::size_t count = std::min(kOutliers, rows.size());
    std::partial_sort(
        rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(),
        [&](std::size_t a, std::size_t b) { return logError(report.rows[a]) > logError(report.rows[b]); });
    rows.resize(count);
    validation.outliers = std::move(rows);
}

std::vector<Cell> errorRow(const std::string& name, const assess::GroupErrors& errors) {
    return {name,
            static_cast<std::int64_t>(errors.n),
            errors.mape,
            errors.median,
            errors.p95,
            errors.bias,
            errors.spearman,
            errors.coverage80};
}

} // namespace

std::vector<std::string> quantitiesOf(const assess::SuiteReport& report) {
    std::vector<std::string> quantities;
    for (const assess::SuiteRow& row : report.rows) {
        if (std::find(quantities.begin(), quantities.end(), row.quantity) == quantities.end())
            quantities.push_back(row.quantity);
    }
    return quantities;
}

std::vector<std::string> groupKeys(const assess::SuiteReport& report) {
    std::vector<std::string> keys;
    std::map<std::string, std::string> first;
    std::map<std::string, bool> varies;
    for (const assess::SuiteRow& row : report.rows) {
        for (const auto& [key, value] : row.group) {
            const auto [known, is_new] = first.try_emplace(key, value);
            if (is_new) keys.push_back(key);
            varies[key] = varies[key] || known->second != value;
        }
    }
    std::stable_partition(keys.begin(), keys.end(), [&](const std::string& key) { return varies[key]; });
    return keys;
}

Validation makeValidation(std::shared_ptr<const assess::SuiteReport> report, const std::string& quantity,
                          const std::string& key) {
    Validation validation;
    validation.report = std::move(report);
    validation.quantity = quantity;
    validation.key = key;
    std::map<std::string, ValidationGroup> groups;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < validation.report->rows.size(); ++i) {
        const assess::SuiteRow& row = validation.report->rows[i];
        if (row.quantity != quantity) continue;
        validation.unit = row.unit;
        ValidationGroup& group = groups[valueOf(row, key)];
        group.rows.push_back(i);
        all.push_back(i);
        if (!drawable(row))
            ++validation.undrawable;
        else if (std::abs(row.predicted / row.measured - 1.0) <= kBand)
            ++validation.in_band;
    }
    for (auto& [name, group] : groups) {
        group.name = name;
        group.errors = errorsOf(*validation.report, group.rows);
        group.spread = ratioSpread(*validation.report, group.rows);
        group.along = spreadAlongMeasured(*validation.report, group.rows);
        validation.groups.push_back(std::move(group));
    }
    std::stable_sort(validation.groups.begin(), validation.groups.end(),
                     [](const auto& a, const auto& b) { return a.rows.size() > b.rows.size(); });
    for (std::size_t i = 0; i < std::min(kMarkers, validation.groups.size()); ++i) {
        validation.groups[i].letter = static_cast<char>('A' + i);
    }
    validation.all = errorsOf(*validation.report, all);
    validation.spread = ratioSpread(*validation.report, all);
    validation.along = spreadAlongMeasured(*validation.report, all);
    findOutliers(validation, std::move(all));
    return validation;
}

Table validationErrors(const Validation& validation) {
    Table table{"errors", {"group", "rows", "mape", "median", "p95", "bias", "spearman", "coverage80"}, {}};
    if (validation.empty()) return table;
    for (const ValidationGroup& group : validation.groups)
        table.rows.push_back(errorRow(group.name, group.errors));
    table.rows.push_back(errorRow("all", validation.all));
    return table;
}

Table validationSpreads(const Validation& validation) {
    Table table{
        "spreads", {"group", "rows", "error_10", "error_50", "error_90", "mape", "p95", "bias", "coverage80"}, {}};
    for (const ValidationGroup& group : validation.groups) {
        const RatioSpread& spread = group.spread;
        table.rows.push_back({group.name, static_cast<std::int64_t>(group.rows.size()), spread.low - 1.0,
                              spread.median - 1.0, spread.high - 1.0, group.errors.mape, group.errors.p95,
                              group.errors.bias, group.errors.coverage80});
    }
    return table;
}

Table validationOutliers(const Validation& validation, const QLocale& locale) {
    Table table{"outliers", {"id", "measured", "predicted", "error"}, {}};
    for (const std::size_t index : validation.outliers) {
        const assess::SuiteRow& row = validation.report->rows[index];
        table.rows.push_back({row.id, shortText(row.measured, row.unit, locale).toStdString(),
                              shortText(row.predicted, row.unit, locale).toStdString(),
                              changeText(row.predicted, row.measured, locale).toStdString()});
    }
    return table;
}

Table validationRows(const Validation& validation) {
    Table table{
        "validation", {"id", "group", "quantity", "unit", "measured", "predicted", "low", "high", "method"}, {}};
    for (const ValidationGroup& group : validation.groups) {
        for (const std::size_t index : group.rows) {
            const assess::SuiteRow& row = validation.report->rows[index];
            table.rows.push_back({row.id, assess::groupText(row), row.quantity, row.unit, row.measured, row.predicted,
                                  row.low, row.high, row.method});
        }
    }
    return table;
}

} // namespace strata::views
