// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/own/own_score.h"

#include "core/assess/statistics.h"

#include <cmath>

namespace strata::assess {

void OwnScore::add(const SuiteReport& report, const std::map<std::string, std::string>& kinds) {
    for (const SuiteRow& row : report.rows) {
        const auto kind = kinds.find(row.id);
        errors_[kind == kinds.end() ? row.quantity : kind->second].push_back(
            std::abs(row.predicted / row.measured - 1.0));
        covered_ += row.low <= row.measured && row.measured <= row.high ? 1.0 : 0.0;
    }
}

std::size_t OwnScore::count() const {
    std::size_t count = 0;
    for (const auto& [kind, errors] : errors_)
        count += errors.size();
    return count;
}

double OwnScore::mean() const {
    double sum = 0;
    for (const auto& [kind, errors] : errors_) {
        for (const double error : errors)
            sum += error;
    }
    return count() > 0 ? sum / static_cast<double>(count()) : 0.0;
}

double OwnScore::median() const {
    std::vector<double> all;
    for (const auto& [kind, errors] : errors_)
        all.insert(all.end(), errors.begin(), errors.end());
    return all.empty() ? 0.0 : quantile(all, 0.5);
}

double OwnScore::coverage() const { return count() > 0 ? covered_ / static_cast<double>(count()) : 0.0; }

std::pair<std::string, double> OwnScore::worst() const {
    std::pair<std::string, double> worst;
    for (const auto& [kind, errors] : errors_) {
        const double median = quantile(errors, 0.5);
        if (worst.first.empty() || median > worst.second) worst = {kind, median};
    }
    return worst;
}

} // namespace strata::assess
