// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/canonical_rows.h"

#include "core/base/json.h"

#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {

std::vector<CanonicalRow> canonicalRows(const SuiteReport& report) {
    std::vector<CanonicalRow> result;
    std::map<std::string, int> times;
    for (const SuiteRow& row : report.rows) {
        if (row.request.empty()) continue;
        const Json request = Json::parse(row.request, nullptr, false);
        if (!request.is_object()) continue;
        MeasuredRow measured_row{row.id, canonicalText(request), row.quantity, row.measured};
        if (request.value("kind", "") == "kernel" && row.quantity == "latency_s") measured_row.quantity = "alone_s";
        measured_row.unit = row.unit;
        measured_row.group = row.group;
        measured_row.source = report.suite;
        if (const int time = ++times[measured_row.id + '\n' + measured_row.quantity]; time > 1)
            measured_row.id += "#" + std::to_string(time);
        result.push_back({std::move(measured_row), row.predicted});
    }
    return result;
}

} // namespace strata::assess
