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

Result<EngineOutcome> simulateEngine(const EngineCase& one, std::span<const hardware::Calibration> calibrations) {
    const compose::RuntimeCosts& costs = one.costs;
    const auto predictor = gpu::kernelPredictor("gpu.tile", one.gpu, calibrations);
    if (!predictor) return predictor.error();
    serving::SimulationOptions options;
    auto& scheduler = options.scheduler;
    scheduler.policy = one.policy;
    scheduler.ahead = one.ahead;
    scheduler.look_every = one.look_every;
    scheduler.max_batch = one.max_batch;
    scheduler.token_budget = one.token_budget;
    scheduler.stages = one.stages;
    const auto memory = serving::engineMemory(one.gpu, costs, *one.model, one.options, one.stages,
                                              one.static_memory ? 1 : one.token_budget, scheduler.block_tokens);
    const double blocks = memory.blocks - memory.state_blocks;
    const double longest = longestOf(one.traffic);
    if (!(blocks * scheduler.block_tokens >= longest))
        return Error{"not-modelled", {}, {"error.model-leaves-no-room-for-one"}, {}, {}};
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.state_blocks = static_cast<std::int32_t>(memory.state_blocks);
    auto tables =
        serving::analyticTables({one.gpu, *one.model, one.options, costs, calibrations, *predictor,
                                 static_cast<double>(one.max_batch), longest, static_cast<double>(one.token_budget)});
    if (!tables) return tables.error();
    serving::EngineTableOptions times;
    times.stages = one.stages;
    times.hidden = one.model->value("hidden", 1.0);
    times.element_bytes = std::max(2.0, bytesOf(one.options.activations));
    times.send_bytes_per_s = one.gpu.link_bytes_per_s;
    EngineOutcome out;
    out.ratio_low = tables->ratio_low;
    out.ratio_high = tables->ratio_high;
    const serving::EngineTableTime time(std::move(tables->tables), times);
    std::unique_ptr<serving::Traffic> traffic;
    const auto& arrivals = one.traffic.arrivals;
    if (arrivals.kind == serving::ArrivalProcess::Kind::Closed)
        traffic = std::make_unique<serving::ClosedLoopTraffic>(one.traffic, arrivals.users, arrivals.think_s);
    else
        traffic = std::make_unique<serving::GeneratedTraffic>(one.traffic);
    auto totals = serving::simulate(options, *traffic, time, out.summary);
    if (!totals) return totals.error();
    out.totals = *totals;
    return out;
}

} // namespace strata::assess
