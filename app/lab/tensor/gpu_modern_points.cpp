// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_points.h"

#include "core/catalog/library.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

constexpr std::string_view kAnalytic = "gpu.tile";
constexpr std::string_view kTables = "gpu.table";

SuiteRow rowOf(const ServingCase& serving_case, const std::string& distance, std::string_view method) {
    SuiteRow row;
    row.id = serving_case.id;
    row.group = {{"op", "serving"},
                 {"device", serving_case.gpu.id},
                 {"model", serving_case.model},
                 {"engine", serving_case.gpu.engine},
                 {"dtype", serving_case.precision},
                 {"tp", std::to_string(static_cast<int>(serving_case.load.ranks))},
                 {"distance", distance}};
    row.quantity = "tpot_s";
    row.unit = "s";
    row.measured = serving_case.measured_s;
    row.method = method;
    return row;
}

/// Of a step from measured kernels. Residuals of these are those of dense models; where nobody measured tables of a
/// model's like, its step is as uncertain as one from predicted kernels.
compose::Interval tableRatios(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations) {
    const compose::Interval tables = compose::residualRatios(calibrations, "serving tables", serving_case.gpu);
    if (!serving_case.experts && tables.high > tables.low) return tables;
    return compose::residualRatios(calibrations, serving_case.experts ? "serving experts" : "serving",
                                   serving_case.gpu);
}

} // namespace

std::string servingDistance(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* known = gpu::calibrationOf(calibrations, "compose-serving");
    return known == nullptr ? "unknown" : std::string(gpu::name(compose::runtimeDistance(*known, serving_case.gpu)));
}

compose::RuntimeCosts costsOf(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations) {
    compose::RuntimeCosts costs = compose::runtimeCosts(serving_case.gpu, calibrations);
    costs.hides_host = serving_case.hides_host_work;
    if (serving_case.memory_share > 0) {
        costs.memory_share = serving_case.memory_share;
        costs.reserved_bytes = 0;
    }
    return costs;
}

compose::ComposedTime composeServingCase(const ServingCase& serving_case, const compose::RuntimeCosts& costs,
                                         std::span<const hardware::Calibration> calibrations) {
    const gpu::TileModel model = gpu::makeTileModel(serving_case.gpu, calibrations);
    return compose::composeServingStep(serving_case.gpu, serving_case.decode, serving_case.prefill, serving_case.load,
                                       costs, calibrations,
                                       [&](const workload::Kernel& kernel) { return gpu::predict(model, kernel); });
}

double measuredKernelSeconds(const ServingCase& serving_case, const MeasuredStep& step) {
    const double waiting =
        serving_case.offered_batch > 0 ? 1.0 - serving_case.load.batch / serving_case.offered_batch : 0.0;
    return step.kernels_s - waiting * step.attention_s + step.elementwise_s;
}

double measuredTablesSeconds(const ServingCase& serving_case, const MeasuredStep& step,
                             const compose::RuntimeCosts& costs) {
    constexpr double kAllReducesOfALayer = 2;
    const double skew =
        kAllReducesOfALayer * serving_case.load.layers * costs.all_reduce_skew_s * std::log2(serving_case.load.ranks);
    const double pass_s =
        measuredKernelSeconds(serving_case, step) + costs.besideKernels(serving_case.load.batch) + skew;
    // An iteration that prompts and decodes share reads the experts once.
    const bool shared = serving_case.gpu.runtime && serving_case.gpu.runtime->mixes_prompts;
    const double prompt_s = std::max(0.0, step.prefill_s - (shared ? step.experts_s : 0.0));
    return std::max(pass_s, costs.shortestPass(serving_case.load.batch)) +
           serving_case.load.waited_prefill * (serving_case.load.batch - 1) / serving_case.load.output_tokens *
               prompt_s;
}

Result<void> addServingRows(const SuiteOptions& options, SuiteReport& report) {
    return addServingRowsOf(ServingModels::Dense, options, report);
}

Result<void> addServingRowsOf(ServingModels models, const SuiteOptions& options, SuiteReport& report,
                              const CaseFilter& wanted) {
    auto read = readServingCases(options.data, options.library, models);
    if (!read) return read.error();
    const auto& calibrations = options.library.calibrations();
    report.refused.insert(report.refused.end(), read->refused.begin(), read->refused.end());
    const auto wants = [&](std::string_view method) { return options.method.empty() || options.method == method; };
    for (std::size_t i = 0; i < read->cases.size(); ++i) {
        const ServingCase& serving_case = read->cases[i];
        if (!options.only_device.empty() && serving_case.gpu.id != options.only_device) continue;
        if (wanted && !wanted(serving_case)) continue;
        const compose::RuntimeCosts costs = costsOf(serving_case, calibrations);
        const std::string distance = servingDistance(serving_case, calibrations);
        if (wants(kAnalytic)) {
            const compose::ComposedTime time = composeServingCase(serving_case, costs, calibrations);
            SuiteRow row = rowOf(serving_case, distance, kAnalytic);
            row.predicted = time.seconds;
            row.low = time.interval.low;
            row.high = time.interval.high;
            report.rows.push_back(std::move(row));
        }
        if (wants(kTables) && read->measured[i]) {
            SuiteRow row = rowOf(serving_case, distance, kTables);
            row.predicted = measuredTablesSeconds(serving_case, *read->measured[i], costs);
            const compose::Interval ratios = tableRatios(serving_case, calibrations);
            row.low = row.predicted * ratios.low;
            row.high = row.predicted * ratios.high;
            report.rows.push_back(std::move(row));
        }
    }
    return {};
}

} // namespace strata::assess
