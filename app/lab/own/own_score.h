// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace strata::assess {

/// |predicted / measured - 1| of rows, by the kind that each belongs to, and the share inside their 80 % intervals.
class OwnScore {
public:
    /// `kinds`: of rows by their id; a row that it lacks counts under its quantity.
    void add(const SuiteReport& report, const std::map<std::string, std::string>& kinds = {});

    std::size_t count() const;
    double mean() const;
    double median() const;
    double coverage() const;
    /// The kind with the largest median, "" without rows; with it that median.
    std::pair<std::string, double> worst() const;

private:
    std::map<std::string, std::vector<double>> errors_;
    double covered_ = 0;
};

} // namespace strata::assess
