// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_points.h"

#include "core/catalog/library.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/engine_profile.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

constexpr std::string_view kAnalytic = "gpu.tile";
constexpr std::string_view kTables = "gpu.table";

SuiteRow rowOf(const ServingCase& one, const std::string& distance, std::string_view method) {
    SuiteRow row;
    row.id = one.id;
    row.group = {{"op", "serving"},        {"device", one.gpu.id},
                 {"model", one.model},     {"engine", one.gpu.engine},
                 {"dtype", one.precision}, {"tp", std::to_string(static_cast<int>(one.load.ranks))},
                 {"distance", distance}};
    row.quantity = "tpot_s";
    row.unit = "s";
    row.measured = one.measured_s;
    row.method = method;
    return row;
}

/// Of a step from measured kernels. Residuals of these are those of dense models; where nobody measured tables of a
/// model's like, its step is as uncertain as one from predicted kernels.
compose::Interval tableRatios(const ServingCase& one, std::span<const hardware::Calibration> calibrations) {
    const compose::Interval tables = compose::residualRatios(calibrations, "serving tables", one.gpu);
    if (!one.experts && tables.high > tables.low) return tables;
    return compose::residualRatios(calibrations, one.experts ? "serving experts" : "serving", one.gpu);
}

} // namespace

std::string servingDistance(const ServingCase& one, std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* known = gpu::calibrationOf(calibrations, "compose-serving");
    return known == nullptr ? "unknown" : std::string(gpu::name(compose::runtimeDistance(*known, one.gpu)));
}

compose::RuntimeCosts costsOf(const ServingCase& one, std::span<const hardware::Calibration> calibrations) {
    compose::RuntimeCosts costs = compose::runtimeCosts(one.gpu, calibrations);
    costs.hides_host = one.hides_host_work;
    if (one.memory_share > 0) {
        costs.memory_share = one.memory_share;
        costs.reserved_bytes = 0;
    }
    return costs;
}

compose::ComposedTime composeServingCase(const ServingCase& one, const compose::RuntimeCosts& costs,
                                         std::span<const hardware::Calibration> calibrations) {
    const gpu::TileModel model = gpu::makeTileModel(one.gpu, calibrations);
    return compose::composeServingStep(one.gpu, one.decode, one.prefill, one.load, costs, calibrations,
                                       [&](const workload::Kernel& kernel) { return gpu::predict(model, kernel); });
}

double measuredKernelSeconds(const ServingCase& one, const MeasuredStep& step) {
    const double waiting = one.offered_batch > 0 ? 1.0 - one.load.batch / one.offered_batch : 0.0;
    return step.kernels_s - waiting * step.attention_s + step.elementwise_s;
}

double measuredTablesSeconds(const ServingCase& one, const MeasuredStep& step, const compose::RuntimeCosts& costs) {
    constexpr double kAllReducesOfALayer = 2;
    const double skew = kAllReducesOfALayer * one.load.layers * costs.all_reduce_skew_s * std::log2(one.load.ranks);
    const double pass_s = measuredKernelSeconds(one, step) + costs.besideKernels(one.load.batch) + skew;
    // An iteration that prompts and decodes share reads the experts once.
    const bool shared = one.gpu.runtime && one.gpu.runtime->mixes_prompts;
    const double prompt_s = std::max(0.0, step.prefill_s - (shared ? step.experts_s : 0.0));
    return std::max(pass_s, costs.shortestPass(one.load.batch)) +
           one.load.waited_prefill * (one.load.batch - 1) / one.load.output_tokens * prompt_s;
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
        const ServingCase& one = read->cases[i];
        if (!options.only_device.empty() && one.gpu.id != options.only_device) continue;
        if (wanted && !wanted(one)) continue;
        const compose::RuntimeCosts costs = costsOf(one, calibrations);
        const std::string distance = servingDistance(one, calibrations);
        if (wants(kAnalytic)) {
            const compose::ComposedTime time = composeServingCase(one, costs, calibrations);
            SuiteRow row = rowOf(one, distance, kAnalytic);
            row.predicted = time.seconds;
            row.low = time.interval.low;
            row.high = time.interval.high;
            report.rows.push_back(std::move(row));
        }
        if (wants(kTables) && read->measured[i]) {
            SuiteRow row = rowOf(one, distance, kTables);
            row.predicted = measuredTablesSeconds(one, *read->measured[i], costs);
            const compose::Interval ratios = tableRatios(one, calibrations);
            row.low = row.predicted * ratios.low;
            row.high = row.predicted * ratios.high;
            report.rows.push_back(std::move(row));
        }
    }
    return {};
}

} // namespace strata::assess
