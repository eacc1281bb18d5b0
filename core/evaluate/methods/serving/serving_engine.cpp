// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_engine.h"

#include "core/compose/serving_step.h"
#include "core/evaluate/methods/serving/serving_colocation.h"
#include "core/gpu/power/power.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// Weights that a layer beside the model does not share with it: not its embedding and head.
double ownShare(const ServingQuery& query, const ServingPool& pool) {
    if (query.speculative.method != SpeculativePlan::Method::Eagle) return 1;
    const Json& model = *query.speculative.model;
    const double tables = model.value("vocab", 0.0) * model.value("hidden", 0.0) *
                          (model.value("tied_embeddings", false) ? 1 : 2) / pool.draft.tensor_parallel;
    const auto graph = workload::buildGraph(model, pool.draft, "/plan/speculative/model");
    return graph && graph->parameters > tables ? 1 - tables / graph->parameters : 1;
}

/// Medusa's heads (Cai et al., ICML 2024): for each depth one residual block hidden x hidden and a head over
/// the vocabulary.
double headParameters(const ServingQuery& query, const ServingPool& pool) {
    const double hidden = query.model.document->value("hidden", 1.0);
    return static_cast<double>(query.speculative.acceptance.size()) * hidden *
           (hidden + query.model.document->value("vocab", 1.0)) / pool.graph.tensor_parallel;
}

serving::MeasuredLine headLine(const ServingQuery& query, const ServingPool& pool, double most,
                               const EngineContext& context) {
    serving::MeasuredLine line;
    const double hidden = query.model.document->value("hidden", 1.0);
    const double depths = static_cast<double>(query.speculative.acceptance.size());
    const double ranks = pool.graph.tensor_parallel;
    for (double rows = 1;; rows = std::min(2 * rows, most)) {
        workload::Kernel block, head;
        block.a = block.out = head.a = head.out = pool.graph.activations;
        block.b = head.b = pool.graph.weights;
        block.math = head.math = pool.graph.math;
        block.shape = workload::Matmul{.m = rows, .n = hidden / ranks, .k = hidden, .linear = true};
        head.shape = workload::Matmul{
            .m = rows, .n = query.model.document->value("vocab", 1.0) / ranks, .k = hidden, .linear = true};
        line.at.push_back(rows);
        line.seconds.push_back(depths * (context.predict(block).seconds + context.predict(head).seconds));
        if (rows >= most) return line;
    }
}

serving::ExtraCosts extraCosts(const ServingQuery& query, const ServingPool& pool, const ServingMemory& memory,
                               double most_tokens, const EngineContext& context) {
    serving::ExtraCosts extra;
    const MemoryTiers& tiers = query.tiers;
    if (pool.scheduler.swap) extra.swap_s_per_token = memory.cache_bytes_per_token / tiers.host_bytes_per_s;
    if (tiers.store_bytes > 0)
        extra.load_s_per_token = extra.store_s_per_token = memory.cache_bytes_per_token / tiers.store_bytes_per_s;
    extra.layers = std::max(1.0, query.model.document->value("layers", 1.0) / pool.scheduler.stages);
    if (query.fleet.adapters.count > 0) {
        const double bytes = adapterBytes(query, pool) / pool.scheduler.stages;
        extra.adapter_load_s = bytes / tiers.host_bytes_per_s;
        extra.adapter_read_s = bytes / query.hardware.device.gpu.memory_bytes_per_s;
        extra.adapters = adapterLine(query, pool, most_tokens, context.predict);
    }
    return extra;
}

Result<workload::MemoryDemand> demandOf(const Json& model, workload::GraphOptions options, double tokens) {
    options.phase = workload::Phase::Prefill;
    options.sequence = std::min(model.value("max_seq", 2048.0), tokens);
    const auto graph = workload::buildGraph(model, options, "/workload/model");
    if (!graph) return graph.error();
    workload::MemoryDemand demand = graph->memory;
    demand.kv_cache_bytes /= options.sequence; // of one token
    return demand;
}

} // namespace

