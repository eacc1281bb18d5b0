// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/without.h"
#include "core/assess/own_linear.h"
#include "core/gpu/calibration/own_shares.h"
#include "core/hardware/calibration/calibration.h"

#include <filesystem>
#include <span>

namespace strata::assess {

/// Rows of a device that the fits did not know: what each errs by, and how it depends on the factors. The problem is
/// described with all shares at 1, so that each share scales what it stands for.
struct SharesCase {
    OwnProblem problem;
    Eigen::MatrixXd slopes;    ///< rows x factors
    Eigen::VectorXd residuals; ///< ln(measured / predicted)
};

/// Covariance of the rows' residuals under these shares.
Eigen::MatrixXd covarianceOf(const SharesCase& shares_case, const gpu::OwnShares& shares);

/// The shares under which the residuals are most likely, normal with that covariance: marginal likelihood, each share
/// in turn by golden sections on a logarithmic scale.
gpu::OwnShares likeliestShares(std::span<const SharesCase> cases);

/// Calibration "own-measurements": the shares on devices of the fits, each left out of them, and ln(measured /
/// predicted) of each row as inferred from the others. Errors: those of the data and of the fits.
Result<hardware::Calibration> fitOwnMeasurements(const std::filesystem::path& data, const Library& library,
                                                 const Without& without);

} // namespace strata::assess
