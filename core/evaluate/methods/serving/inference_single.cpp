// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/kinds/serving/engine_versions.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/lower/lower_layers.h"
#include "core/evaluate/methods/serving/inference.h"
#include "core/evaluate/resolve.h"
#include "core/gpu/power/power.h"
#include "core/gpu/power/served_power.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

constexpr double kCoverage = 0.8;

Metric ranged(std::string name, double value, const compose::Interval& range) {
    return {std::move(name), value, std::min(value, range.low), std::max(value, range.high), kCoverage};
}

compose::Interval scaled(const compose::Interval& range, double factor) {
    return {range.low * factor, range.high * factor};
}

/// Of a rate that is `amount` per time.
compose::Interval rates(double amount, const compose::Interval& range) {
    return {range.high > 0 ? amount / range.high : 0, range.low > 0 ? amount / range.low : 0};
}

void addMetrics(const InferenceQuery& query, const serving::SingleTime& time, double memory_bytes, double largest_batch,
                const Library& library, Estimate& estimate) {
    auto& metrics = estimate.metrics;
    const double n = query.output_tokens, ranks = query.plan.ranks();
    const compose::Interval e2e{time.ttft.low + time.decode_interval.low, time.ttft.high + time.decode_interval.high};
    metrics.push_back(ranged("ttft_s", time.ttft_s, time.ttft));
    if (n > 1) metrics.push_back(ranged("tpot_s", time.decode_s / (n - 1), scaled(time.decode_interval, 1 / (n - 1))));
    metrics.push_back(ranged("e2e_s", time.e2e_s(), e2e));
    const double tokens = query.batch * n;
    metrics.push_back(ranged("tokens_per_s", tokens / time.e2e_s(), rates(tokens, e2e)));
    metrics.push_back(ranged("tokens_per_s_per_device", tokens / time.e2e_s() / ranks, rates(tokens / ranks, e2e)));
    metrics.push_back(exactMetric("memory_bytes", memory_bytes));
    metrics.push_back(exactMetric("largest_batch", largest_batch));
    metrics.push_back(exactMetric("devices", ranks));
    if (time.energy_j > 0) {
        const gpu::ResidualBand band =
            gpu::energyBand(gpu::servedPowerBand(query.device.gpu, library.calibrations()),
                            std::log(e2e.low / time.e2e_s()), std::log(e2e.high / time.e2e_s()));
        const double low = std::exp(static_cast<double>(band.p10)), high = std::exp(static_cast<double>(band.p90));
        metrics.push_back(ranged("energy_j", time.energy_j, {time.energy_j * low, time.energy_j * high}));
        metrics.push_back(ranged("energy_per_token_j", time.energy_j / tokens,
                                 {time.energy_j / tokens * low, time.energy_j / tokens * high}));
    }
}

/// Everything that stays the same while the plan and the batch vary.
class Answerer {
public:
    Answerer(const InferenceQuery& query, const Context& context, const LowerLayers& below)
        : query_(query), context_(context), below_(below),
          costs_(compose::runtimeCosts(query.device.gpu, context.library.calibrations())) {}

    const compose::RuntimeCosts& costs() const { return costs_; }

    Result<serving::RankLinks> links() const {
        return serving::RankLinks::make(query_.device.gpu, costs_, query_.cluster ? &*query_.cluster : nullptr,
                                        context_.library.calibrations(), query_.plan, below_.collectives);
    }

    serving::SingleInput input(const InferenceQuery& query, const serving::RankLinks& links) const {
        return {query.device.gpu,
                *query.model,
                query.graph,
                costs_,
                context_.library.calibrations(),
                below_.predict,
                links,
                query.plan,
                query.batch,
                query.prompt_tokens,
                query.output_tokens,
                query.token_budget};
    }

    /// Whether it fits once `change` is made.
    template <class Change>
    bool fitsWith(const serving::RankLinks& links, Change change) const {
        InferenceQuery changed = query_;
        change(changed);
        const auto demand = serving::singleMemory(input(changed, links));
        return demand && compose::fitMemory(changed.device.gpu, costs_, *demand).fits;
    }

private:
    const InferenceQuery& query_;
    const Context& context_;
    const LowerLayers& below_;
    compose::RuntimeCosts costs_;
};

/// Bounded by what one request more takes beside what is there without any; large batches need more room for
/// activations as well.
double largestBatch(const InferenceQuery& query, const workload::MemoryDemand& demand, const Answerer& answerer,
                    const serving::RankLinks& links) {
    workload::MemoryDemand without = demand;
    without.kv_cache_bytes = without.state_bytes = 0;
    const auto fit = compose::fitMemory(query.device.gpu, answerer.costs(), without);
    const double groups = query.plan.attentionGroups();
    const double each = (demand.kv_cache_bytes + demand.state_bytes) / std::ceil(query.batch / groups);
    if (!(each > 0) || fit.needed_bytes > fit.available_bytes) return 0;
    const auto fits = [&](double batch) {
        return answerer.fitsWith(links, [batch](InferenceQuery& inference_query) { inference_query.batch = batch; });
    };
    double above = groups * std::floor((fit.available_bytes - fit.needed_bytes) / each);
    if (above < 1 || fits(above)) return above;
    double below = 0;
    while (above - below > 1) {
        const double middle = std::floor((below + above) / 2);
        (fits(middle) ? below : above) = middle;
    }
    return below;
}

