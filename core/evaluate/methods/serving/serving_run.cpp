// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_run.h"

#include "core/evaluate/engine/partial_estimates.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/exchange/serving/traffic_trace.h"
#include "core/serving/memory/memory_plan.h"
#include "core/serving/tables/scaled_time.h"
#include "core/serving/traffic/closed_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

/// Sums up requests, and of the run that is shown keeps what happened.
class Recorder final : public serving::Observer {
public:
    Recorder(ServingAnswer& answer, const serving::AloneTime* alone, PartialEstimates* partial,
             std::int32_t block_tokens)
        : answer_(answer), alone_(alone), partial_(partial), block_tokens_(block_tokens) {}
    void finished(const serving::RequestRecord& record) override {
        answer_.summary.finished(record);
        if (!answer_.tenants.empty()) answer_.tenants[static_cast<std::size_t>(record.tenant)].finished(record);
        if (!alone_) return;
        if (answer_.requests.size() < kServingRows) answer_.requests.push_back(record);
        answer_.lives.finished(record);
        answer_.parts.add(alone_->of(record));
        if (partial_ && answer_.summary.e2e.count() % kPartialEvery == 0) tellPartial();
    }
    void stage(const serving::StageRecord& record) override {
        if (alone_) answer_.timeline.add(record);
    }
    void failed(std::int32_t replica, double time_s) override {
        if (alone_) answer_.timeline.cut(replica, time_s);
    }
    void batch(const serving::IterationRecord& record, std::span<const serving::BatchEntry> entries,
               const serving::RequestPool& requests) override {
        if (!alone_) return;
        answer_.lives.batch(record, entries, requests);
        countCache(entries, requests);
    }

private:
    /// Of requests that go on: the blocks of others are free by now.
    void countCache(std::span<const serving::BatchEntry> entries, const serving::RequestPool& requests) {
        for (const serving::BatchEntry& entry : entries) {
            const serving::ActiveRequest& request = requests[entry.request];
            const std::int64_t places = std::int64_t{request.blocks} * block_tokens_;
            answer_.cache_places += places;
            answer_.cache_tokens += std::min<std::int64_t>(request.processed, places);
        }
    }

    /// The clock decides when something is told, never what comes out.
    void tellPartial() {
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ < kBetweenPartials) return;
        told_ = now;
        auto estimate = std::make_shared<Estimate>();
        estimate->kind = "serving";
        writeServingPartial(answer_, *estimate);
        partial_->partial(std::move(estimate));
    }

    static constexpr std::uint64_t kPartialEvery = 64; ///< requests between two looks at the clock
    static constexpr std::chrono::milliseconds kBetweenPartials{150};

    ServingAnswer& answer_;
    const serving::AloneTime* alone_; ///< null: only the summary is wanted
    PartialEstimates* partial_;       ///< null: nobody looks
    std::int32_t block_tokens_;       ///< places of a block of the cache
    std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

/// Recorded requests, or pairs of lengths to draw from. Errors point to the trace.
Result<std::vector<serving::Arrival>> traceOf(const ServingQuery& query) {
    if (query.trace.empty()) return std::vector<serving::Arrival>();
    auto trace = exchange::readTrafficTrace(query.trace);
    if (trace) return trace;
    Error error = trace.error();
    error.pointer = "/workload/traffic/trace";
    return error;
}

std::unique_ptr<serving::Traffic> trafficOf(const ServingQuery& query, const std::vector<serving::Arrival>& trace) {
    if (query.vidur) return std::make_unique<serving::ReplayTraffic>(serving::vidurTraffic(*query.vidur));
    if (!query.replay) {
        serving::TrafficOptions options = query.traffic;
        if (!trace.empty()) options.trace = std::make_shared<const std::vector<serving::Arrival>>(trace);
        if (query.sessions.on()) return std::make_unique<serving::SessionTraffic>(options, query.sessions);
        const auto& arrivals = options.arrivals;
        if (arrivals.kind == serving::ArrivalProcess::Kind::Closed)
            return std::make_unique<serving::ClosedLoopTraffic>(options, arrivals.users, arrivals.think_s);
        return std::make_unique<serving::GeneratedTraffic>(options);
    }
    std::vector<serving::Arrival> kept = trace;
    if (query.traffic.requests > 0) kept.resize(std::min<std::size_t>(kept.size(), query.traffic.requests));
    const double end_s = query.traffic.duration_s;
    if (end_s > 0) std::erase_if(kept, [end_s](const serving::Arrival& arrival) { return arrival.time_s > end_s; });
    return std::make_unique<serving::ReplayTraffic>(std::move(kept));
}

