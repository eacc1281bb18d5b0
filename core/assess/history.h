// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// The errors of one method on one quantity of a suite, as a run of that suite found them; kept so that runs of
/// different days can be compared. Relative errors as in GroupErrors.
struct ResultRecord {
    std::string date;   ///< of the run: "2026-03-01"
    std::string commit; ///< of the program
    std::string suite, method, quantity;
    std::string version; ///< of the method's code and calibrations; empty where the method is not in the registry
    std::size_t n = 0;   ///< answered rows
    double mape = 0.0, median = 0.0, p95 = 0.0, bias = 0.0;
    double spearman = 0.0; ///< NaN where it is not known
    double coverage80 = 0.0;

    friend bool operator==(const ResultRecord&, const ResultRecord&) = default;
};

/// One record for each method and quantity of a run, in the order in which they first appear. Date, commit and versions
/// are left to the caller.
std::vector<ResultRecord> recordsOf(const SuiteReport& report);

/// One line of JSON, without line end.
std::string toJsonLine(const ResultRecord& record);

/// Reads one JSON object a line. Errors: "malformed-json", "unknown-key", "missing-key", "bad-value", each with its
/// line.
Result<std::vector<ResultRecord>> readHistory(std::string_view text, std::string_view file);

/// How far a series of results has moved: the newest record against the one before.
struct Drift {
    ResultRecord newest;
    double before_mape = 0.0;                                   ///< of the record before
    std::size_t records = 0;                                    ///< of this suite, method and quantity
    double change() const { return newest.mape - before_mape; } ///< in relative error; negative is better
};

/// One entry for each suite, method and quantity that has at least two records, the largest growth of error first.
std::vector<Drift> drifts(const std::vector<ResultRecord>& records);

} // namespace strata::assess
