// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

struct KernelTable;

/// Values by name, each in the unit that its name ends in.
using Coefficients = std::map<std::string, double, std::less<>>;

/// Coefficients of one group of the data: of a device, a number format, an engine ...
struct CalibrationGroup {
    std::map<std::string, std::string, std::less<>> key; ///< {"device": "t4", "operator": "linear"}
    Coefficients values;
    std::int64_t points = 0;

    friend bool operator==(const CalibrationGroup&, const CalibrationGroup&) = default;
};

/// How far measurements lie from predictions, as quantiles of ln(measured / predicted).
struct Residual {
    std::map<std::string, std::string, std::less<>> key; ///< {"class": "linear", "seen": "no"}: left out of the fit
    double p10 = 0.0;
    double p50 = 0.0;
    double p90 = 0.0;
    double sigma = 0.0;       ///< standard deviation (robust: from the quartiles)
    double correlation = 0.0; ///< of two kernels of one class on one device
    std::int64_t points = 0;

    friend bool operator==(const Residual&, const Residual&) = default;
};

/// A file of hwlib/calibration/, written by `strata-lab calibrate` and never by hand.
struct Calibration {
    std::string id;
    std::string suite;   ///< the suite whose data it was fitted to
    std::string data;    ///< origin of the data, for people
    std::string command; ///< that writes the same file again
    std::int64_t points = 0;
    double residual_p50 = 0.0; ///< median and 90th percentile of |predicted / measured - 1|
    double residual_p90 = 0.0;
    Coefficients values; ///< that hold for all groups
    /// Of these values: the range in which each may lie, and what it rests on where it was not fitted; for people.
    std::map<std::string, std::string, std::less<>> origins;
    std::vector<CalibrationGroup> groups;
    std::vector<Residual> residuals;
    /// Published kernels that the same model reads: facts with files of their own, which a Library joins to this one.
    std::vector<std::shared_ptr<const KernelTable>> kernel_tables;

    /// The group whose key has exactly these pairs; nullptr where there is none.
    const CalibrationGroup* find(const std::map<std::string, std::string, std::less<>>& key) const;

    friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// Schema of hwlib/calibration/*.json.
const ObjectSchema& calibrationSchema();

/// Errors: those of validate(), and "bad-value" where two groups have one key or quantiles do not rise, with the
/// pointer below `pointer`.
Result<Calibration> readCalibration(const Json& document, std::string_view pointer);

/// The document to write: numbers rounded to six significant digits, so that the last bit of a fit does not matter.
Json toJson(const Calibration& calibration);

} // namespace strata::hardware
