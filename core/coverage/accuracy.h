// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/history.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace strata::coverage {

/// How far a method's predictions were off in the newest run of one suite.
struct Accuracy {
    std::string method;
    assess::ResultRecord record;
};

/// The newest record of every method, suite and quantity, the largest number of rows first within a method.
std::vector<Accuracy> newestAccuracies(std::span<const assess::ResultRecord> records);

/// Reads results from a history (.jsonl) or from a table of predictions (.csv, .csv.gz). Errors: those of reading.
Result<std::vector<assess::ResultRecord>> readResults(const std::filesystem::path& file);

/// The accuracy that stands for a method: the one with the most rows; nullptr where none was measured.
const Accuracy* accuracyOf(std::span<const Accuracy> accuracies, std::string_view method);

} // namespace strata::coverage
