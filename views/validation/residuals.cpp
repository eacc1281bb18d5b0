// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/residuals.h"

#include "core/assess/statistics.h"

#include <algorithm>
#include <cmath>

namespace strata::views {
namespace {

constexpr std::size_t kFewestRows = 15; // below, a tenth of the rows is one row and its quantile an accident
constexpr std::size_t kMostPoints = 24;
constexpr std::size_t kFewestPoints = 3;

std::vector<std::size_t> onlyDrawable(const assess::SuiteReport& report, std::span<const std::size_t> rows) {
    std::vector<std::size_t> result(rows.begin(), rows.end());
    std::erase_if(result, [&](std::size_t row) { return !drawable(report.rows[row]); });
    return result;
}

} // namespace

bool drawable(const assess::SuiteRow& row) {
    return row.measured > 0.0 && row.predicted > 0.0 && std::isfinite(row.measured) && std::isfinite(row.predicted);
}

RatioSpread ratioSpread(const assess::SuiteReport& report, std::span<const std::size_t> rows) {
    std::vector<double> ratios;
    ratios.reserve(rows.size());
    for (const std::size_t index : rows) {
        const assess::SuiteRow& row = report.rows[index];
        if (drawable(row)) ratios.push_back(row.predicted / row.measured);
    }
    RatioSpread spread;
    spread.rows = ratios.size();
    if (ratios.empty()) return spread;
    std::ranges::sort(ratios);
    spread.low = assess::quantile(ratios, 0.1);
    spread.median = assess::quantile(ratios, 0.5);
    spread.high = assess::quantile(ratios, 0.9);
    return spread;
}

std::vector<SpreadPoint> spreadAlongMeasured(const assess::SuiteReport& report, std::span<const std::size_t> rows) {
    std::vector<std::size_t> sorted = onlyDrawable(report, rows);
    const std::size_t points = std::min(kMostPoints, sorted.size() / kFewestRows);
    if (points < kFewestPoints) return {};
    std::ranges::sort(sorted, {}, [&](std::size_t row) { return report.rows[row].measured; });
    std::vector<SpreadPoint> result;
    for (std::size_t i = 0; i < points; ++i) {
        const std::size_t first = i * sorted.size() / points;
        const std::size_t end = (i + 1) * sorted.size() / points;
        const std::span<const std::size_t> part(sorted.data() + first, end - first);
        const double middle = report.rows[part[part.size() / 2]].measured;
        // Many rows of one measured value would stand on each other.
        if (result.empty() || middle > result.back().measured) result.push_back({middle, ratioSpread(report, part)});
    }
    return result;
}

std::vector<std::size_t> ratioHistogram(const assess::SuiteReport& report, std::span<const std::size_t> rows,
                                        double low, double high, std::size_t bins) {
    std::vector<std::size_t> counts(bins, 0);
    const double step = std::log(high / low) / static_cast<double>(bins);
    for (const std::size_t index : rows) {
        const assess::SuiteRow& row = report.rows[index];
        if (!drawable(row)) continue;
        const double place = std::floor(std::log(row.predicted / row.measured / low) / step);
        ++counts[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(bins - 1)))];
    }
    return counts;
}

} // namespace strata::views
