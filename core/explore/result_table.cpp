// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/result_table.h"

#include <algorithm>
#include <limits>

namespace strata::explore {

std::uint16_t ResultTable::reasonIndex(const std::string& text) {
    const auto found = std::find(reasons.begin(), reasons.end(), text);
    if (found != reasons.end()) return static_cast<std::uint16_t>(found - reasons.begin());
    constexpr std::size_t kLast = std::numeric_limits<std::uint16_t>::max();
    if (reasons.size() == kLast) reasons.emplace_back("other");
    if (reasons.size() > kLast) return kLast;
    reasons.push_back(text);
    return static_cast<std::uint16_t>(reasons.size() - 1);
}

void ResultTable::append(const PointBlock& block) {
    const std::size_t width = columns.size();
    for (std::size_t c = 0; c < width; ++c) {
        for (std::size_t i = 0; i < block.count; ++i)
            columns[c].push_back(block.rows[i * width + c]);
    }
    for (std::size_t i = 0; i < block.count; ++i) {
        reason.push_back(block.reasons[i].empty() ? std::uint16_t{0} : reasonIndex(block.reasons[i]));
    }
}

void ResultTable::append(const ResultTable& part) {
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c].insert(columns[c].end(), part.columns[c].begin(), part.columns[c].end());
    reason.insert(reason.end(), part.reason.begin(), part.reason.end());
    if (part.reasons.size() > reasons.size()) reasons = part.reasons;
}

void ResultTable::row(std::size_t i, std::span<double> values) const {
    for (std::size_t c = 0; c < columns.size(); ++c)
        values[c] = columns[c][i];
}

std::vector<double> minimized(const ExploreRequest& request, const ResultTable& table) {
    const std::size_t objectives = request.objectives.size();
    std::vector<double> values(table.rows() * objectives, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t o = 0; o < objectives; ++o) {
        const auto& column = table.columns[request.space.axes.size() + request.objectives[o].column];
        const double sign = request.objectives[o].maximize ? -1.0 : 1.0;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            if (table.reason[i] == 0) values[i * objectives + o] = sign * column[i];
        }
    }
    return values;
}

Summary summarize(const ExploreRequest& request, const ResultTable& table) {
    Summary summary;
    summary.points = table.rows();
    std::vector<std::uint64_t> counts(table.reasons.size(), 0);
    for (const std::uint16_t reason : table.reason)
        ++counts[reason];
    summary.feasible = counts[0];
    for (std::size_t r = 1; r < counts.size(); ++r) {
        if (counts[r] > 0) summary.infeasible[table.reasons[r]] += counts[r];
    }
    const std::size_t objectives = request.objectives.size();
    if (objectives == 0) return summary;
    const auto values = minimized(request, table);
    const ObjectiveRows rows{values, objectives};
    summary.front = paretoFront(rows);
    if (summary.front.empty()) return summary;
    summary.knee = static_cast<int>(kneeOf(rows, summary.front));
    std::vector<double> reference = extentOf(rows, summary.front).high;
    for (std::size_t o = 0; o < objectives; ++o) {
        const double sign = request.objectives[o].maximize ? -1.0 : 1.0;
        if (!request.reference.empty()) reference[o] = sign * request.reference[o];
        summary.reference.push_back(sign * reference[o]);
    }
    summary.hypervolume = hypervolume(rows, reference);
    return summary;
}

} // namespace strata::explore
