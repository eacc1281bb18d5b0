// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace strata::assess {

/// One value of the reference data beside what a method says. Nothing is fitted to it.
struct SuiteRow {
    std::string id; ///< file and row, for example "tl01_conv1d_1level.json:buffer/weights/reads"
    std::vector<std::pair<std::string, std::string>> group; ///< what errors are grouped by: ("case", "tl01"), ...
    std::string quantity;                                   ///< "reads", "cycles", "latency_s", ...
    std::string unit;                                       ///< of the four numbers
    double measured = 0.0;
    double predicted = 0.0;
    double low = 0.0;
    double high = 0.0;
    std::string method;
    bool equal = false;    ///< agrees within the digits that the reference prints
    std::string request{}; ///< JSON text of the request that asks for it; empty where it was not kept (SuiteOptions)
    bool exact =
        true; ///< whether the suite asks for equal values here; a measurement beside such rows only has an error
};

/// A row or a case that was not answered, and why.
struct Refusal {
    std::string id;
    std::string reason;
};

/// What `strata-lab validate SUITE` reports.
struct SuiteReport {
    std::string suite;
    std::string data;           ///< the folder, as given
    std::vector<SuiteRow> rows; ///< every answered row
    std::vector<Refusal> refused;
    std::size_t cases = 0; ///< answered units that pass or fail as a whole (a suite without such: 0)
    std::size_t cases_equal = 0;
    std::vector<std::string> notes; ///< what a reader must know about the data
    std::string summary;            ///< one sentence for people: "18/18 dense cases equal (1,904 of 1,904 values)"
};

/// Error statistics of the rows of one group. Relative errors are |predicted - measured| / |measured| over the rows
/// with measured != 0; where measured is 0 a row counts with error 0 if predicted is 0 as well, else 1.
struct GroupErrors {
    std::vector<std::pair<std::string, std::string>> group;
    std::size_t n = 0;
    double mape = 0.0;
    double median = 0.0;
    double p95 = 0.0;
    double bias = 0.0;       ///< mean signed relative error
    double spearman = 0.0;   ///< rank correlation, NaN for fewer than two different values
    double coverage80 = 0.0; ///< share of rows whose measured value lies in [low, high]
};

/// One entry per group, in the order in which the groups first appear.
std::vector<GroupErrors> groupErrors(const std::vector<SuiteRow>& rows);

/// The `--report` document of REQUESTS: suite, data, rows, answered, refused, groups; with cases, notes and summary.
Json toJson(const SuiteReport& report);

/// The `--predictions` table: id,group,quantity,unit,measured,predicted,low,high,method; one line per row.
std::string toPredictionsCsv(const SuiteReport& report);

} // namespace strata::assess
