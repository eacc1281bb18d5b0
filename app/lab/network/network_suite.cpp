// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/network/network_fit.h"
#include "app/lab/network/network_rows.h"
#include "app/lab/run/ask_door.h"
#include "core/catalog/library.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr double kMebibyte = 1048576.0;

/// The request that asks for a row's collective.
std::string requestOf(const CollectiveRow& row) {
    const Json request{{"kind", "collective"},
                       {"hardware", row.group.system},
                       {"method", "network.nccl"},
                       {"workload",
                        {{"collective", network::name(row.collective)},
                         {"bytes", row.bytes},
                         {"numbers", row.options.floats ? "float" : "integer"},
                         {"ranks", static_cast<std::int64_t>(row.group.ranks)},
                         {"ranks_per_domain", static_cast<std::int64_t>(row.group.ranks / row.group.nodes)}}}};
    return request.dump();
}

/// What was measured: links, a host's paths, or the wait for the slowest rank, which no request asks for.
const char* pathOf(const CollectiveRow& row) {
    if (row.beyond_links) return "beyond";
    if (row.host_limited) return "host";
    return row.waits ? "waits" : "links";
}

/// Asks the door for the runs of the simulator.
void addSimulated(std::vector<MeasuredRow> rows, const SuiteOptions& options, SuiteReport& report) {
    const std::size_t before = report.rows.size();
    askDoor(std::move(rows), options, report);
    for (std::size_t i = before; i < report.rows.size(); ++i) {
        SuiteRow& row = report.rows[i];
        row.equal = row.predicted == row.measured;
        ++report.cases;
        report.cases_equal += row.equal ? 1 : 0;
    }
}

void addMeasured(const CollectiveRows& data, const SuiteOptions& options, SuiteReport& report) {
    for (const CollectiveRow& row : data.rows) {
        if (!options.only_device.empty() && row.system != options.only_device) continue;
        const auto calibration = network::resolveNccl(row.group, options.library.calibrations());
        SuiteRow result;
        result.id = row.id;
        result.group = {{"op", std::string(network::name(row.collective))},
                        {"device", row.system},
                        {"gpus", std::to_string(static_cast<int>(row.group.ranks))},
                        {"nodes", std::to_string(static_cast<int>(row.group.nodes))},
                        {"size", row.bytes < kMebibyte ? "small" : "large"},
                        {"path", pathOf(row)}};
        // What no request asks for tells nothing of intervals.
        if (!row.waits && !row.beyond_links) result.group.emplace_back("distance", calibration.distance);
        result.quantity = "latency_s";
        result.unit = "s";
        result.measured = row.measured_s;
        result.predicted =
            network::ncclTime(row.group, calibration.values, row.collective, row.bytes, row.options).seconds();
        result.low = result.predicted * std::exp(calibration.log_p10);
        result.high = result.predicted * std::exp(calibration.log_p90);
        result.method = "network.nccl";
        result.exact = false;
        if (options.keep_requests) result.request = requestOf(row);
        report.rows.push_back(std::move(result));
    }
}

} // namespace

Result<SuiteReport> runCollectiveSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "collectives";
    report.data = options.data.string();
    if (options.only_device.empty()) {
        auto simulated = readSimulatedRows(options.data, report.refused);
        if (!simulated) return simulated.error();
        addSimulated(*std::move(simulated), options, report);
    }
    auto measured = readCollectiveRows(options.data, options.library);
    if (!measured) return measured.error();
    addMeasured(*measured, options, report);
    report.refused.insert(report.refused.end(), measured->refused.begin(), measured->refused.end());
    report.notes = {
        "rows with path \"host\" stay below a fifth of their links at the largest size: they are "
        "predicted, and "
        "never fitted",
        "rows with path \"beyond\" lie on a curve with rates that the links of its system cannot have: they are "
        "predicted, and never fitted",
        "rows with path \"waits\" were timed as the kernel on one rank, which waits for the slowest: a "
        "request asks for the collective alone"};
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) +
                     " simulator runs equal to the cycle, " + std::to_string(report.rows.size() - report.cases) +
                     " measured collectives";
    return report;
}

} // namespace strata::assess
