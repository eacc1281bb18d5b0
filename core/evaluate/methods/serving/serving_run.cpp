// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_run.h"

#include "core/evaluate/engine/partial_estimates.h"
#include "core/serving/tables/scaled_time.h"
#include "core/serving/traffic/closed_loop.h"

#include <algorithm>
#include <chrono>

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

std::unique_ptr<serving::Traffic> trafficOf(const ServingLoad& load, const std::vector<serving::Arrival>& trace) {
    if (load.vidur) return std::make_unique<serving::ReplayTraffic>(serving::vidurTraffic(*load.vidur));
    if (!load.replay) {
        serving::TrafficOptions options = load.traffic;
        if (!trace.empty()) options.trace = std::make_shared<const std::vector<serving::Arrival>>(trace);
        if (load.sessions.on()) return std::make_unique<serving::SessionTraffic>(options, load.sessions);
        const auto& arrivals = options.arrivals;
        if (arrivals.kind == serving::ArrivalProcess::Kind::Closed)
            return std::make_unique<serving::ClosedLoopTraffic>(options, arrivals.users, arrivals.think_s);
        return std::make_unique<serving::GeneratedTraffic>(options);
    }
    std::vector<serving::Arrival> kept = trace;
    if (load.traffic.requests > 0) kept.resize(std::min<std::size_t>(kept.size(), load.traffic.requests));
    const double end_s = load.traffic.duration_s;
    if (end_s > 0) std::erase_if(kept, [end_s](const serving::Arrival& arrival) { return arrival.time_s > end_s; });
    return std::make_unique<serving::ReplayTraffic>(std::move(kept));
}

/// Iterations of one pool: the model's pass, guesses, what else it waits for.
class PoolTime {
public:
    PoolTime(const serving::Speculation& speculation, const ServingEngine& engine, double ratio)
        : guessing_(*engine.model, engine.draft.get(), speculation, engine.heads),
          extra_(speculation.on() ? static_cast<const serving::StepTime&>(guessing_) : *engine.model, engine.extra),
          time_(engine.extra.any() ? static_cast<const serving::StepTime&>(extra_)
                : speculation.on() ? static_cast<const serving::StepTime&>(guessing_)
                                   : *engine.model,
                ratio),
          energy_(engine.energy ? *engine.energy : *engine.model, engine.draft_energy.get(), speculation, {}) {}
    const serving::StepTime& time() const { return time_; }
    const serving::StepTime& energy() const { return energy_; }

private:
    serving::SpeculativeTime guessing_;
    serving::ExtraTime extra_;
    serving::ScaledTime time_;
    serving::SpeculativeTime energy_;
};

} // namespace

Result<ServingAnswer> simulateServing(const PreparedServing& prepared, const ServingLoad& load, double ratio,
                                      const Context& context, const serving::AloneTime* alone) {
    const ServingEngines& engines = prepared.engines;
    ServingAnswer answer{serving::Summary(load.level)};
    for (const Tenant& tenant : load.tenants)
        answer.tenants.emplace_back(tenant.level);
    auto* partial = alone ? dynamic_cast<PartialEstimates*>(context.progress) : nullptr;
    Recorder recorder(answer, alone, partial, prepared.options.scheduler.block_tokens);
    const auto traffic = trafficOf(load, prepared.trace);
    const PoolTime prompts(prepared.options.speculation, engines.prompts, ratio);
    const PoolTime decode(prepared.options.speculation, engines.decode ? *engines.decode : engines.prompts, ratio);
    serving::SimulationOptions options = prepared.options;
    options.seed = load.traffic.seed;
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
    const auto& scheduler = prepared.options.scheduler;
    const serving::PolicyTraits& policy = serving::traitsOf(scheduler.policy);
    if (policy.fills_chunks) return scheduler.chunk_tokens;
    return policy.keeps_caches ? scheduler.token_budget : prepared.longest;
}

} // namespace strata::methods