/// The longest request that can come, which the tables must cover.
double longestRequest(const ServingQuery& query, const std::vector<serving::Arrival>& trace) {
    if (query.vidur) return query.vidur->maximum;
    double longest = 0;
    for (const auto& arrival : trace)
        longest = std::max(longest, 1.0 * arrival.prompt_tokens + arrival.output_tokens);
    if (!query.replay) {
        const double recorded = longest;
        const auto most = [recorded](const serving::LengthDistribution& lengths) {
            const bool fixed = lengths.kind == serving::LengthDistribution::Kind::Fixed;
            return fixed ? lengths.tokens : std::min(lengths.maximum, recorded > 0 ? recorded : lengths.maximum);
        };
        longest = most(query.traffic.prompt) + most(query.traffic.output);
        if (!query.traffic.tenants.empty()) longest = 0;
        for (const auto& tenant : query.traffic.tenants)
            longest = std::max(longest, most(tenant.prompt) + most(tenant.output));
        const auto& sessions = query.sessions;
        longest = std::min(std::max<double>(longest, sessions.longest_tokens),
                           longest * sessions.turns + sessions.shared_tokens);
    }
    return std::max(longest, 2.0);
}

/// Iterations of one pool: the model's pass, guesses, what else it waits for.
class PoolTime {
public:
    PoolTime(const ServingQuery& query, const ServingEngine& engine, double ratio)
        : guessing_(*engine.model, engine.draft.get(), query.options.speculation, engine.heads),
          extra_(query.options.speculation.on() ? static_cast<const serving::StepTime&>(guessing_) : *engine.model,
                 engine.extra),
          time_(engine.extra.any()               ? static_cast<const serving::StepTime&>(extra_)
                : query.options.speculation.on() ? static_cast<const serving::StepTime&>(guessing_)
                                                 : *engine.model,
                ratio),
          energy_(engine.energy ? *engine.energy : *engine.model, engine.draft_energy.get(), query.options.speculation,
                  {}) {}
    const serving::StepTime& time() const { return time_; }
    const serving::StepTime& energy() const { return energy_; }

private:
    serving::SpeculativeTime guessing_;
    serving::ExtraTime extra_;
    serving::ScaledTime time_;
    serving::SpeculativeTime energy_;
};

/// By the reference simulator's rule; requests are as long as the model takes.
bool planAsVidur(ServingQuery& query) {
    auto& scheduler = query.options.scheduler;
    const Json& model = *query.model;
    scheduler.max_tokens = model.value("max_seq", scheduler.max_tokens);
    auto memory = serving::memoryPlanInput(model);
    memory.device_bytes = query.device.gpu.memory_bytes;
    memory.tp = static_cast<std::int32_t>(query.graph.tensor_parallel);
    memory.stages = scheduler.stages;
    memory.max_tokens = scheduler.max_tokens;
    memory.block_tokens = scheduler.block_tokens;
    memory.batch_cap = scheduler.max_batch;
    memory.element_bytes = bytesOf(query.graph.weights);
    const auto plan = serving::vidurMemoryPlan(memory);
    scheduler.reserved_batch = plan.reserved_batch;
    scheduler.blocks = plan.blocks;
    return plan.blocks >= 1;
}

/// Blocks and lengths of a pool's scheduler; false where nothing fits.
bool planPool(ServingQuery& query, const ServingMemory& memory, double longest) {
    auto& scheduler = query.options.scheduler;
    if (scheduler.vidur_compatible) return planAsVidur(query);
    if (!(memory.blocks >= 1 + memory.state_blocks)) return false;
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.state_blocks = static_cast<std::int32_t>(memory.state_blocks);
    scheduler.max_tokens = static_cast<std::int32_t>(std::min(longest, 1e9));
    scheduler.reserved_batch = scheduler.max_batch;
    return true;
}

/// An engine that takes prompts whole does not start with a budget below the longest one, a preempted request with
/// what it has generated included; where none is stated it takes as much as the model's context.
void raiseBudget(ServingQuery& query, double longest) {
    auto& scheduler = query.options.scheduler;
    if (!serving::budgetsWholePrompts(scheduler.policy) || scheduler.vidur_compatible) return;
    if (scheduler.token_budget >= longest) return;
    query.stated_budget = scheduler.token_budget;
    scheduler.token_budget = static_cast<std::int32_t>(std::min(longest, 1e9));
}

/// Keys and values of one token on all ranks of a copy of the model, without copies of the same head, and the state of
/// one request.
void planTransfer(const ServingQuery& query, serving::KvTransfer& transfer) {
    workload::GraphOptions options = query.graph;
    options.tensor_parallel = 1;
    options.expert_parallel = 1;
    options.phase = workload::Phase::Prefill;
    options.sequence = 16;
    const auto graph = workload::buildGraph(*query.model, options, "/workload/model");
    if (!graph) return;
    transfer.bytes_per_token = graph->memory.kv_cache_bytes / options.sequence;
    transfer.state_bytes = graph->memory.state_bytes;
}

