// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/csv.h"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace strata::assess {

/// Where a table of a data set stands, plain or packed with gzip: in the folder, or in its folder `part` where the
/// folder is that of all data. `file` is its name without ".gz". Empty: nowhere.
std::filesystem::path findTable(const std::filesystem::path& folder, std::string_view file, std::string_view part = {});

/// Reads that table and sees that it has these columns. Errors: "unreadable-file", those of exchange::CsvTable,
/// "missing-column".
Result<exchange::CsvTable> readTable(const std::filesystem::path& folder, std::string_view file,
                                     std::initializer_list<std::string_view> columns, std::string_view part = {});

/// "file:line" of a row of a table, whose first line names the columns.
std::string rowId(std::string_view file, std::size_t row);

} // namespace strata::assess
