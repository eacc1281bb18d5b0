// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_features.h"

#include <Eigen/Dense>

namespace strata::assess {

/// ln answers of rows as a linear function of the factors' logarithms around a point.
struct OwnLinear {
    Eigen::VectorXd answers; ///< at the point; NaN: refused
    Eigen::MatrixXd slopes;  ///< rows x factors
};

/// By asking the models with each factor changed a little.
OwnLinear linearise(std::span<const MeasuredRow> rows, const OwnTarget& target,
                    std::span<const hardware::OwnFactor> factors, const std::shared_ptr<const Library>& library,
                    unsigned jobs);

/// Covariance of the logarithms of two sets of rows before anything is measured: through the factors and through
/// shapes alike.
Eigen::MatrixXd priorCovariance(const Eigen::MatrixXd& slopes_a, std::span<const OwnFeature> a,
                                const Eigen::MatrixXd& slopes_b, std::span<const OwnFeature> b,
                                std::span<const hardware::OwnFactor> factors);

} // namespace strata::assess