/// The store's size, and when what it has is fetched. Prompts of up to `longest` tokens.
void planStore(ServingQuery& query, const ServingEngine& engine, double longest) {
    if (query.tiers.store_bytes <= 0) return;
    const ServingMemory& memory = engine.memory;
    const double block = memory.cache_bytes_per_token * query.options.scheduler.block_tokens *
                         query.graph.tensor_parallel * query.options.scheduler.stages;
    query.options.store_blocks = static_cast<std::int32_t>(std::clamp(query.tiers.store_bytes / block, 1.0, 1e8));
    query.options.store_shared = query.tiers.store_shared;
    if (!query.tiers.weighs_fetching) return;
    const double tokens = std::min<double>(longest, query.options.scheduler.token_budget);
    query.options.scheduler.fetch = {engine.extra.load_s_per_token, serving::promptCost(*engine.model, tokens)};
}

} // namespace

Result<ServingAnswer> simulateServing(const PreparedServing& prepared, const ServingQuery& query, double ratio,
                                      const Context& context, const serving::AloneTime* alone) {
    const ServingEngines& engines = prepared.engines;
    ServingAnswer answer{serving::Summary(query.level)};
    for (const Tenant& tenant : query.tenants)
        answer.tenants.emplace_back(tenant.level);
    auto* partial = alone ? dynamic_cast<PartialEstimates*>(context.progress) : nullptr;
    Recorder recorder(answer, alone, partial, query.options.scheduler.block_tokens);
    const auto traffic = trafficOf(query, prepared.trace);
    const PoolTime prompts(query, engines.prompts, ratio);
    const PoolTime decode(query.decode ? *query.decode : query, engines.decode ? *engines.decode : engines.prompts,
                          ratio);
    serving::SimulationOptions options = query.options;
    options.decode_pool.time = &decode.time();
    if (alone && engines.prompts.energy) {
        options.energy = &prompts.energy();
        options.decode_pool.energy = &decode.energy();
    }
    const auto totals = serving::simulate(options, *traffic, prompts.time(), recorder, context.stop,
                                          alone ? context.progress : nullptr);
    if (!totals) {
        Error error = totals.error();
        if (!error.pointer.empty()) error.pointer = "/plan/scheduler" + error.pointer;
        return error;
    }
    answer.totals = *totals;
    if (!answer.tenants.empty()) { // each keeps its own promise
        answer.summary.kept = {};
        for (const serving::Summary& tenant : answer.tenants)
            answer.summary.kept.add(tenant.kept);
    }
    return answer;
}

double loneChunk(const PreparedServing& prepared) {
    const auto& scheduler = prepared.query.options.scheduler;
    const serving::PolicyTraits& policy = serving::traitsOf(scheduler.policy);
    if (policy.fills_chunks) return scheduler.chunk_tokens;
    return policy.keeps_caches ? scheduler.token_budget : prepared.longest;
}

Result<PreparedServing> prepareServing(Result<ServingQuery> query, const Context& context) {
    PreparedServing out;
    if (!query) return query.error();
    out.query = *std::move(query);
    const hardware::Gpu& gpu = out.query.device.gpu;
    const auto calibrations = std::span(context.library.calibrations());
    auto trace = traceOf(out.query);
    if (!trace) return trace.error();
    out.trace = *std::move(trace);
    const auto graph = workload::buildGraph(*out.query.model, out.query.graph, "/workload/model");
    if (!graph) return graph.error();
    std::vector<workload::Kernel> kernels;
    for (const auto& op : graph->operators)
        kernels.push_back(op.kernel);
    if (auto able = requireArithmetic(gpu, kernels, "/workload"); !able) return able.error();
    const auto predictor = gpu::kernelPredictor(kTileMethod.id, gpu, calibrations);
    if (!predictor) return predictor.error();
    auto costs = compose::runtimeCosts(gpu, calibrations);
    costs.hides_host = out.query.options.scheduler.ahead;
    planWay(out.query, costs);
    out.calibrations = calibrationsUsed(kTileMethod, gpu, kernels, true, context.library);
    out.longest = longestRequest(out.query, out.trace);
    const compose::KernelPredictor limited = limitedPredictor(out.query, *predictor, calibrations);
    for (ServingQuery* pool : {&out.query, out.query.decode.get()}) {
        if (!pool) continue;
        raiseBudget(*pool, out.longest);
        const ServingMemory memory = planServingMemory(*pool, costs);
        if (!planPool(*pool, memory, out.longest)) {
            out.misfit = servingMisfit(*pool, memory);
            return out;
        }
        auto engine = buildServingEngine(*pool, memory, out.longest, {costs, calibrations, limited});
        if (!engine) return engine.error();
        if (pool == &out.query)
            out.engines.prompts = *std::move(engine);
        else
            out.engines.decode = *std::move(engine);
    }
    if (const auto& imported = out.engines.prompts.imported) out.calibrations = {importedUse(*imported, calibrations)};
    planStore(out.query, out.engines.prompts, out.longest);
    if (out.query.decode) {
        out.query.options.decode_pool.scheduler = out.query.decode->options.scheduler;
        planTransfer(out.query, out.query.options.decode_pool.transfer);
    }
    return out;
}

} // namespace strata::methods
