// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_language.h"

#include "core/base/quantity.h"
#include "core/catalog/library.h"
#include "core/evaluate/calibration_use.h"
#include "core/evaluate/methods/edge/edge_methods.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

constexpr double kCoverage = 0.8;
constexpr std::string_view kCalibration = "edge-language";

const hardware::Calibration* calibrationOf(const Library& library) {
    const auto found = std::ranges::find(library.calibrations(), kCalibration, &hardware::Calibration::id);
    return found == library.calibrations().end() ? nullptr : &*found;
}

struct Range {
    double value = 0, low = 0, high = 0;
};

Range ranged(double seconds, const LanguageBand& band) {
    return {seconds, seconds * std::exp(std::min(0.0, band.p10)), seconds * std::exp(std::max(0.0, band.p90))};
}

Metric metricOf(std::string name, const Range& range) {
    return {std::move(name), range.value, range.low, range.high, kCoverage};
}

/// `amount` per time.
Metric rateOf(std::string name, double amount, const Range& time) {
    return {std::move(name), amount / time.value, amount / time.high, amount / time.low, kCoverage};
}

Metric exact(std::string name, double value) { return {std::move(name), value, value, value, 1.0}; }

Part phasePart(std::string id, Category category, const edge::LanguageTime& time) {
    Part root = makePart(std::move(id), category, time.total());
    Part products = makePart("products-of-weights", Category::Compute, time.products_s, {"formula.language-products"});
    products.combine = Combine::Overlap;
    products.children = {makePart("stream-of-weights", Category::Memory, time.weights_s, {"formula.language-weights"},
                                  {"source.edge-language"}),
                         makePart("arithmetic", Category::Compute, time.arithmetic_s, {"formula.language-arithmetic"},
                                  {"source.edge-language"})};
    root.children = {std::move(products), makePart("cache", Category::Memory, time.cache_s, {"formula.language-cache"},
                                                   {"source.edge-language"})};
    if (time.attention_s > 0)
        root.children.push_back(makePart("attention", Category::Compute, time.attention_s,
                                         {"formula.language-attention"}, {"source.edge-language"}));
    root.children.push_back(
        makePart("launch", Category::Launch, time.launch_s, {"formula.language-launch"}, {"source.edge-language"}));
    return root;
}

Part memoryPart(const LanguageQuery& query, double weights, double cache) {
    Part root = makePart("memory-of-one-device", Category::Total, weights + cache,
                         {"formula.engine-leaves", {{"available", Amount{query.soc.memory_bytes, "B"}}}});
    root.children = {makePart("weights", Category::Memory, weights), makePart("kv-cache", Category::Memory, cache)};
    return root;
}

Note doesNotFit(const LanguageQuery& query, double needed) {
    Note note{Note::Level::Warning, "over-memory", {"note.device-over-memory"}, "/workload"};
    note.text.arguments = {{"needed", Amount{needed, "B"}},
                           {"device", query.soc.name},
                           {"available", Amount{query.soc.memory_bytes, "B"}},
                           {"over", Amount{needed - query.soc.memory_bytes, "B"}}};
    note.fixes = {{"fix.shorter-or-larger"}};
    return note;
}

/// Weights by tensor: how they are stored and what a step reads of them.
Table tensorTable(const LanguageQuery& query) {
    Table table{"language_tensors", {"tensor", "parameters", "bits", "bytes", "share"}, {}};
    for (const edge::LanguageTensor& tensor : query.model.tensors)
        table.rows.push_back({tensor.role, tensor.parameters, 8 * tensor.bytes_per_value,
                              tensor.parameters * tensor.bytes_per_value, tensor.touched(query.batch)});
    return table;
}

std::vector<Note> notesOf(const LanguageQuery& query, const LanguageFactors& factors, const LanguageAnswer& answer) {
    std::vector<Note> notes;
    if (factors.of_device) {
        notes.push_back({Note::Level::Info,
                         "device-measured",
                         {"note.edge-same-device", {{"device", query.soc.name}}},
                         "/hardware"});
    } else if (factors.of_runtime) {
        notes.push_back({Note::Level::Extrapolation,
                         "device-not-measured",
                         {"note.language-left-out", {{"device", query.soc.name}, {"runtime", query.backend.name}}},
                         "/hardware"});
    } else {
        notes.push_back({Note::Level::Extrapolation,
                         "runtime-not-measured",
                         {"note.language-runtime-left-out", {{"runtime", query.backend.name}}},
                         "/plan/backend"});
    }
    if (answer.knows_prompt && factors.of_runtime && !factors.prompts_of_runtime)
        notes.push_back({Note::Level::Extrapolation,
                         "prompts-not-measured",
                         {"note.language-prompts-not-measured", {{"runtime", query.backend.name}}},
                         "/workload/prompt_tokens"});
    if (!answer.knows_prompt)
        notes.push_back(
            {Note::Level::Warning, "no-rates", {"note.language-no-rates", {{"device", query.soc.name}}}, "/hardware"});
    return notes;
}

