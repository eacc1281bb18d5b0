// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <string>

namespace strata::assess {

/// Errors of a method of which nothing is fitted, gathered over the rows of its suite.
class SuiteResidual {
public:
    void add(double measured, double predicted);
    /// Puts the number of rows, their summary and one residual under {"compared": `with`} into the calibration.
    void store(hardware::Calibration& calibration, const std::string& with) const;

private:
    std::vector<double> logs_; ///< of measured over predicted
    std::vector<double> off_;  ///< |predicted / measured - 1|
};

} // namespace strata::assess
