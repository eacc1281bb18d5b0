// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/pim/pim_suite.h"

#include "app/lab/fit/suite_residual.h"
#include "app/lab/run/data_table.h"
#include "core/assess/statistics.h"
#include "core/evaluate/method.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr const char* kFile = "attacc_hbm3_cycles.csv";
constexpr const char* kData =
    "decode attention in one HBM3 stack, cycles of a command-level simulator (scale-snu/attacc_simulator @c600051)";
constexpr double kClock_hz = 1.3e9;
constexpr double kUnlimitedClocks = 4; ///< between commands where power is not limited

struct PimRow {
    std::string id, place;
    double seconds = 0;
    Json request;
};

std::string deviceOf(std::string_view place) {
    if (place == "BA") return "attacc-hbm3-bank";
    return place == "BG" ? "attacc-hbm3-group" : "attacc-hbm3-buffer";
}

Result<std::vector<PimRow>> pimRows(const std::filesystem::path& folder) {
    const auto table =
        readTable(folder, kFile, {"L", "nhead", "dhead", "dbyte", "pim_type", "power_constraint", "cycle"}, "pim");
    if (!table) return table.error();
    std::vector<PimRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        PimRow row;
        row.id = std::string(kFile) + ":" + std::to_string(i + 2);
        row.place = table->text(i, "pim_type");
        row.seconds = table->numberOr(i, "cycle", 0) / kClock_hz;
        Json hardware = deviceOf(row.place);
        // Units on the buffer die read one column at a time, so that power never limits them.
        if (table->text(i, "power_constraint") == "False" && row.place != "BUFFER")
            hardware = Json{{"base", hardware}, {"set", {{"/timing/column_clocks", kUnlimitedClocks}}}};
        const auto heads = static_cast<int>(table->numberOr(i, "nhead", 1));
        row.request = {{"kind", "kernel"},
                       {"hardware", std::move(hardware)},
                       {"workload",
                        {{"operator", "attention"},
                         {"heads", heads},
                         {"kv_heads", heads},
                         {"q_len", 1},
                         {"head_dim", static_cast<int>(table->numberOr(i, "dhead", 1))},
                         {"kv_len", static_cast<int>(table->numberOr(i, "L", 1))},
                         {"dtype", table->numberOr(i, "dbyte", 2) == 1 ? "int8" : "fp16"}}}};
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

Result<SuiteReport> runPimSuite(const SuiteOptions& options) {
    const auto rows = pimRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "pim";
    report.data = options.data.string();
    double sum = 0, inside = 0;
    for (const PimRow& row : *rows) {
        const auto estimate = evaluate(row.request, Context{options.library, {}, nullptr});
        const Metric* latency = estimate ? estimate->findMetric("latency_s") : nullptr;
        if (latency == nullptr) {
            report.refused.push_back({row.id, estimate ? std::string("no latency") : describe(estimate.error())});
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"place", row.place}};
        result.quantity = "latency_s";
        result.unit = "s";
        result.measured = row.seconds;
        result.predicted = latency->value;
        result.low = latency->low;
        result.high = latency->high;
        result.method = "pim.banks";
        if (options.keep_requests) result.request = row.request.dump();
        sum += std::abs(result.predicted / result.measured - 1.0);
        inside += result.measured >= result.low && result.measured <= result.high ? 1.0 : 0.0;
        report.rows.push_back(std::move(result));
    }
    const double answered = std::max<double>(1.0, static_cast<double>(report.rows.size()));
    std::ostringstream text;
    text.precision(3);
    text << report.rows.size() << " schedules: mean difference " << 100.0 * sum / answered << " %, "
         << 100.0 * inside / answered << " % inside the interval";
    report.summary = text.str();
    report.notes = {"the reference is a simulator of commands, not silicon; all rows were in view while the closed "
                    "form was chosen"};
    return report;
}

Result<hardware::Calibration> fitPimBanks(const std::filesystem::path& data, const Library& library, const Without&) {
    SuiteOptions options{data, library};
    const auto report = runPimSuite(options);
    if (!report) return report.error();
    SuiteResidual errors;
    for (const SuiteRow& row : report->rows) {
        errors.add(row.measured, row.predicted);
    }
    hardware::Calibration calibration;
    calibration.id = "pim-banks";
    calibration.suite = "pim";
    calibration.data = kData;
    calibration.command = "strata-lab calibrate pim-banks --data DIR";
    errors.store(calibration, "simulator");
    return calibration;
}

} // namespace strata::assess
