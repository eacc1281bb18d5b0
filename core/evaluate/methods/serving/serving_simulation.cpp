// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_run.h"

#include "core/base/executor.h"
#include "core/base/quantity.h"
#include "core/evaluate/kinds/serving/engine_versions.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::methods {
namespace {

/// The run, those at the short and at the long end of an iteration's interval, and `beside`, side by side: each reads
/// what is prepared, so that their bits do not depend on it.
Result<std::array<ServingAnswer, 3>> threeRuns(const PreparedServing& prepared, const Context& context,
                                               const serving::AloneTime& alone, const std::function<void()>& beside) {
    const ServingEngine& engine = prepared.engines.prompts;
    std::array<std::optional<Result<ServingAnswer>>, 3> runs;
    const std::array ratios{1.0, engine.ratio_low, engine.ratio_high};
    // A fourth part looks at what the request leaves open.
    runParts(context.executor, runs.size() + 1, [&](std::size_t i) {
        if (i == runs.size()) return beside();
        runs[i].emplace(simulateServing(prepared, prepared.query.load, ratios[i], context, i == 0 ? &alone : nullptr));
    });
    for (const auto& answer : runs)
        if (!*answer) return answer->error();
    return std::array{*std::move(*runs[0]), *std::move(*runs[1]), *std::move(*runs[2])};
}

/// The neighbour's latency by itself and beside the model; its steps are as uncertain as the model's own.
void addNeighbour(const ServingEngine& engine, Estimate& estimate) {
    if (engine.neighbour_s <= 0) return;
    const auto add = [&](const char* name, double seconds) {
        estimate.metrics.push_back({name, seconds, seconds * std::min(1.0, engine.ratio_low),
                                    seconds * std::max(1.0, engine.ratio_high), 0.8});
    };
    add("neighbour_alone_tpot_s", engine.neighbour_s);
    add("neighbour_tpot_s", engine.neighbour_s * engine.neighbour_slowdown);
}

/// The run by another range of the engine's versions, where the request leaves that open; nothing but its metrics.
void runOtherVersion(const Json& request, const GpuQuery& device, const Context& context, Estimate& answered) {
    const auto other = withOtherVersion(request, device, context.library);
    if (!other) return;
    const auto prepared = prepareServing(resolveServing(*other, context.library), context);
    if (!prepared || prepared->misfit) return;
    const auto run = simulateServing(*prepared, prepared->query.load, 1, context, nullptr);
    if (!run || run->totals.requests == 0) return;
    answered.valid = true;
    writeServing(*prepared, {*run, *run, *run}, context.library, answered);
}

/// A model has no position for what comes after its longest text. Engines refuse such requests.
std::optional<Note> beyondContext(const PreparedServing& prepared, const ServingAnswer& answer, bool& mostly) {
    const double context = prepared.query.model.document->value("max_seq", 0.0);
    const double requests = static_cast<double>(answer.totals.requests);
    if (context <= 0 || prepared.longest <= context || prepared.options.scheduler.vidur_compatible) return std::nullopt;
    const double mean =
        requests > 0 ? static_cast<double>(answer.summary.prompt_tokens + answer.summary.output_tokens) / requests
                     : prepared.longest;
    mostly = mean > context;
    Message text{mostly ? "note.mean-beyond-context" : "note.longest-beyond-context",
                 {{"tokens", std::round(mostly ? mean : prepared.longest)}, {"context", context}}};
    return Note{
        Note::Level::Warning, "beyond-context", std::move(text), "/workload/traffic/lengths", {{"fix.within-context"}}};
}

/// Iterations are not all that first tokens wait for: how far measured ones were off holds where these tell of less.
void widenFirstTokens(const compose::Interval& ratios, Estimate& estimate) {
    for (Metric& metric : estimate.metrics) {
        if (!metric.name.starts_with("ttft_")) continue;
        metric.low = std::min(metric.low, metric.value * ratios.low);
        metric.high = std::max(metric.high, metric.value * ratios.high);
    }
}

} // namespace

Result<Estimate> estimateServing(const Request& request, const Context& context) {
    const auto prepared = prepareServing(queryOf<ServingQuery>(request, context.library, resolveServing), context);
    if (!prepared) return prepared.error();
    Estimate estimate;
    estimate.calibrations = prepared->calibrations;
    if (prepared->misfit) {
        estimate.valid = false;
        estimate.notes = {*prepared->misfit};
        return estimate;
    }
    const ServingQuery& query = prepared->query;
    const ServingEngine& prompts = prepared->engines.prompts;
    const auto& decode = prepared->engines.decode;
    serving::AloneTime alone(*prompts.tables, prompts.options, loneChunk(*prepared), prompts.alone);
    const ServingEngine& decodes = decode ? *decode : prompts;
    serving::AloneTime decoding(*decodes.tables, decodes.options, loneChunk(*prepared), decodes.alone);
    const auto& speculation = query.speculative.speculation;
    const serving::SpeculativeTime guessing(decodes.alone ? *decodes.alone : *decodes.model, decodes.draft.get(),
                                            speculation, decodes.heads);
    if (speculation.on()) decoding.guessBy(guessing, speculation, query.load.traffic.seed);
    alone.decodeBy(decoding);
    Estimate other;
    other.valid = false;
    auto runs = threeRuns(*prepared, context, alone,
                          [&] { runOtherVersion(*request.document, query.hardware.device, context, other); });
    if (!runs) return runs.error();
    std::array<ServingAnswer, 3>& answers = *runs;
    addEnergy(*prepared, answers[0]);
    if (answers[0].totals.requests == 0) {
        estimate.valid = false;
    } else {
        writeServing(*prepared, answers, context.library, estimate);
        addNeighbour(prompts, estimate);
        if (!prepared->options.scheduler.vidur_compatible) widenFirstTokens(prompts.first_tokens, estimate);
    }
    holdToo(other, estimate);
    addServingNotes(*prepared, answers[0], estimate);
    addLayerNotes(prepared->below, estimate);
    if (auto note = engineNote(query.hardware.device, context.library)) estimate.notes.push_back(*std::move(note));
    // What a few that end tell is not what the others wait for.
    if (answers[0].totals.unfinished > answers[0].totals.requests) estimate.valid = false;
    bool mostly = false;
    if (auto note = beyondContext(*prepared, answers[0], mostly)) {
        estimate.notes.push_back(*std::move(note));
        if (mostly) estimate.valid = false;
    }
    return estimate;
}

} // namespace strata::methods
