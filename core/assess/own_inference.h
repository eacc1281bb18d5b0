// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_features.h"
#include "core/assess/suite.h"
#include "core/hardware/calibration/calibration.h"

#include <string>
#include <vector>

namespace strata::assess {

/// One row beside what the models said of it before and say after the inference.
struct OwnAnswer {
    std::string id;
    std::string quantity;
    double measured = 0, before = 0, after = 0;
    double low_before = 0, high_before = 0, low_after = 0, high_after = 0;
    double left_out = 0; ///< what the other rows alone say of it
    double weight = 1;   ///< below 1: an outlier that counts less
};

/// What a few measurements say of a device, an engine or a fabric.
struct OwnInference {
    hardware::Calibration entry; ///< for the user's catalog
    std::vector<OwnAnswer> rows;
    std::vector<Refusal> refused;
    double error_before = 0, error_after = 0; ///< mean |predicted / measured - 1|
    double error_left_out = 0;                ///< of each row by the others
};

/// What an entry is called and when it is made: nothing in here knows a clock.
struct OwnEntry {
    std::string id;
    std::string date;    ///< YYYY-MM-DD
    std::string command; ///< that made it
    std::string origin;  ///< of the rows
};

/// Infers the factors of the target from rows: a linearised Bayesian update of their logarithms with the fitted
/// devices' spread as prior; rows that lie far from all others count less (Student's distribution with four degrees
/// of freedom: Lange, Little and Taylor 1989). `library` is asked without measurements of the user's own. Errors:
/// those of describeRows(), "no-rows" where none can be answered.
Result<OwnInference> inferOwn(std::span<const MeasuredRow> rows, const OwnTarget& target, const OwnEntry& entry,
                              std::shared_ptr<const Library> library, unsigned jobs);

/// The version of the calibrations that own measurements are compared with: a hash of them.
std::string priorVersion(const Library& library);

} // namespace strata::assess
