// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu_methods.h"
#include "core/evaluate/methods/serving.h"
#include "core/evaluate/methods/serving_engine.h"
#include "core/evaluate/partial_estimates.h"
#include "core/exchange/traffic_trace.h"
#include "core/serving/closed_loop.h"

#include <algorithm>
#include <chrono>
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

/// Sums up requests, and of the run that is shown keeps what happened.
class Recorder final : public serving::Observer {
public:
    Recorder(ServingAnswer& answer, const serving::AloneTime* alone, PartialEstimates* partial)
        : answer_(answer), alone_(alone), partial_(partial) {}
    void finished(const serving::RequestRecord& record) override {
        answer_.summary.finished(record);
        if (!alone_) return;
        if (answer_.requests.size() < kServingRows) answer_.requests.push_back(record);
        answer_.lives.finished(record);
        answer_.parts.add(alone_->of(record));
        if (partial_ && answer_.summary.e2e.count() % kPartialEvery == 0) tellPartial();
    }
    void stage(const serving::StageRecord& record) override {
        if (alone_) answer_.timeline.add(record);
    }
    void batch(const serving::IterationRecord& record, std::span<const serving::BatchEntry> entries,
               const serving::RequestPool& requests) override {
        if (alone_) answer_.lives.batch(record, entries, requests);
    }

private:
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

std::unique_ptr<serving::Traffic> trafficOf(const ServingQuery& query,
                                            const std::vector<serving::Arrival>& trace) {
    if (!query.replay) {
        serving::TrafficOptions options = query.traffic;
        if (!trace.empty()) options.trace = std::make_shared<const std::vector<serving::Arrival>>(trace);
        const auto& arrivals = options.arrivals;
        if (arrivals.kind == serving::ArrivalProcess::Kind::Closed)
            return std::make_unique<serving::ClosedLoopTraffic>(options, arrivals.users, arrivals.think_s);
        return std::make_unique<serving::GeneratedTraffic>(options);
    }
    std::vector<serving::Arrival> kept = trace;
    if (query.traffic.requests > 0) kept.resize(std::min<std::size_t>(kept.size(), query.traffic.requests));
    const double end_s = query.traffic.duration_s;
    if (end_s > 0)
        std::erase_if(kept, [end_s](const serving::Arrival& arrival) { return arrival.time_s > end_s; });
    return std::make_unique<serving::ReplayTraffic>(std::move(kept));
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
                                   const ServingEngine& engine, double ratio, const Context& context,
                                   const serving::AloneTime* alone) {
    ServingAnswer answer{serving::Summary(query.level)};
    auto* partial = alone ? dynamic_cast<PartialEstimates*>(context.progress) : nullptr;
    Recorder recorder(answer, alone, partial);
    const auto traffic = trafficOf(query, trace);
    const serving::SpeculativeTime guessing(*engine.model, engine.draft.get(), query.options.speculation,
                                            engine.heads);
    const bool guesses = query.options.speculation.on();
    const ScaledTime time(guesses ? static_cast<const serving::StepTime&>(guessing) : *engine.model, ratio);
    const auto totals = serving::simulate(query.options, *traffic, time, recorder, context.stop,
                                          alone ? context.progress : nullptr);
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
    const ServingMemory memory = planServingMemory(*query, costs);
    if (!(memory.blocks >= 1)) {
        estimate.valid = false;
        estimate.notes = {servingMisfit(*query, memory)};
        return estimate;
    }
    auto& scheduler = query->options.scheduler;
    const double longest = longestRequest(*query, *trace);
    scheduler.blocks = static_cast<std::int32_t>(std::min(memory.blocks, 1e9));
    scheduler.max_tokens = static_cast<std::int32_t>(std::min(longest, 1e9));
    scheduler.reserved_batch = scheduler.max_batch;
    const auto engine = buildServingEngine(*query, memory, longest, {costs, calibrations, *predictor});
    if (!engine) return engine.error();
    // An engine cuts even a lonely prompt where its policy does.
    const bool chunks = scheduler.policy == "sarathi" || scheduler.policy == "vllm";
    const double chunk = scheduler.policy == "sarathi" ? scheduler.chunk_tokens : scheduler.token_budget;
    const serving::AloneTime alone(*engine->tables, engine->options, chunks ? chunk : longest);
    std::vector<ServingAnswer> found;
    for (const double ratio : {1.0, engine->ratio_low, engine->ratio_high}) {
        auto answer = simulateOnce(*query, *trace, *engine, ratio, context, found.empty() ? &alone : nullptr);
        if (!answer) return answer.error();
        found.push_back(*std::move(answer));
    }
    const std::array<ServingAnswer, 3> answers{std::move(found[0]), std::move(found[1]), std::move(found[2])};
    if (answers[0].totals.requests == 0) {
        estimate.valid = false;
    } else {
        writeServing(*query, answers, estimate);
    }
    addServingNotes(*query, answers[0], memory, estimate);
    return estimate;
}

} // namespace strata::methods