Note doesNotFit(const InferenceQuery& query, const Answerer& answerer, const serving::RankLinks& links,
                const compose::MemoryFit& fit, double largest_batch) {
    Note note{Note::Level::Warning, "over-memory", {"note.device-over-memory"}, "/workload"};
    note.text.arguments = {{"needed", Amount{fit.needed_bytes, "B"}},
                           {"device", query.device.gpu.name},
                           {"available", Amount{fit.available_bytes, "B"}},
                           {"over", Amount{fit.overBytes(), "B"}}};
    const auto suggest = [&note](Message fix) { note.fixes.push_back(std::move(fix)); };
    if (largest_batch >= 1) suggest({"fix.batch", {{"batch", largest_batch}}});
    for (const NumberType type : {NumberType::Fp8, NumberType::Int4}) {
        if (bytesOf(type) >= bytesOf(query.graph.weights)) continue;
        if (!answerer.fitsWith(links, [&](InferenceQuery& inference_query) { inference_query.graph.weights = type; }))
            continue;
        suggest({"fix.weights", {{"type", name(type)}}});
        break;
    }
    // The experts' width in the document is that of the plan's own ranks.
    for (double ranks = 2 * query.plan.tp; ranks <= 64 && query.plan.ep <= 1; ranks *= 2) {
        if (!answerer.fitsWith(links,
                               [&](InferenceQuery& tried) { tried.plan.tp = tried.graph.tensor_parallel = ranks; }))
            continue;
        suggest({"fix.tp", {{"ranks", ranks}}});
        break;
    }
    if (note.fixes.empty()) suggest({"fix.shorter-or-larger"});
    return note;
}

std::vector<Note> notesOf(const InferenceQuery& query, const serving::SingleTime& time) {
    std::vector<Note> notes;
    if (!time.decode.empty()) {
        double communication = 0, seconds = 0;
        for (const auto& pass : time.decode) {
            communication += pass.count * (pass.time.communication_s + pass.send_s);
            seconds += pass.count * pass.seconds();
        }
        if (communication > 0.3 * seconds) {
            Message text{"note.communication", {{"share", Amount{communication / seconds, "1"}}}};
            notes.push_back({Note::Level::Info, "communication", std::move(text), "/plan/tp"});
        }
    }
    if (query.plan.stages > 1 && query.batch < query.plan.stages) {
        Message text{"note.idle-stages", {{"stages", query.plan.stages}, {"requests", query.batch}}};
        notes.push_back({Note::Level::Info, "idle-stages", std::move(text), "/plan/pp"});
    }
    return notes;
}

Result<Estimate> singleOf(const Json& document, const Result<InferenceQuery>& query, const Context& context) {
    if (!query) return query.error();
    const hardware::Gpu& gpu = query->device.gpu;
    const auto graph = workload::buildGraph(*query->model, query->graph, "/workload/model");
    if (!graph) return graph.error();
    std::vector<workload::Kernel> kernels;
    for (const auto& op : graph->operators)
        kernels.push_back(op.kernel);
    if (auto able = requireArithmetic(gpu, kernels, "/workload"); !able) return able.error();
    const auto below = lowerLayers(query->methods, gpu, query->cluster ? &*query->cluster : nullptr, context);
    if (!below) return below.error();
    const Answerer answerer(*query, context, *below);
    const auto links = answerer.links();
    if (!links) return links.error();
    const auto input = answerer.input(*query, *links);
    const auto demand = serving::singleMemory(input);
    if (!demand) return demand.error();

    Estimate estimate;
    estimate.calibrations = calibrationsUsed(below->kernels, gpu, kernels, true, context.library);
    const auto fit = compose::fitMemory(gpu, answerer.costs(), *demand);
    const double largest = largestBatch(*query, *demand, answerer, *links);
    if (!fit.fits) {
        estimate.valid = false;
        estimate.notes = {doesNotFit(*query, answerer, *links, fit, largest)};
        return estimate;
    }
    const auto time = serving::singleTime(input);
    if (!time) return time.error();
    if (auto failure = below->failure()) return *std::move(failure);
    addMetrics(*query, *time, demand->total(), largest, context.library, estimate);
    estimate.parts.emplace_back("e2e_s", singleParts(*time));
    estimate.parts.emplace_back("ttft_s", prefillParts(*time));
    estimate.parts.emplace_back("memory_bytes", singleMemoryParts(*demand, fit));
    estimate.tables = {iterationTable(*time)};
    estimate.notes = notesOf(*query, *time);
    addLayerNotes(*below, estimate);
    if (auto note = engineNote(query->device, context.library)) estimate.notes.push_back(*std::move(note));
    if (const auto other = withOtherVersion(document, query->device, context.library)) {
        if (const auto answer = singleOf(*other, resolveInference(*other, context.library), context))
            holdToo(*answer, estimate);
    }
    return estimate;
}

} // namespace

Result<Estimate> estimateSingle(const Request& request, const Context& context) {
    const auto query = queryOf<InferenceQuery>(request, context.library, resolveInference);
    return singleOf(*request.document, query, context);
}

} // namespace strata::methods
