// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu_methods.h"
#include "core/evaluate/methods/serving.h"
#include "core/exchange/traffic_trace.h"
#include "core/serving/analytic_tables.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

constexpr const char* kKernelMethod = "gpu.tile";

/// Every iteration takes `ratio` times as long.
class ScaledTime final : public serving::StepTime {
public:
    ScaledTime(const serving::StepTime& time, double ratio) : time_(time), ratio_(ratio) {}
    double seconds(const serving::BatchShape& batch, int stage) const override {
        return ratio_ * time_.seconds(batch, stage);
    }
    bool outside(const serving::BatchShape& batch) const override { return time_.outside(batch); }

private:
    const serving::StepTime& time_;
    double ratio_;
};

class Recorder final : public serving::Observer {
public:
    explicit Recorder(ServingAnswer& answer) : answer_(answer) {}
    void finished(const serving::RequestRecord& record) override {
        answer_.summary.finished(record);
        if (answer_.requests.size() < kServingRows) answer_.requests.push_back(record);
    }
    void iteration(const serving::IterationRecord& record) override {
        if (answer_.iterations.size() < kServingRows) answer_.iterations.push_back(record);
    }

private:
    ServingAnswer& answer_;
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

std::unique_ptr<serving::Traffic> trafficOf(const ServingQuery& query,
                                            const std::vector<serving::Arrival>& trace) {
    if (!query.replay) {
        serving::TrafficOptions options = query.traffic;
        if (!trace.empty()) options.trace = std::make_shared<const std::vector<serving::Arrival>>(trace);
        return std::make_unique<serving::GeneratedTraffic>(options);
    }
    std::vector<serving::Arrival> kept = trace;
    if (query.traffic.requests > 0) kept.resize(std::min<std::size_t>(kept.size(), query.traffic.requests));
    const double end_s = query.traffic.duration_s;
    if (end_s > 0)
        std::erase_if(kept, [end_s](const serving::Arrival& arrival) { return arrival.time_s > end_s; });
    return std::make_unique<serving::ReplayTraffic>(std::move(kept));
}

struct Memory {
    double weight_bytes = 0, cache_bytes_per_token = 0, available_bytes = 0, blocks = 0;
    compose::MemoryFit fit;
};

/// Blocks that one rank has room for beside its weights and the workspace of its largest iteration; the
/// smallest stage of a pipeline has the share of an even split.
Memory planMemory(const ServingQuery& query, const compose::RuntimeCosts& costs) {
    Memory memory;
    workload::GraphOptions options = query.graph;
    const double longest = query.model->value("max_seq", 2048.0);
    options.phase = workload::Phase::Prefill;
    options.sequence = std::min<double>(longest, query.options.scheduler.token_budget);
    const auto graph = workload::buildGraph(*query.model, options, "/workload");
    if (!graph) return memory;
    const double stages = query.options.scheduler.stages;
    workload::MemoryDemand demand = graph->memory;
    memory.cache_bytes_per_token = demand.kv_cache_bytes / options.sequence / stages;
    demand.kv_cache_bytes = 0;
    demand.weight_bytes /= stages;
    memory.weight_bytes = demand.weight_bytes;
    memory.fit = compose::fitMemory(query.device.gpu, costs, demand);
    memory.available_bytes = memory.fit.available_bytes - memory.fit.needed_bytes;
    memory.blocks = std::floor(memory.available_bytes /
                               (memory.cache_bytes_per_token * query.options.scheduler.block_tokens));
    return memory;
}

Note doesNotFit(const ServingQuery& query, const Memory& memory) {
    Note note{Note::Level::Warning, "over-memory", "", "/plan/tp", ""};
    note.text = "the weights and one iteration need " + formatQuantity(memory.fit.needed_bytes, "B") +
                " of " + query.device.gpu.name + ", which leaves " +
                formatQuantity(memory.fit.available_bytes, "B") + ": no room for the cache of a request";
    note.fix = "more tensor or pipeline parallel ranks, narrower weights, or a GPU with more memory";
    return note;
}

void addNotes(const ServingQuery& query, const ServingAnswer& answer, const Memory& memory,
              Estimate& estimate) {
    const auto& totals = answer.totals;
    const auto& scheduler = query.options.scheduler;
    estimate.notes.push_back({Note::Level::Info, "kv-cache",
                              formatCount(scheduler.blocks) + " blocks of " +
                                  formatCount(scheduler.block_tokens) + " tokens in " +
                                  formatQuantity(memory.available_bytes, "B") + " on each device",
                              "", ""});
    if (totals.unfinished > 0) {
        estimate.notes.push_back(
            {Note::Level::Warning, "unfinished",
             formatCount(static_cast<double>(totals.unfinished)) +
                 " requests never end: the first of them needs more blocks than there are",
             "/workload/traffic/lengths", "shorter requests, or more memory for the cache"});
    }
    if (totals.restarts > 0) {
        estimate.notes.push_back({Note::Level::Info, "preemptions",
                                  formatCount(static_cast<double>(totals.restarts)) +
                                      " times a request lost its cache and was computed again",
                                  "", ""});
    }
    if (totals.outside_tables > 0) {
        estimate.notes.push_back({Note::Level::Extrapolation, "outside-tables",
                                  formatCount(static_cast<double>(totals.outside_tables)) + " of " +
                                      formatCount(static_cast<double>(totals.iterations)) +
                                      " iterations are larger than any that was tabulated",
                                  "", ""});
    }
    if (totals.requests > kServingRows) {
        estimate.notes.push_back({Note::Level::Info, "rows",
                                  "tables hold the first " + formatCount(static_cast<double>(kServingRows)) +
                                      " rows; metrics count all requests",
                                  "", ""});
    }
}

/// The longest request that can come, which the tables must cover.
double longestRequest(const ServingQuery& query, const std::vector<serving::Arrival>& trace) {
    double longest = 0;
    for (const auto& arrival : trace)
        longest = std::max(longest, 1.0 * arrival.prompt_tokens + arrival.output_tokens);
    if (!query.replay) {
        double drawn = 0;
        for (const auto* lengths : {&query.traffic.prompt, &query.traffic.output}) {
            const bool fixed = lengths->kind == serving::LengthDistribution::Kind::Fixed;
            drawn += fixed ? lengths->tokens
                           : std::min(lengths->maximum, longest > 0 ? longest : lengths->maximum);
        }
        longest = drawn;
    }
    return std::max(longest, 2.0);
}

Result<ServingAnswer> simulateOnce(const ServingQuery& query, const std::vector<serving::Arrival>& trace,
                                   const serving::StepTime& time, double ratio, const Context& context,
                                   bool reports) {
    ServingAnswer answer{serving::Summary(query.level), {}, {}, {}};
    Recorder recorder(answer);
    const auto traffic = trafficOf(query, trace);
    const auto totals = serving::simulate(query.options, *traffic, ScaledTime(time, ratio), recorder,
                                          context.stop, reports ? context.progress : nullptr);
    if (!totals) {
        Error error = totals.error();
        if (!error.pointer.empty()) error.pointer = "/plan/scheduler" + error.pointer;
        return error;
    }
    answer.totals = *totals;
    return answer;
}

} // namespace

