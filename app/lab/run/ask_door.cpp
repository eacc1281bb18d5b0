// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/ask_door.h"

#include "app/lab/run/calibrate.h"
#include "app/lab/run/row_distance.h"
#include "core/assess/evaluate_rows.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <thread>

namespace strata::assess {
namespace {

/// What the row says about that key; empty where it says nothing.
std::string valueOf(const MeasuredRow& row, std::string_view key) {
    const auto found = std::ranges::find_if(row.group, [&](const auto& pair) { return pair.first == key; });
    return found == row.group.end() ? std::string() : found->second;
}

/// Adds to rows of a device that do not say it how far the device is from those that were measured.
void addDistances(std::vector<MeasuredRow>& rows, const Library& library) {
    std::map<std::string, std::string> known;
    for (MeasuredRow& row : rows) {
        const std::string device = valueOf(row, "device");
        if (device.empty() || !valueOf(row, "distance").empty()) continue;
        const auto [found, added] = known.try_emplace(device);
        if (added) found->second = distanceOfDevice(library, device);
        row.group.emplace_back("distance", found->second);
    }
}

} // namespace

void askDoor(std::vector<MeasuredRow> rows, const SuiteOptions& options, SuiteReport& report) {
    const std::string& only = options.only_device;
    std::erase_if(rows, [&](const MeasuredRow& row) { return !only.empty() && valueOf(row, "device") != only; });
    addDistances(rows, options.library);
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    SuiteReport answered = evaluateRows(rows, withCalibrations(options.library, {}), jobs);
    for (SuiteRow& row : answered.rows) {
        if (!options.keep_requests) row.request.clear();
        report.rows.push_back(std::move(row));
    }
    std::ranges::move(answered.refused, std::back_inserter(report.refused));
}

} // namespace strata::assess