void addMetrics(const LanguageQuery& query, const LanguageAnswer& answer, const LanguageFactors& factors,
                const hardware::Calibration& calibration, double memory_bytes, Estimate& estimate) {
    const double n = query.output_tokens, steps = n - 1;
    const Range prompt = ranged(answer.prompt.total(), languageBand(calibration, factors, query, "prompt"));
    const Range decode = ranged(answer.steps.total(), languageBand(calibration, factors, query, "step"));
    auto& metrics = estimate.metrics;
    if (answer.knows_prompt) metrics.push_back(metricOf("ttft_s", prompt));
    if (steps > 0)
        metrics.push_back(metricOf("tpot_s", {decode.value / steps, decode.low / steps, decode.high / steps}));
    const Range all{prompt.value + decode.value, prompt.low + decode.low, prompt.high + decode.high};
    const double tokens = query.batch * n;
    if (answer.knows_prompt) {
        metrics.push_back(metricOf("e2e_s", all));
        metrics.push_back(rateOf("tokens_per_s", tokens, all));
    } else if (steps > 0) {
        metrics.push_back(rateOf("tokens_per_s", query.batch * steps, decode));
    }
    metrics.push_back(exact("memory_bytes", memory_bytes));
    if (query.power_w > 0 && factors.power_share > 0 && answer.knows_prompt) {
        // Slow and hungry go together: a device that takes longer takes its power for longer.
        const LanguageBand band = languageBand(calibration, factors, query, "power");
        const double power = query.power_w * factors.power_share;
        const Range energy{all.value * power, all.low * power * std::exp(std::min(0.0, band.p10)),
                           all.high * power * std::exp(std::max(0.0, band.p90))};
        metrics.push_back(metricOf("energy_j", energy));
        metrics.push_back(
            metricOf("energy_per_token_j", {energy.value / tokens, energy.low / tokens, energy.high / tokens}));
    }
}

} // namespace

Result<Estimate> estimateLanguage(const Request& request, const Context& context) {
    const auto query = queryOf<LanguageQuery>(request, context.library, resolveLanguage);
    if (!query) return query.error();
    const hardware::Calibration* calibration = calibrationOf(context.library);
    if (calibration == nullptr)
        return Error{"not-modelled",
                     "",
                     {"error.library-has-no-calibration-language"},
                     {"accepted.file-strata-lab-calibrate-writes"},
                     {}};
    const LanguageFactors factors = languageFactors(*calibration, *query);
    const LanguageAnswer answer = answerOf(*query, factors);
    const double context_tokens =
        std::max(query->compiled_context, query->cached_tokens + query->prompt_tokens + query->output_tokens);
    // Runtimes of boards look embeddings up on the host (ggml-org/llama.cpp src/llama-model.cpp: the input layer).
    const double with_host =
        query->own_memory ? query->model.embedding_parameters * query->model.embedding_bytes_per_value : 0;
    const double weights = query->model.weightBytes() - with_host;
    const double cache = query->batch * query->model.cacheBytes(context_tokens, query->cache_bytes_per_value);
    Estimate estimate;
    estimate.calibrations.push_back(useOf(*calibration));
    if (query->soc.memory_bytes > 0 && weights + cache > query->soc.memory_bytes) {
        estimate.valid = false;
        estimate.notes = {doesNotFit(*query, weights + cache)};
        return estimate;
    }
    addMetrics(*query, answer, factors, *calibration, weights + cache, estimate);
    Part root = makePart("request", Category::Total, answer.prompt.total() + answer.steps.total());
    root.children = {phasePart("prefill", Category::Compute, answer.prompt),
                     phasePart("decode", Category::Memory, answer.steps)};
    if (answer.knows_prompt) {
        estimate.parts.emplace_back("ttft_s", phasePart("prefill", Category::Total, answer.prompt));
        estimate.parts.emplace_back("e2e_s", std::move(root));
    }
    estimate.parts.emplace_back("memory_bytes", memoryPart(*query, weights, cache));
    estimate.tables = {tensorTable(*query)};
    estimate.notes = notesOf(*query, factors, answer);
    return estimate;
}

} // namespace strata::methods