Result<Estimate> estimateServing(const Request& request, const Context& context) {
    auto query = resolveServing(*request.document, context.library);
    if (!query) return query.error();
    const hardware::Gpu& gpu = query->device.gpu;
    const auto calibrations = std::span(context.library.calibrations());
    const auto trace = traceOf(*query);
    if (!trace) return trace.error();
    const auto graph = workload::buildGraph(*query->model, query->graph, "/workload");
    if (!graph) return graph.error();
    std::vector<workload::Kernel> kernels;
    for (const auto& op : graph->operators)
        kernels.push_back(op.kernel);
    if (auto able = requireArithmetic(gpu, kernels, "/workload"); !able) return able.error();
    const auto predictor = gpu::kernelPredictor(kKernelMethod, gpu, calibrations);
    if (!predictor) return predictor.error();
    const auto costs = compose::runtimeCosts(gpu, calibrations);

    Estimate estimate;
    estimate.calibrations = calibrationsUsed(kKernelMethod, gpu, kernels, true, context.library);
    const Memory memory = planMemory(*query, costs);
    if (!(memory.blocks >= 1)) {
        estimate.valid = false;
        estimate.notes = {doesNotFit(*query, memory)};
        return estimate;
    }
    auto& scheduler = query->options.scheduler;
    const double longest = longestRequest(*query, *trace);
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.max_tokens = static_cast<std::int32_t>(std::min(longest, 1e9));
    scheduler.reserved_batch = scheduler.max_batch;

    const auto tables = serving::analyticTables({gpu, *query->model, query->graph, costs, calibrations,
                                                 *predictor, static_cast<double>(scheduler.max_batch),
                                                 longest, static_cast<double>(scheduler.token_budget)});
    if (!tables) return tables.error();
    serving::EngineTableOptions options;
    options.stages = scheduler.stages;
    options.hidden = query->model->value("hidden", 1.0);
    options.element_bytes = bytesOf(query->graph.activations);
    options.send_bytes_per_s = gpu.link_bytes_per_s;
    const serving::EngineTableTime time(tables->tables, options);
    std::vector<ServingAnswer> found;
    for (const double ratio : {1.0, tables->ratio_low, tables->ratio_high}) {
        auto answer = simulateOnce(*query, *trace, time, ratio, context, found.empty());
        if (!answer) return answer.error();
        found.push_back(*std::move(answer));
    }
    const std::array<ServingAnswer, 3> answers{std::move(found[0]), std::move(found[1]), std::move(found[2])};
    if (answers[0].totals.requests == 0) {
        estimate.valid = false;
    } else {
        writeServing(*query, answers, estimate);
    }
    addNotes(*query, answers[0], memory, estimate);
    return estimate;
}

} // namespace strata::methods
