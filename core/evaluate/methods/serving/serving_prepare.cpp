// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/serving_run.h"
#include "core/exchange/serving/traffic_trace.h"
#include "core/serving/memory/memory_plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// Recorded requests, or pairs of lengths to draw from; `passed_over` gets the number of conversations that hold none,
/// `unanswered` that of requests whose output is empty.
/// Errors point to the trace.
Result<std::vector<serving::Arrival>> traceOf(const ServingLoad& load, std::size_t& passed_over,
                                              std::size_t& unanswered) {
    if (load.trace.empty()) return std::vector<serving::Arrival>();
    const auto use = load.replay ? exchange::TraceUse::Replay : exchange::TraceUse::Lengths;
    auto trace = exchange::readTrafficTrace(load.trace, use, &passed_over, &unanswered);
    if (trace) return trace;
    Error error = trace.error();
    error.pointer = "/workload/traffic/trace";
    return error;
}

/// The longest request that can come, which the tables must cover.
double longestRequest(const ServingLoad& load, const std::vector<serving::Arrival>& trace) {
    if (load.vidur) return load.vidur->maximum;
    double longest = 0;
    for (const auto& arrival : trace)
        longest = std::max(longest, 1.0 * arrival.prompt_tokens + arrival.output_tokens);
    if (!load.replay) {
        const double recorded = longest;
        const auto most = [recorded](const serving::LengthDistribution& lengths) {
            const bool fixed = lengths.kind == serving::LengthDistribution::Kind::Fixed;
            return fixed ? lengths.tokens : std::min(lengths.maximum, recorded > 0 ? recorded : lengths.maximum);
        };
        longest = most(load.traffic.prompt) + most(load.traffic.output);
        if (!load.traffic.tenants.empty()) longest = 0;
        for (const auto& tenant : load.traffic.tenants)
            longest = std::max(longest, most(tenant.prompt) + most(tenant.output));
        const auto& sessions = load.sessions;
        longest = std::min(std::max<double>(longest, sessions.longest_tokens),
                           longest * sessions.turns + sessions.shared_tokens);
    }
    return std::max(longest, 2.0);
}

/// By the reference simulator's rule; requests are as long as the model takes.
std::optional<serving::SchedulerOptions> blocksOfVidur(const ServingQuery& query, const ServingPool& pool) {
    serving::SchedulerOptions scheduler = pool.scheduler;
    const Json& model = *query.model.document;
    scheduler.max_tokens = model.value("max_seq", scheduler.max_tokens);
    auto memory = serving::memoryPlanInput(model);
    memory.device_bytes = query.hardware.device.gpu.memory_bytes;
    memory.tp = static_cast<std::int32_t>(pool.graph.tensor_parallel);
    memory.stages = scheduler.stages;
    memory.max_tokens = scheduler.max_tokens;
    memory.block_tokens = scheduler.block_tokens;
    memory.batch_cap = scheduler.max_batch;
    memory.element_bytes = bytesOf(pool.graph.weights);
    const auto plan = serving::vidurMemoryPlan(memory);
    scheduler.reserved_batch = plan.reserved_batch;
    scheduler.blocks = plan.blocks;
    return plan.blocks >= 1 ? std::optional(scheduler) : std::nullopt;
}

/// The pool's scheduler with its blocks and the longest request that it takes; nothing where nothing fits.
std::optional<serving::SchedulerOptions> blocksOf(const ServingQuery& query, const ServingPool& pool,
                                                  const ServingMemory& memory, double longest) {
    serving::SchedulerOptions scheduler = pool.scheduler;
    if (scheduler.vidur_compatible) return blocksOfVidur(query, pool);
    if (!(memory.blocks >= 1 + memory.state_blocks)) return std::nullopt;
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.state_blocks = static_cast<std::int32_t>(memory.state_blocks);
    scheduler.max_tokens = static_cast<std::int32_t>(std::min(longest, 1e9));
    scheduler.reserved_batch = scheduler.max_batch;
    return scheduler;
}

/// An engine that takes prompts whole does not start with a budget below the longest one, a preempted request with
/// what it has generated included; where none is stated it takes as much as the model's context.
std::int32_t budgetOf(const serving::SchedulerOptions& scheduler, double longest) {
    const bool whole = serving::budgetsWholePrompts(scheduler.policy) && !scheduler.vidur_compatible;
    if (!whole || scheduler.token_budget >= longest) return scheduler.token_budget;
    return static_cast<std::int32_t>(std::min(longest, 1e9));
}

/// A pool with its budget and memory planned, and the engine of each of its replicas; why it cannot exist instead.
struct PlannedPool {
    serving::SchedulerOptions scheduler{};
    ServingEngine engine{};
    std::optional<Note> misfit{};
};

Result<PlannedPool> plannedPool(const ServingQuery& query, ServingPool pool, double longest,
                                const EngineContext& context) {
    pool.scheduler.token_budget = budgetOf(pool.scheduler, longest);
    const ServingMemory memory = planServingMemory(query, pool, context.costs);
    const auto scheduler = blocksOf(query, pool, memory, longest);
    if (!scheduler) return PlannedPool{.misfit = servingMisfit(query, memory)};
    pool.scheduler = *scheduler;
    auto engine = buildServingEngine(query, pool, memory, longest, context);
    if (!engine) return engine.error();
    return PlannedPool{.scheduler = *scheduler, .engine = *std::move(engine)};
}

