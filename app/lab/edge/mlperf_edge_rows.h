// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace strata::assess {

/// A result of MLPerf Tiny or MLPerf Mobile: one benchmark on one submitted system.
struct SubmittedRow {
    std::string id;       ///< file and line
    std::string system;   ///< round, submitter and name of the system: what runs all its benchmarks
    std::string chip;     ///< the board or SoC, however the submitters spell it: all its systems leave together
    std::string task;     ///< one name for all rounds and submitters: "kws", "mobilenet-edgetpu"
    std::string quantity; ///< "latency_s", "energy_j", or "seconds_of_sample" for offline throughput
    double value = 0;
    bool repeated = false; ///< a later line with the chip, submitter, task and value of an earlier one
};

/// mlperf_tiny.csv: inferences a second as seconds, and energy of an inference where it was metered. Errors: those of
/// the table.
Result<std::vector<SubmittedRow>> readTinyRows(const std::filesystem::path& folder);
/// mlperf_mobile.csv: mean time of a single stream, and time of a sample offline. Errors: those of the table.
Result<std::vector<SubmittedRow>> readMobileRows(const std::filesystem::path& folder);

/// MLPerf Tiny as `edge` requests on microcontrollers of the catalog, and why others are refused.
FieldRows tinyRequests(const std::vector<SubmittedRow>& rows, const Library& library);

} // namespace strata::assess
