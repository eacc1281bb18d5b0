// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/engine_case.h"

#include "core/catalog/library.h"
#include "core/gpu/predictor.h"
#include "core/serving/memory/engine_memory.h"
#include "core/serving/tables/analytic_tables.h"
#include "core/serving/traffic/closed_loop.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

double longestOf(const serving::TrafficOptions& traffic) {
    double longest = 0;
    for (const auto* lengths : {&traffic.prompt, &traffic.output})
        longest += lengths->kind == serving::LengthDistribution::Kind::Fixed ? lengths->tokens : lengths->maximum;
    return longest;
}

} // namespace

Result<EngineOutcome> simulateEngine(const EngineCase& engine_case,
                                     std::span<const hardware::Calibration> calibrations) {
    const compose::RuntimeCosts& costs = engine_case.costs;
    const auto predictor = gpu::kernelPredictor("gpu.tile", engine_case.gpu, calibrations);
    if (!predictor) return predictor.error();
    serving::SimulationOptions options;
    auto& scheduler = options.scheduler;
    scheduler.policy = engine_case.policy;
    scheduler.ahead = engine_case.ahead;
    scheduler.look_every = engine_case.look_every;
    scheduler.max_batch = engine_case.max_batch;
    scheduler.token_budget = engine_case.token_budget;
    scheduler.stages = engine_case.stages;
    const auto memory =
        serving::engineMemory(engine_case.gpu, costs, *engine_case.model, engine_case.options, engine_case.stages,
                              engine_case.static_memory ? 1 : engine_case.token_budget, scheduler.block_tokens);
    const double blocks = memory.blocks - memory.state_blocks;
    const double longest = longestOf(engine_case.traffic);
    if (!(blocks * scheduler.block_tokens >= longest))
        return Error{"not-modelled", {}, {"error.model-leaves-no-room-for-one"}, {}, {}};
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.state_blocks = static_cast<std::int32_t>(memory.state_blocks);
    auto tables = serving::analyticTables({engine_case.gpu, *engine_case.model, engine_case.options, costs,
                                           calibrations, *predictor, static_cast<double>(engine_case.max_batch),
                                           longest, static_cast<double>(engine_case.token_budget)});
    if (!tables) return tables.error();
    serving::EngineTableOptions times;
    times.stages = engine_case.stages;
    times.hidden = engine_case.model->value("hidden", 1.0);
    times.element_bytes = std::max(2.0, bytesOf(engine_case.options.activations));
    times.send_bytes_per_s = engine_case.gpu.link_bytes_per_s;
    EngineOutcome out;
    out.ratio_low = tables->ratio_low;
    out.ratio_high = tables->ratio_high;
    const serving::EngineTableTime time(std::move(tables->tables), times);
    std::unique_ptr<serving::Traffic> traffic;
    const auto& arrivals = engine_case.traffic.arrivals;
    if (arrivals.kind == serving::ArrivalProcess::Kind::Closed)
        traffic = std::make_unique<serving::ClosedLoopTraffic>(engine_case.traffic, arrivals.users, arrivals.think_s);
    else
        traffic = std::make_unique<serving::GeneratedTraffic>(engine_case.traffic);
    auto totals = serving::simulate(options, *traffic, time, out.summary);
    if (!totals) return totals.error();
    out.totals = *totals;
    return out;
}

} // namespace strata::assess
