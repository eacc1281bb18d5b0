// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strata::assess {

/// A measured value and the complete request that asks for it: a row that anybody can write.
struct MeasuredRow {
    std::string id;
    std::string request;  ///< JSON text in canonical form
    std::string quantity; ///< name of a metric of the request's answer: "latency_s"
    double measured = 0.0;
    std::string unit{};                                       ///< SI unit of the quantity; empty: that of its name
    std::optional<double> spread{};                           ///< relative repeatability where it is known
    std::vector<std::pair<std::string, std::string>> group{}; ///< what errors are grouped by
    std::string source{};                                     ///< where the value comes from
    std::vector<std::string> flags{};                         ///< words of the source's own list; no model reads them

    friend bool operator==(const MeasuredRow&, const MeasuredRow&) = default;
};

/// How a text holds rows: a JSON object on each line, or a CSV table of the same columns, in which `request` and
/// `group` are JSON objects and `flags` is a JSON array.
enum class RowFormat { JsonLines, Csv };

/// The format that a file's name says, "x.csv" or "x.jsonl" (each also with ".gz" for CSV). Errors: "bad-argument".
Result<RowFormat> rowFormatOf(const std::filesystem::path& file);

/// Reads rows. Unknown keys and columns are errors, and so are rows without id, request, quantity or measured value and
/// rows of one id. `file` names the text in errors; each names its line. Errors: "malformed-json", "malformed-csv",
/// "missing-key", "missing-column", "unknown-key", "unknown-column", "bad-value", "duplicate-id", "too-large".
Result<std::vector<MeasuredRow>> readRows(std::string text, RowFormat format, std::string_view file);

/// Reads a file of the format that its name says. Errors: those above and "unreadable-file".
Result<std::vector<MeasuredRow>> readRowFile(const std::filesystem::path& file);

/// One line of JSON, without line end, that readRows() reads again.
std::string toJsonLine(const MeasuredRow& row);

} // namespace strata::assess
