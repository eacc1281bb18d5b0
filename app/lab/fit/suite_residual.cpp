// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/suite_residual.h"

#include "core/assess/statistics.h"

#include <cmath>

namespace strata::assess {

void SuiteResidual::add(double measured, double predicted) {
    logs_.push_back(std::log(measured / predicted));
    off_.push_back(std::abs(predicted / measured - 1.0));
}

void SuiteResidual::store(hardware::Calibration& calibration, const std::string& with) const {
    constexpr double kQuartiles = 1.349; // distance of the quartiles of a normal distribution at sigma 1
    calibration.points = static_cast<std::int64_t>(logs_.size());
    calibration.residual_p50 = quantile(off_, 0.5);
    calibration.residual_p90 = quantile(off_, 0.9);
    hardware::Residual residual;
    residual.key = {{"compared", with}};
    residual.p10 = quantile(logs_, 0.1);
    residual.p50 = quantile(logs_, 0.5);
    residual.p90 = quantile(logs_, 0.9);
    residual.sigma = (quantile(logs_, 0.75) - quantile(logs_, 0.25)) / kQuartiles;
    residual.points = calibration.points;
    calibration.residuals.push_back(std::move(residual));
}

} // namespace strata::assess