ServingMemory planServingMemory(const ServingQuery& query, const ServingPool& pool,
                                const compose::RuntimeCosts& costs) {
    ServingMemory memory;
    const auto& scheduler = pool.scheduler;
    auto demand = demandOf(*query.model.document, pool.graph, scheduler.token_budget);
    if (!demand) return memory;
    const double stages = scheduler.stages;
    memory.cache_bytes_per_token = demand->kv_cache_bytes / stages;
    memory.weight_bytes = demand->weight_bytes /= stages;
    memory.state_bytes = demand->state_bytes / stages;
    demand->kv_cache_bytes = demand->state_bytes = 0;
    if (query.speculative.model) {
        const auto draft = demandOf(*query.speculative.model, pool.draft, scheduler.token_budget);
        if (!draft) return memory;
        memory.draft_weight_bytes = draft->weight_bytes * ownShare(query, pool);
        memory.cache_bytes_per_token += draft->kv_cache_bytes;
        memory.state_bytes += draft->state_bytes;
    } else if (query.speculative.method == SpeculativePlan::Method::Medusa) {
        memory.draft_weight_bytes = headParameters(query, pool) * bytesOf(pool.graph.weights);
    }
    memory.adapter_bytes = query.fleet.adapters.resident * adapterBytes(query, pool) / stages;
    if (query.fleet.adapters.count == 0) memory.adapter_bytes = 0;
    if (query.colocation) memory.neighbour_bytes = neighbourBytes(query);
    demand->weight_bytes += memory.draft_weight_bytes + memory.adapter_bytes + memory.neighbour_bytes;
    memory.fit = compose::fitMemory(query.hardware.device.gpu, costs, *demand);
    memory.available_bytes = memory.fit.available_bytes - memory.fit.needed_bytes;
    // A prefix can be gone on with where a state was kept: at the end of each block, the last one in use
    // (vLLM, mamba_cache_mode "align").
    if (scheduler.prefix_cache) {
        memory.cache_bytes_per_token += memory.state_bytes / scheduler.block_tokens;
    } else {
        memory.state_blocks = std::ceil(memory.state_bytes / (memory.cache_bytes_per_token * scheduler.block_tokens));
    }
    memory.blocks = std::floor(memory.available_bytes / (memory.cache_bytes_per_token * scheduler.block_tokens));
    if (scheduler.blocks > 1) memory.blocks = scheduler.blocks; // as the plan states them
    return memory;
}

RequestWay wayOf(const ServingQuery& query, const compose::RuntimeCosts& costs) {
    if (query.fleet.request_s) return {*query.fleet.request_s, 0};
    const bool measured =
        !query.tables.path.empty() || query.load.vidur || query.pools.prompts.scheduler.vidur_compatible;
    if (!query.hardware.device.names_engine || measured) return {};
    return {costs.request_s, costs.request_per_token_s};
}

