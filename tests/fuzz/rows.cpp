// SPDX-License-Identifier: GPL-3.0-or-later
// Any text holds measured rows, each of which is read again as it was written, or is refused with a reason.
#include "core/assess/rows.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using strata::assess::RowFormat;
    for (const RowFormat format : {RowFormat::JsonLines, RowFormat::Csv}) {
        const auto rows = strata::assess::readRows({reinterpret_cast<const char*>(data), size}, format, "rows");
        if (!rows) {
            if (rows.error().text.empty()) std::abort();
            continue;
        }
        for (const auto& row : *rows) {
            if (row.id.empty() || row.quantity.empty() || !std::isfinite(row.measured)) std::abort();
            const auto again = strata::assess::readRows(toJsonLine(row), RowFormat::JsonLines, "again");
            if (!again || again->size() != 1 || again->front() != row) std::abort();
        }
    }
    return 0;
}
