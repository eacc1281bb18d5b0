// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/base/result.h"
#include "core/gpu/calibration/own_shares.h"
#include "core/hardware/calibration/own_measurements.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// What a few measurements are of.
struct OwnTarget {
    std::string hardware;       ///< id of a device; empty: none
    std::string cluster;        ///< id; empty: none
    std::string engine;         ///< id of a runtime; empty: any
    std::string engine_version; ///< empty: any
};

/// What a row tells about: a kernel of one kind, or a value that many kernels and the host make together.
struct OwnFeature {
    std::string kind;          ///< of the kernel; empty: no kernel
    std::vector<double> place; ///< of the kernel among others (gpu::ownPlaceOf())
    double noise = 0;          ///< ln: what nothing explains, its own spread included
    double shape_sigma = 0;    ///< ln: what it shares with kernels alike
    gpu::OwnReach reach{};     ///< how far kernels are alike

    std::string_view family() const; ///< "products" of "products/fp8/heuristic"
};

/// Rows with the factors that may explain them: f(factors) is asked of the models themselves.
struct OwnProblem {
    std::vector<hardware::OwnFactor> factors; ///< all with mean 0
    std::vector<OwnFeature> features;         ///< one a row
};

/// Which factors the rows are about, and how far each may lie from 1: the spread of the fitted devices, engines and
/// fabrics. Errors: those of a request that does not resolve, and "bad-value" where it names other hardware than the
/// target, with the row's id.
Result<OwnProblem> describeRows(std::span<const MeasuredRow> rows, const OwnTarget& target, const Library& library);

/// ln of what the models answer to each row with these logarithms of the factors; NaN where a row is refused.
std::vector<double> answersWith(std::span<const MeasuredRow> rows, const OwnTarget& target,
                                std::span<const hardware::OwnFactor> factors,
                                const std::shared_ptr<const Library>& library, unsigned jobs);

/// A calibration that holds these factors and nothing else: a trial.
hardware::Calibration trialOf(const OwnTarget& target, std::span<const hardware::OwnFactor> factors);

/// Covariance of two features' logarithms beyond the factors: kernels of a family that are alike err alike.
double shapeCovariance(const OwnFeature& a, const OwnFeature& b);

} // namespace strata::assess
