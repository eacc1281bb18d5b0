// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/fit.h"
#include "app/lab/npu/gemmini_rows.h"
#include "core/assess/statistics.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/method.h"
#include "core/npu/commands/commands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr const char* kData = "layers of tuned mappings on Gemmini 16 x 16, cycles of RTL on FPGAs (ucb-bar/dosa)";

struct Prepared {
    const CommandRow* row;
    LayerQuery query;
};

Result<std::vector<Prepared>> prepare(const std::vector<CommandRow>& rows, const Library& library, bool fitted) {
    std::vector<Prepared> prepared;
    for (const CommandRow& row : rows) {
        if (row.fitted != fitted) continue;
        auto query = resolveLayer(*row.request, library);
        if (!query) return query.error();
        prepared.push_back(Prepared{&row, *std::move(query)});
    }
    return prepared;
}

/// ln(predicted / measured).
double residualOf(const Prepared& prepared, const npu::CommandCosts& costs) {
    const auto time =
        npu::commandTime(prepared.query.architecture, prepared.query.problem, prepared.query.mapping, costs);
    return time ? std::log(time->cycles / prepared.row->cycles) : 0.0;
}

const std::vector<FreeCoefficient>& freeCoefficients() {
    static const std::vector<FreeCoefficient> all{{"issue_cycles", 7, 1, 50},         {"issue_power", 2.5, 1, 8},
                                                  {"weight_row_cycles", 1, 0.05, 20}, {"input_row_cycles", 1, 0.05, 20},
                                                  {"output_row_cycles", 1, 0.05, 20}, {"overlap_power", 2, 1, 8},
                                                  {"iteration_cycles", 100, 1, 5000}, {"start_cycles", 1000, 1, 50000}};
    return all;
}

npu::CommandCosts costsOf(std::span<const double> values) {
    return {values[0], values[1], {values[2], values[3], values[4]}, values[5], values[6], values[7]};
}

/// Quantiles of ln(measured / predicted).
hardware::Residual spreadOf(const std::vector<double>& residuals, const char* seen) {
    std::vector<double> turned;
    for (const double residual : residuals)
        turned.push_back(-residual);
    hardware::Residual residual;
    residual.key = {{"seen", seen}};
    residual.p10 = quantile(turned, 0.1);
    residual.p50 = quantile(turned, 0.5);
    residual.p90 = quantile(turned, 0.9);
    residual.sigma = (quantile(turned, 0.75) - quantile(turned, 0.25)) / 1.349; // of a normal distribution
    residual.points = static_cast<std::int64_t>(turned.size());
    return residual;
}

} // namespace

Result<hardware::Calibration> fitCommands(const std::filesystem::path& data, const Library& library, const Without&) {
    const auto rows = commandRows(data);
    if (!rows) return rows.error();
    const auto seen = prepare(*rows, library, true);
    if (!seen) return seen.error();
    const auto fit =
        fitCoefficients(freeCoefficients(), seen->size(), [&](std::span<const double> values, std::span<double> out) {
            const npu::CommandCosts costs = costsOf(values);
            for (std::size_t i = 0; i < seen->size(); ++i)
                out[i] = residualOf((*seen)[i], costs);
        });
    if (!fit) return fit.error();
    const auto unseen = prepare(*rows, library, false);
    if (!unseen) return unseen.error();
    const npu::CommandCosts costs = costsOf(fit->values);
    hardware::Calibration calibration;
    calibration.id = "npu-commands";
    calibration.suite = "npu-commands";
    calibration.data = kData;
    calibration.command = "strata-lab calibrate npu-commands --data DIR";
    calibration.points = static_cast<std::int64_t>(seen->size());
    noteRanges(freeCoefficients(), calibration);
    for (std::size_t i = 0; i < freeCoefficients().size(); ++i)
        calibration.values[freeCoefficients()[i].name] = fit->values[i];
    std::vector<double> off, residuals;
    for (const auto* part : {&*seen, &*unseen}) {
        residuals.clear();
        for (const Prepared& prepared : *part)
            residuals.push_back(residualOf(prepared, costs));
        calibration.residuals.push_back(spreadOf(residuals, part == &*seen ? "yes" : "no"));
        if (part != &*seen) continue;
        for (const double residual : residuals)
            off.push_back(std::abs(std::exp(residual) - 1.0));
    }
    calibration.residual_p50 = quantile(off, 0.5);
    calibration.residual_p90 = quantile(off, 0.9);
    return calibration;
}

Result<SuiteReport> runCommandSuite(const SuiteOptions& options) {
    const auto rows = commandRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "npu-commands";
    report.data = options.data.string();
    double sum = 0;
    std::size_t unseen = 0;
    for (const CommandRow& row : *rows) {
        const auto estimate = evaluate(*row.request, Context{options.library, {}, nullptr});
        const Metric* cycles = estimate ? estimate->findMetric("cycles") : nullptr;
        if (cycles == nullptr) {
            report.refused.push_back({row.id, estimate ? std::string("no cycles") : describe(estimate.error())});
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"layer", row.fitted ? "seen by the fit" : "left out"}};
        result.quantity = "cycles";
        result.measured = row.cycles;
        result.predicted = cycles->value;
        result.low = cycles->low;
        result.high = cycles->high;
        result.method = "npu.commands";
        if (options.keep_requests) result.request = row.request->dump();
        if (!row.fitted) sum += std::abs(result.predicted / result.measured - 1.0), ++unseen;
        report.rows.push_back(std::move(result));
    }
    std::ostringstream text;
    text.precision(3);
    text << unseen << " rows of layers that no fit saw: mean error "
         << 100.0 * sum / std::max(1.0, static_cast<double>(unseen)) << " %";
    report.summary = text.str();
    return report;
}

} // namespace strata::assess
