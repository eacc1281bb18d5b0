// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/field_report.h"

#include "app/lab/run/ask_door.h"

namespace strata::assess {

Result<SuiteReport> fieldReport(const char* suite, Result<FieldRows> read, const SuiteOptions& options,
                                std::vector<std::string> notes) {
    if (!read) return read.error();
    SuiteReport report;
    report.suite = suite;
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = std::move(notes);
    report.summary =
        std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
