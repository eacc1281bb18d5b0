// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a table in which every cell can be read, or refused with a reason.
#include "core/exchange/csv.h"

#include <cstdlib>

using strata::exchange::CsvTable;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto table = CsvTable::parse({reinterpret_cast<const char*>(data), size});
    if (!table) {
        if (table.error().text.empty()) std::abort();
        return 0;
    }
    std::size_t letters = 0;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        for (std::size_t column = 0; column < table->columns().size(); ++column)
            letters += table->cell(row, column).size();
        for (const std::string& column : table->columns())
            (void)table->number(row, column);
    }
    if (letters > size) std::abort();
    return 0;
}
