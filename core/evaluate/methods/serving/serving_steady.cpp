// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/normal.h"
#include "core/base/quantity.h"
#include "core/evaluate/kinds/serving/engine_versions.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/serving.h"
#include "core/evaluate/resolve.h"
#include "core/serving/steady_state.h"
#include "core/serving/tables/analytic_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::methods {
namespace {

using serving::ArrivalProcess;
using serving::LengthDistribution;
using serving::SteadyState;

constexpr double kCoverage = 0.8;

Error cannot(std::string pointer, Message text, Message expected) {
    return {"not-supported", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// What the closed forms know of a plan; anything else would be left out without a word.
Result<void> check(const Json& request, const ServingQuery& query) {
    constexpr std::array kKnown{"tp",  "pp",        "replicas",        "router",   "scheduler",          "prefix_cache",
                                "slo", "request_s", "operator_tables", "capacity", "device_price_per_h", "methods"};
    const Json plan = request.value("plan", Json::object());
    for (const auto& [key, value] : plan.items()) {
        if (std::find(kKnown.begin(), kKnown.end(), key) == kKnown.end())
            return cannot("/plan/" + key, {"error.closed-forms-do-not-know", {{"key", key}}},
                          {"accepted.method-serving-simulation"});
    }
    const auto& scheduler = query.pools.prompts.scheduler;
    if (!serving::traitsOf(scheduler.policy).mixes_chunks_in_order) {
        return cannot(
            "/plan/scheduler/policy", {"error.closed-forms-hold-for-iterations-mix", {{"policy", scheduler.policy}}},
            {"accepted.or-method-serving-simulation",
             {{"mixes_chunks_in_order", serving::policiesThat(&serving::PolicyTraits::mixes_chunks_in_order)}}});
    }
    if (scheduler.stages > 1)
        return cannot("/plan/pp", {"error.closed-forms-know-no-pipeline"}, {"accepted.1-or-method-serving-simulation"});
    if (query.load.vidur) {
        return cannot("/workload/traffic/vidur", {"error.closed-forms-know-traffic-by-rate"},
                      {"accepted.traffic-lengths-or-method-serving-simulation"});
    }
    if (!query.load.trace.empty()) {
        return cannot("/workload/traffic/trace", {"error.closed-forms-know-traffic-by-rate"},
                      {"accepted.generated-traffic-or-method-serving-simulation"});
    }
    return {};
}

struct Moments {
    double mean = 0, sigma = 0;
};

/// Of the lengths that GeneratedTraffic draws.
Moments momentsOf(const LengthDistribution& lengths) {
    const double low = lengths.minimum, high = lengths.maximum;
    switch (lengths.kind) {
    case LengthDistribution::Kind::Uniform: return {(low + high) / 2, (high - low) / std::sqrt(12.0)};
    case LengthDistribution::Kind::Zipf: {
        // Moments of x^-theta over ranks 1 ... items.
        const double items = high - low + 1, t = lengths.theta;
        const auto moment = [&](double k) {
            return (std::pow(items, k + 1 - t) - 1) / (k + 1 - t) + 0.5 * (1 + std::pow(items, k - t));
        };
        const double mean = moment(1) / moment(0), square = moment(2) / moment(0);
        return {low + mean - 1, std::sqrt(std::max(0.0, square - mean * mean))};
    }
    case LengthDistribution::Kind::LogNormal: {
        // What the bounds cut off is found by sums over equally likely values.
        constexpr int kValues = 64;
        const double variance = std::log1p(lengths.cv * lengths.cv), spread = std::sqrt(variance);
        double sum = 0, squares = 0;
        for (int i = 0; i < kValues; ++i) {
            // Tocher's logistic approximation of the normal quantile.
            const double p = (i + 0.5) / kValues, z = std::log(p / (1 - p)) / 1.702;
            const double x = std::clamp(lengths.tokens * std::exp(spread * z - variance / 2), low, high);
            sum += x;
            squares += x * x;
        }
        const double mean = sum / kValues;
        return {mean, std::sqrt(std::max(0.0, squares / kValues - mean * mean))};
    }
    case LengthDistribution::Kind::Fixed:
    case LengthDistribution::Kind::Trace: break;
    }
    return {std::max(1.0, std::round(lengths.tokens)), 0};
}

double longestOf(const LengthDistribution& lengths) {
    return lengths.kind == LengthDistribution::Kind::Fixed ? lengths.tokens : lengths.maximum;
}

serving::SteadyLoad loadOf(const ServingQuery& query, const RequestWay& way) {
    const auto& traffic = query.load.traffic;
    const double replicas = query.pools.prompts.replicas;
    const Moments prompt = momentsOf(traffic.prompt), output = momentsOf(traffic.output);
    serving::SteadyLoad load;
    load.prompt = prompt.mean;
    load.prompt_sigma = prompt.sigma;
    load.output = output.mean;
    load.output_sigma = output.sigma;
    load.requests = static_cast<double>(traffic.requests) / replicas;
    if (traffic.requests == 0) load.requests = traffic.duration_s * traffic.arrivals.rate_per_s / replicas;
    load.rate_per_s = traffic.arrivals.rate_per_s / replicas;
    load.cv = 1;
    load.way_s = way.request_s + way.per_token_s * load.prompt;
    // Every replica gets each replicas-th request of an even deal: gaps add up.
    const double dealt = query.fleet.router == "random" ? 1 : replicas;
    switch (traffic.arrivals.kind) {
    case ArrivalProcess::Kind::Poisson: load.cv = 1 / std::sqrt(dealt); break;
    case ArrivalProcess::Kind::Gamma: load.cv = traffic.arrivals.cv / std::sqrt(dealt); break;
    case ArrivalProcess::Kind::Even: load.cv = 0; break;
    case ArrivalProcess::Kind::Static: load.rate_per_s = std::numeric_limits<double>::infinity(); break;
    case ArrivalProcess::Kind::Closed:
        load.users = traffic.arrivals.users / replicas;
        load.think_s = traffic.arrivals.think_s;
        break;
    }
    return load;
}

/// One number of the three states: as it is, and with iterations at the ends of their interval. `alignment_s` more or
/// less: where an arrival falls into an iteration is known in the mean alone.
template <class Take>
Metric metricOf(std::string name, const std::array<SteadyState, 3>& states, Take take, double below = 0,
                double above = 0) {
    const double value = take(states[0]), a = take(states[1]), b = take(states[2]);
    return {std::move(name), value, std::max(0.0, std::min({value, a, b}) - below), std::max({value, a, b}) + above,
            kCoverage};
}

void addMetrics(const ServingQuery& query, const serving::SteadyLoad& load, const std::array<SteadyState, 3>& states,
                Estimate& estimate) {
    const SteadyState& mean = states[0];
    const double replicas = query.pools.prompts.replicas;
    // An iteration earlier or later, and the slots' wait between none and twice.
    const double early = std::max(0.0, mean.ttft_s() - mean.alone_s) / 2;
    const double late = mean.queueing_s + mean.busy * mean.tpot_s + (mean.burst - 1) * mean.decode_s;
    auto& metrics = estimate.metrics;
    metrics.push_back(metricOf(
        "e2e_s", states, [](const SteadyState& s) { return s.e2e_s(); }, early, late));
    metrics.push_back(metricOf(
        "ttft_s", states, [](const SteadyState& s) { return s.ttft_s(); }, early, late));
    // The factor of bursts is of first order: as much again may be missing.
    metrics.push_back(metricOf(
        "tpot_s", states, [](const SteadyState& s) { return s.tpot_s; }, 0, (mean.burst - 1) * mean.tpot_s));
    metrics.push_back(metricOf(
        "queueing_s", states, [](const SteadyState& s) { return s.queueing_s; }, mean.queueing_s / 2, late));
    // The last of `requests` still takes its time when it has come; how long they take to come varies.
    const auto served = [&](const SteadyState& s) {
        if (load.requests <= 0 || s.saturated) return replicas * s.rate_per_s;
        return replicas * load.requests / (load.requests / s.rate_per_s + s.e2e_s());
    };
    const double spread = load.requests > 0 && load.users <= 0
                              ? kNormal90 * load.cv / std::sqrt(replicas * load.requests) * served(mean)
                              : 0;
    metrics.push_back(metricOf(
        "tokens_per_s", states, [&](const SteadyState& s) { return served(s) * load.output; }, spread * load.output,
        spread * load.output));
    metrics.push_back(metricOf("requests_per_s", states, served, spread, spread));
    metrics.push_back(
        metricOf("saturation_per_s", states, [&](const SteadyState& s) { return replicas * s.saturation_per_s; }));
    metrics.push_back(metricOf("running", states, [](const SteadyState& s) { return s.running; }));
    metrics.push_back(metricOf("busy", states, [](const SteadyState& s) { return s.busy; }));
}

Part partsOf(const SteadyState& state, double output) {
    Part root = makePart("mean-request", Category::Total, state.e2e_s());
    const double steps_s = (output - 1) * state.decode_step_s;
    root.children = {
        makePart("queueing", Category::Queueing, state.queueing_s, {"formula.until-free-slot"}),
        makePart("prefill", Category::Compute, state.prefill_s, {"formula.up-to-first-token"}),
        makePart("decode", Category::Memory, steps_s, {"formula.after-first-token"}),
        makePart("prompts-of-others", Category::Queueing, state.decode_s - steps_s, {"formula.prompts-of-others"}),
    };
    if (state.way_s > 0) {
        root.children.push_back(makePart("way", Category::Launch, state.way_s, {"formula.way"}));
    }
    return root;
}

std::vector<Note> notesOf(const ServingQuery& query, const SteadyState& state, const ServingMemory& memory) {
    std::vector<Note> notes;
    notes.push_back({Note::Level::Info, "steady-state", {"note.steady-state"}, ""});
    notes.push_back(cacheNote(memory.blocks, query.pools.prompts.scheduler.block_tokens, memory.available_bytes));
    if (state.saturated) {
        Message text{"note.saturated",
                     {{"rate", Amount{query.pools.prompts.replicas * state.saturation_per_s, "1/s"}}}};
        notes.push_back(
            {Note::Level::Warning, "saturated", std::move(text), "/workload/traffic/arrivals", {{"fix.lower-rate"}}});
    }
    return notes;
}

Result<std::vector<workload::Kernel>> promptKernels(const ServingQuery& query) {
    const auto graph = workload::buildGraph(*query.model.document, query.pools.prompts.graph, "/workload/model");
    if (!graph) return graph.error();
    std::vector<workload::Kernel> kernels;
    for (const auto& op : graph->operators)
        kernels.push_back(op.kernel);
    if (auto able = requireArithmetic(query.hardware.device.gpu, kernels, "/workload"); !able) return able.error();
    return kernels;
}

/// Tokens of one iteration at most, as its policy fills it.
double tokenBudget(const serving::SchedulerOptions& scheduler) {
    return serving::traitsOf(scheduler.policy).fills_chunks ? scheduler.chunk_tokens : scheduler.token_budget;
}

/// Iteration times of a replica: from kernels, or from tables that the plan names.
struct SteadyTimes {
    serving::AnalyticTables tables;
    std::optional<ImportedTimes> imported;
};

Result<SteadyTimes> steadyTimes(const ServingQuery& query, const LowerLayers& below, const compose::RuntimeCosts& costs,
                                double longest, std::span<const hardware::Calibration> calibrations) {
    const ServingPool& pool = query.pools.prompts;
    if (!query.tables.path.empty()) {
        auto imported = importedTimes(query, pool, costs, calibrations);
        if (!imported) return imported.error();
        SteadyTimes times{imported->tables, {}};
        times.imported = *std::move(imported);
        return times;
    }
    serving::AnalyticInput input{query.hardware.device.gpu,
                                 *query.model.document,
                                 pool.graph,
                                 costs,
                                 calibrations,
                                 below.predict,
                                 static_cast<double>(pool.scheduler.max_batch),
                                 longest,
                                 tokenBudget(pool.scheduler)};
    input.all_reduce = tensorReduce(below, pool.graph.tensor_parallel);
    auto tables = serving::analyticTables(input);
    if (!tables) return tables.error();
    return SteadyTimes{*std::move(tables), {}};
}

/// The state with iterations as they are expected, and at both ends of their interval.
std::array<SteadyState, 3> statesOf(const ServingQuery& query, const serving::SteadyLoad& load,
                                    const ServingMemory& memory, const SteadyTimes& times) {
    const ServingPool& pool = query.pools.prompts;
    const auto& scheduler = pool.scheduler;
    serving::EngineTableOptions options;
    options.hidden = query.model.document->value("hidden", 1.0);
    options.element_bytes = bytesOf(pool.graph.activations);
    const serving::EngineTableTime tabulated(times.tables.tables, options);
    const bool given = times.imported && times.imported->time;
    const serving::StepTime& time = given ? static_cast<const serving::StepTime&>(*times.imported->time) : tabulated;
    const serving::SteadyLimits limits{static_cast<double>(scheduler.max_batch), tokenBudget(scheduler),
                                       memory.blocks * scheduler.block_tokens,
                                       memory.state_blocks * scheduler.block_tokens, scheduler.ahead};
    return {serving::steadyState(load, limits, time), serving::steadyState(load, limits, time, times.tables.ratio_low),
            serving::steadyState(load, limits, time, times.tables.ratio_high)};
}

Result<Estimate> steadyStateOf(const Json& document, Result<ServingQuery> query, const Context& context) {
    if (!query) return query.error();
    if (auto able = check(document, *query); !able) return able.error();
    const hardware::Gpu& gpu = query->hardware.device.gpu;
    const auto calibrations = std::span(context.library.calibrations());
    const auto kernels = promptKernels(*query);
    if (!kernels) return kernels.error();
    const auto& cluster = query->hardware.cluster;
    const auto below = lowerLayers(query->methods, gpu, cluster ? &*cluster : nullptr, context);
    if (!below) return below.error();
    auto costs = compose::runtimeCosts(gpu, calibrations);
    costs.hides_host = query->pools.prompts.scheduler.ahead;
    const auto& scheduler = query->pools.prompts.scheduler;
    const ServingMemory memory = planServingMemory(*query, query->pools.prompts, costs); // as the simulation plans it

    Estimate estimate;
    estimate.calibrations = calibrationsUsed(below->kernels, gpu, *kernels, true, context.library);
    const double longest = longestOf(query->load.traffic.prompt) + longestOf(query->load.traffic.output);
    const double state_tokens = memory.state_blocks * scheduler.block_tokens;
    if (!(memory.blocks * scheduler.block_tokens >= longest + state_tokens)) {
        estimate.valid = false;
        estimate.notes = {servingMisfit(*query, memory)};
        return estimate;
    }
    const auto times = steadyTimes(*query, *below, costs, longest, calibrations);
    if (!times) return times.error();
    if (times->imported) estimate.calibrations = {importedUse(times->imported->facts, calibrations)};
    if (auto failure = below->failure()) return *std::move(failure);
    const auto load = loadOf(*query, wayOf(*query, costs));
    const std::array<SteadyState, 3> states = statesOf(*query, load, memory, *times);
    addMetrics(*query, load, states, estimate);
    estimate.parts.emplace_back("e2e_s", partsOf(states[0], load.output));
    estimate.notes = notesOf(*query, states[0], memory);
    if (times->imported) estimate.notes.push_back(importedNote(times->imported->facts));
    addLayerNotes(*below, estimate);
    if (auto note = engineNote(query->hardware.device, context.library)) estimate.notes.push_back(*std::move(note));
    if (const auto other = withOtherVersion(document, query->hardware.device, context.library)) {
        if (const auto answer = steadyStateOf(*other, resolveServing(*other, context.library), context))
            holdToo(*answer, estimate);
    }
    return estimate;
}

} // namespace

Result<Estimate> estimateSteadyState(const Request& request, const Context& context) {
    return steadyStateOf(*request.document, queryOf<ServingQuery>(request, context.library, resolveServing), context);
}

} // namespace strata::methods
