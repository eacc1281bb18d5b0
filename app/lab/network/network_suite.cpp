// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/network/network_fit.h"
#include "app/lab/network/network_rows.h"
#include "core/catalog/library.h"

#include <cmath>

namespace strata::assess {
namespace {

constexpr double kMebibyte = 1048576.0;

double rankWait(const Library& library) {
    for (const hardware::Calibration& one : library.calibrations()) {
        const auto found = one.id == network::kNcclCalibration ? one.values.find(kRankWait) : one.values.end();
        if (found != one.values.end()) return found->second;
    }
    return 0.0;
}

void addSimulated(const std::vector<SimulatedRow>& rows, SuiteReport& report) {
    for (const SimulatedRow& row : rows) {
        const auto cycles = network::stepCycles(row.config, row.collective, row.bytes);
        if (!cycles) {
            report.refused.push_back({row.id, describe(cycles.error())});
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"op", "step " + row.algorithm}, {"backend", row.backend}};
        result.quantity = "cycles";
        result.measured = row.cycles;
        result.predicted = result.low = result.high = *cycles;
        result.method = "network.step";
        result.equal = *cycles == row.cycles;
        ++report.cases;
        report.cases_equal += result.equal ? 1 : 0;
        report.rows.push_back(std::move(result));
    }
}

void addMeasured(const CollectiveRows& data, const SuiteOptions& options, SuiteReport& report) {
    const double wait_s = rankWait(options.library);
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
                        {"path", row.host_limited ? "host" : "links"}};
        result.quantity = "latency_s";
        result.unit = "s";
        result.measured = row.measured_s;
        result.predicted = predictedSeconds(row, calibration.values, wait_s);
        result.low = result.predicted * std::exp(calibration.log_p10);
        result.high = result.predicted * std::exp(calibration.log_p90);
        result.method = "network.nccl";
        report.rows.push_back(std::move(result));
    }
}

} // namespace

Result<SuiteReport> runCollectiveSuite(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "collectives";
    report.data = options.data.string();
    if (options.only_device.empty()) {
        const auto simulated = readSimulatedRows(options.data, report.refused);
        if (!simulated) return simulated.error();
        addSimulated(*simulated, report);
    }
    auto measured = readCollectiveRows(options.data, options.library);
    if (!measured) return measured.error();
    addMeasured(*measured, options, report);
    report.refused.insert(report.refused.end(), measured->refused.begin(), measured->refused.end());
    report.notes = {"rows with path \"host\" stay below a fifth of their links at the largest size: they are "
                    "predicted, and "
                    "never fitted"};
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) +
                     " simulator runs equal to the cycle, " + std::to_string(report.rows.size() - report.cases) +
                     " measured collectives";
    return report;
}

} // namespace strata::assess
