// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/ask_door.h"

#include "app/lab/run/calibrate.h"
#include "core/assess/evaluate_rows.h"

#include <algorithm>
#include <iterator>
#include <thread>

namespace strata::assess {
namespace {

bool isOf(const MeasuredRow& row, std::string_view device) {
    return device.empty() || std::ranges::any_of(row.group, [&](const auto& pair) {
               return pair.first == "device" && pair.second == device;
           });
}

} // namespace

void askDoor(std::vector<MeasuredRow> rows, const SuiteOptions& options, SuiteReport& report) {
    std::erase_if(rows, [&](const MeasuredRow& row) { return !isOf(row, options.only_device); });
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    SuiteReport answered = evaluateRows(rows, withCalibrations(options.library, {}), jobs);
    for (SuiteRow& row : answered.rows) {
        if (!options.keep_requests) row.request.clear();
        report.rows.push_back(std::move(row));
    }
    std::ranges::move(answered.refused, std::back_inserter(report.refused));
}

} // namespace strata::assess