namespace {

/// What a builder of engines reads at every stage.
struct EngineParts {
    const ServingQuery& query;
    const ServingPool& pool;
    const EngineContext& context;
    const hardware::Gpu& gpu; ///< with the power of gaps
    double longest = 0;       ///< tokens of a request
};

serving::AnalyticInput inputOf(const EngineParts& of) {
    serving::AnalyticInput input{of.gpu,
                                 *of.query.model.document,
                                 of.pool.graph,
                                 of.context.costs,
                                 of.context.calibrations,
                                 of.context.predict,
                                 static_cast<double>(of.pool.scheduler.max_batch),
                                 of.longest,
                                 static_cast<double>(of.pool.scheduler.token_budget),
                                 static_cast<double>(of.query.speculative.speculation.checked)};
    input.all_reduce = tensorReduce(of.context.below, of.pool.graph.tensor_parallel);
    return input;
}

/// Exchange of tokens between the ranks of the experts, by the plan's method of collectives or by NCCL's.
void addExperts(const EngineParts& of, serving::AnalyticInput& input) {
    if (!of.query.model.experts) return;
    input.data_parallel = of.query.model.data_parallel;
    if (of.context.below.collectives) {
        input.all_to_all = [group = *of.query.model.experts, timer = of.context.below.collectives](double bytes) {
            return timer(network::Collective::AllToAll, group.ranks, group.nodes, bytes);
        };
        return;
    }
    const auto values = network::resolveNccl(*of.query.model.experts, of.context.calibrations).values;
    input.all_to_all = [group = *of.query.model.experts, values](double bytes) {
        return network::ncclTime(group, values, network::Collective::AllToAll, bytes).seconds();
    };
}

serving::EngineTableOptions tableOptions(const EngineParts& of) {
    serving::EngineTableOptions options;
    options.stages = of.pool.scheduler.stages;
    options.hidden = of.query.model.document->value("hidden", 1.0);
    options.element_bytes = bytesOf(of.pool.graph.activations);
    options.send_bytes_per_s = of.gpu.link_bytes_per_s;
    return options;
}

/// Iterations from kernels, or from tables that the plan names.
Result<serving::AnalyticTables> tablesOf(const EngineParts& of, const serving::AnalyticInput& input,
                                         ServingEngine& engine) {
    if (of.query.tables.path.empty()) {
        auto tables = serving::analyticTables(input);
        engine.first_tokens =
            compose::firstTokenRatios(of.context.calibrations, of.query.model.document->contains("moe"), of.gpu);
        return tables;
    }
    auto imported = importedTimes(of.query, of.pool, of.context.costs, of.context.calibrations);
    if (!imported) return imported.error();
    engine.model = std::move(imported->time);
    engine.alone = engine.model.get();
    engine.imported = std::move(imported->facts);
    if (engine.alone) engine.options.send_bytes_per_s = 0; // theirs are in the times
    return std::move(imported->tables);
}

/// Another model on the same device slows iterations down.
Result<void> addNeighbourTimes(const EngineParts& of, ServingEngine& engine) {
    if (!of.query.colocation) return {};
    const auto slowdown = colocationSlowdown(of.query, of.pool, of.context.predict, of.context.calibrations);
    if (!slowdown) return slowdown.error();
    engine.decode_slowdown = slowdown->decode;
    engine.prefill_slowdown = slowdown->prefill;
    engine.neighbour_s = slowdown->neighbour_s;
    engine.neighbour_slowdown = slowdown->neighbour;
    engine.model = std::make_unique<SharedTime>(std::move(engine.model), *slowdown);
    return {};
}

/// Where a model guesses tokens: its iterations, without the host, which prepares an iteration once, for guesses and
/// model together.
Result<void> addDraft(const EngineParts& of, double max_batch, double most_tokens, ServingEngine& engine) {
    compose::RuntimeCosts costs = of.context.costs;
    costs.step_s = costs.step_per_sequence_s = costs.synchronisation_s = 0;
    serving::AnalyticInput of_draft{of.gpu,
                                    *of.query.speculative.model,
                                    of.pool.draft,
                                    costs,
                                    of.context.calibrations,
                                    of.context.predict,
                                    max_batch,
                                    of.longest,
                                    most_tokens,
                                    1};
    of_draft.all_reduce = tensorReduce(of.context.below, of.pool.draft.tensor_parallel);
    const auto drafted = serving::analyticTables(of_draft);
    if (!drafted) return drafted.error();
    engine.draft = std::make_unique<serving::EngineTableTime>(drafted->tables, serving::EngineTableOptions{});
    if (engine.energy)
        engine.draft_energy =
            std::make_unique<serving::EngineTableTime>(drafted->energy, serving::EngineTableOptions{});
    return {};
}

} // namespace

Result<ServingEngine> buildServingEngine(const ServingQuery& query, const ServingPool& pool,
                                         const ServingMemory& memory, double longest, const EngineContext& context) {
    hardware::Gpu gpu = query.hardware.device.gpu;
    gpu.idle_power_w = gpu::resolvePower(gpu, context.calibrations).idle_w; // for the energy of gaps
    const EngineParts parts{query, pool, context, gpu, longest};
    ServingEngine engine;
    engine.memory = memory;
    engine.options = tableOptions(parts);
    serving::AnalyticInput input = inputOf(parts);
    addExperts(parts, input);
    auto tables = tablesOf(parts, input, engine);
    if (!tables) return tables.error();
    engine.ratio_low = tables->ratio_low;
    engine.ratio_high = tables->ratio_high;
    if (!engine.model) engine.model = std::make_unique<serving::EngineTableTime>(tables->tables, engine.options);
    if (auto slowed = addNeighbourTimes(parts, engine); !slowed) return slowed.error();
    serving::EngineTableOptions joules;
    joules.stages = engine.options.stages;
    if (!tables->energy.layer.seconds.empty() && tables->energy.layer.seconds.back() > 0)
        engine.energy = std::make_unique<serving::EngineTableTime>(std::move(tables->energy), joules);
    engine.tables = std::make_unique<serving::AnalyticTables>(*std::move(tables));
    engine.ranks = pool.graph.tensor_parallel * pool.scheduler.stages;
    engine.idle_w = gpu.idle_power_w;
    const double most_tokens = std::max(input.token_budget, input.max_batch * input.checked);
    engine.extra = extraCosts(query, pool, memory, most_tokens, context);
    if (query.speculative.model) {
        if (auto drafted = addDraft(parts, input.max_batch, most_tokens, engine); !drafted) return drafted.error();
    } else if (query.speculative.method == SpeculativePlan::Method::Medusa) {
        engine.heads = headLine(query, pool, input.max_batch, context);
    }
    return engine;
}

} // namespace strata::methods
