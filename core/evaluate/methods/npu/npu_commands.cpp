// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/methods/npu/npu_search.h"
#include "core/evaluate/methods/npu/npu_systolic.h"
#include "core/evaluate/resolve.h"
#include "core/npu/commands/commands.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

constexpr const char* kCalibration = "npu-commands";

/// Quantiles of layers that no fit saw.
const hardware::Residual* residualOf(const hardware::Calibration& calibration) {
    const auto found = std::ranges::find_if(calibration.residuals, [](const hardware::Residual& residual) {
        const auto seen = residual.key.find("seen");
        return seen != residual.key.end() && seen->second == "no";
    });
    return found == calibration.residuals.end() ? nullptr : &*found;
}

Metric timed(std::string name, double value, const hardware::Residual* residual) {
    if (residual == nullptr) return {std::move(name), value, value, value, 1.0};
    return {std::move(name), value, value * std::exp(std::min(0.0, residual->p10)),
            value * std::exp(std::max(0.0, residual->p90)), 0.8};
}

Table commandTable(const npu::CommandTime& time) {
    Table table{"commands", {"what", "count"}, {}};
    const auto add = [&](const char* what, double count) { table.rows.push_back({std::string(what), count}); };
    add("iterations", time.iterations);
    add("blocks", time.blocks);
    add("rows of weights", time.moved_rows[0]);
    add("rows of inputs", time.moved_rows[1]);
    add("rows of outputs", time.moved_rows[2]);
    return table;
}

} // namespace

Result<Estimate> estimateLayerByCommands(const Request& request, const Context& context) {
    auto query = queryOf<LayerQuery>(request, context.library, resolveLayerWithoutRecipe);
    if (!query) return query.error();
    const auto& calibrations = context.library.calibrations();
    const auto calibration = std::ranges::find(calibrations, kCalibration, &hardware::Calibration::id);
    if (calibration == calibrations.end()) {
        return Error{"not-found",
                     "",
                     {"error.catalog-has-no-calibration-npu-commands"},
                     {"accepted.hwlib-calibration-npu-commands-json"},
                     {}};
    }
    const auto costs = npu::commandCosts(*calibration);
    if (!costs) return costs.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    if (auto fits = npu::checkLimits(query->architecture, query->problem); !fits) return fits.error();
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    const SearchWatch watch(*query, context);
    const auto mapping = chooseMapping(*query, query->architecture, evaluator, context.stop);
    if (!mapping) return mapping.error();
    const auto time = npu::commandTime(query->architecture, query->problem, mapping->mapping, *costs);
    if (!time) return time.error();

    const hardware::Residual* residual = residualOf(*calibration);
    const double period = 1.0 / query->architecture.clock_hz;
    double units = 1;
    for (const hardware::NpuLevel& level : query->architecture.levels)
        units *= static_cast<double>(level.fanout_x) * level.fanout_y;
    Estimate estimate;
    const double utilization = query->problem.macs() / (units * time->cycles);
    estimate.metrics = {timed("latency_s", time->cycles * period, residual),
                        timed("cycles", time->cycles, residual),
                        {"utilization", utilization, utilization, utilization, 1.0},
                        {"macs", query->problem.macs(), query->problem.macs(), query->problem.macs(), 1.0}};
    Part root = makePart("layer", Category::Total, time->cycles * period);
    root.children = {makePart("compute", Category::Compute, time->compute_cycles * period,
                              {"formula.command-blocks", {{"blocks", time->blocks}}}),
                     makePart("exposed-moves", Category::Memory, time->exposed_cycles * period,
                              {"formula.command-moves",
                               {{"rows", time->moved_rows[0] + time->moved_rows[1] + time->moved_rows[2]}}}),
                     makePart("commands", Category::Launch, time->fixed_cycles * period,
                              {"formula.command-iterations", {{"iterations", time->iterations}}})};
    estimate.parts.emplace_back("latency_s", std::move(root));
    estimate.tables = {commandTable(*time)};
    estimate.calibrations = {{calibration->id, calibration->data, calibration->points, calibration->residual_p50,
                              calibration->residual_p90}};
    return estimate;
}

Method commandsRow() {
    return {.id = "npu.commands",
            .kind = "layer",
            .layer = "device",
            .platform = "NPU",
            .methodology = "analytical",
            .follows = "Gemmini",
            .citation = "H. Genc et al., \"Gemmini: Enabling Systematic Deep-Learning Architecture Evaluation via "
                        "Full-Stack Integration\", DAC 2021",
            .needs = "an array whose host issues moves and blocks of rows, a convolution or a matrix product with a "
                     "mapping",
            .limits = "Commands cost what they cost on one array of 16 x 16 units with its host. Caches between the "
                      "array and the memory are not followed. The method tells no energy.",
            .cost = Cost::Microseconds,
            .own_measurements = false,
            .calibrations = {kCalibration},
            .estimate = estimateLayerByCommands};
}

} // namespace strata::methods