/// How the cache of a prompt goes to the pool that decodes: keys and values of one token on all ranks of a copy of the
/// model, without copies of the same head, and the state of one request. Every rank sends its own part, so that the
/// pool with fewer ranks limits.
serving::KvTransfer transferOf(const ServingQuery& query) {
    const ServingPools& pools = query.pools;
    const LinkPlan& link = pools.link;
    serving::KvTransfer transfer;
    transfer.bytes_per_s = link.share * link.bytes_per_s * std::min(pools.prompts.ranks(), pools.decode->ranks());
    transfer.setup_s = link.setup_s;
    transfer.layers = link.layerwise ? query.model.document->value("layers", 1.0) : 1;
    workload::GraphOptions options = pools.prompts.graph;
    options.tensor_parallel = 1;
    options.expert_parallel = 1;
    options.phase = workload::Phase::Prefill;
    options.sequence = 16;
    const auto graph = workload::buildGraph(*query.model.document, options, "/workload/model");
    if (!graph) return transfer;
    transfer.bytes_per_token = graph->memory.kv_cache_bytes / options.sequence;
    transfer.state_bytes = graph->memory.state_bytes;
    return transfer;
}

/// What the simulation is told before any memory is planned.
serving::SimulationOptions simulationOf(const ServingQuery& query, const RequestWay& way) {
    serving::SimulationOptions options;
    options.replicas = query.pools.prompts.replicas;
    options.router = query.fleet.router;
    options.seed = query.load.traffic.seed;
    options.speculation = query.speculative.speculation;
    options.adapters = query.fleet.adapters;
    options.failures = query.fleet.failures;
    options.autoscaling = query.fleet.autoscaling;
    options.store_shared = query.tiers.store_bytes > 0 && query.tiers.store_shared;
    options.request_s = way.request_s;
    options.request_per_token_s = way.per_token_s;
    return options;
}

/// Blocks of the store beside device memory; 0 where there is none.
std::int32_t storeBlocks(const ServingQuery& query, const ServingMemory& memory) {
    if (query.tiers.store_bytes <= 0) return 0;
    const ServingPool& pool = query.pools.prompts;
    const double block =
        memory.cache_bytes_per_token * pool.scheduler.block_tokens * pool.graph.tensor_parallel * pool.scheduler.stages;
    return static_cast<std::int32_t>(std::clamp(query.tiers.store_bytes / block, 1.0, 1e8));
}

/// When what the store has is fetched: prompts of up to `longest` tokens are weighed where the plan says so.
serving::FetchCost fetchCost(const ServingQuery& query, const PlannedPool& pool, double longest) {
    if (query.tiers.store_bytes <= 0 || !query.tiers.weighs_fetching) return {};
    const double tokens = std::min<double>(longest, pool.scheduler.token_budget);
    return {pool.engine.extra.load_s_per_token, serving::promptCost(*pool.engine.model, tokens)};
}

} // namespace

Result<PreparedServing> prepareServing(Result<ServingQuery> resolved, const Context& context) {
    PreparedServing out;
    if (!resolved) return resolved.error();
    out.query = *std::move(resolved);
    const ServingQuery& query = out.query;
    const hardware::Gpu& gpu = query.hardware.device.gpu;
    const auto calibrations = std::span(context.library.calibrations());
    auto trace = traceOf(query.load, out.passed_over, out.unanswered);
    if (!trace) return trace.error();
    out.trace = *std::move(trace);
    const auto graph = workload::buildGraph(*query.model.document, query.pools.prompts.graph, "/workload/model");
    if (!graph) return graph.error();
    std::vector<workload::Kernel> kernels;
    for (const auto& op : graph->operators)
        kernels.push_back(op.kernel);
    if (auto able = requireArithmetic(gpu, kernels, "/workload"); !able) return able.error();
    const auto& cluster = query.hardware.cluster;
    auto below = lowerLayers(query.methods, gpu, cluster ? &*cluster : nullptr, context);
    if (!below) return below.error();
    out.below = *std::move(below);
    auto costs = compose::runtimeCosts(gpu, calibrations);
    costs.hides_host = query.pools.prompts.scheduler.ahead;
    out.calibrations = calibrationsUsed(out.below.kernels, gpu, kernels, true, context.library);
    out.longest = longestRequest(query.load, out.trace);
    out.options = simulationOf(query, wayOf(query, costs));
    const compose::KernelPredictor limited = limitedPredictor(query, out.below.predict, calibrations);
    const EngineContext engines{costs, calibrations, limited, out.below};
    auto prompts = plannedPool(query, query.pools.prompts, out.longest, engines);
    if (!prompts) return prompts.error();
    Result<PlannedPool> decode = PlannedPool{};
    if (query.pools.decode && !prompts->misfit) decode = plannedPool(query, *query.pools.decode, out.longest, engines);
    if (!decode) return decode.error();
    if (auto failure = out.below.failure()) return *std::move(failure);
    out.misfit = prompts->misfit ? prompts->misfit : decode->misfit;
    if (out.misfit) return out;
    out.options.scheduler = prompts->scheduler;
    out.options.scheduler.fetch = fetchCost(query, *prompts, out.longest);
    out.options.store_blocks = storeBlocks(query, prompts->engine.memory);
    out.engines.prompts = std::move(prompts->engine);
    if (const auto& imported = out.engines.prompts.imported) out.calibrations = {importedUse(*imported, calibrations)};
    if (!query.pools.decode) return out;
    out.options.decode_pool.replicas = query.pools.decode->replicas;
    out.options.decode_pool.scheduler = decode->scheduler;
    out.options.decode_pool.transfer = transferOf(query);
    out.engines.decode = std::move(decode->engine);
    return out;
}

} // namespace strata::methods
