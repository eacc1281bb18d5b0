// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_table.h"

#include <string>
#include <system_error>

namespace strata::assess {

namespace fs = std::filesystem;

fs::path findTable(const fs::path& folder, std::string_view file, std::string_view part) {
    std::error_code status;
    for (const fs::path& place : {folder, part.empty() ? folder : folder / part}) {
        for (const char* packed : {"", ".gz"}) {
            fs::path path = place / (std::string(file) + packed);
            if (fs::is_regular_file(path, status)) return path;
        }
    }
    return {};
}

std::string rowId(std::string_view file, std::size_t row) { return std::string(file) + ":" + std::to_string(row + 2); }

Result<exchange::CsvTable> readTable(const fs::path& folder, std::string_view file,
                                     std::initializer_list<std::string_view> columns, std::string_view part) {
    const fs::path path = findTable(folder, file, part);
    // Where there is none, reading the plain file says so.
    auto table = exchange::CsvTable::read(path.empty() ? folder / file : path);
    if (!table) return table;
    if (auto whole = table->require(columns, path.string()); !whole) return whole.error();
    return table;
}

} // namespace strata::assess
