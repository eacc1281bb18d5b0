// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_mlperf.h"

#include "core/assess/own_tools.h"
#include "core/base/message_text.h"
#include "core/base/number_type.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr double kSamplesOfQuery = 8;   // MultiStream
constexpr std::size_t kMostReasons = 3; // that an error names
constexpr double kMostOfPass = 1e9;     // samples of a pass, tokens of a text

using Reason = std::pair<Message, std::size_t>;

Error refusal(const char* id, std::string_view word = {}) {
    return {"not-modelled", {}, {id, {{"word", word}}}, {}, {}};
}

/// The option of the command line that states what a result is left out for; empty: none does.
std::string_view optionFor(const Message& reason) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOptions{
        {{"note.mlperf-batch", "--batch"},
         {"note.mlperf-sequence", "--sequence"},
         {"note.mlperf-no-format", "--weights"},
         {"note.mlperf-runtime", "--engine"}}};
    const auto found =
        std::ranges::find(kOptions, std::string_view(reason.id), [](const auto& option) { return option.first; });
    return found == kOptions.end() ? std::string_view() : found->second;
}

Message leftOut(const Message& reason, std::size_t count, bool names_options) {
    const std::string_view option = names_options ? optionFor(reason) : std::string_view();
    if (option.empty()) return {"note.mlperf-left-out", {{"count", count}, {"reason", reason}}};
    return {"note.mlperf-left-out-option", {{"count", count}, {"reason", reason}, {"option", option}}};
}

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// The entry of that name, with or without its vendor before it.
const Entry* entryNamed(const Library& library, const std::string& name) {
    if (const Entry* entry = library.find(name)) return entry;
    const std::size_t space = name.find(' ');
    if (space == std::string::npos) return nullptr;
    const Entry* entry = library.find(name.substr(space + 1));
    if (entry == nullptr) return nullptr;
    const std::string vendor = lowered(entry->document->value("vendor", std::string()));
    return vendor == lowered(name.substr(0, space)) ? entry : nullptr;
}

/// The first engine of the catalog that a text such as "TensorRT 9.0.0, CUDA 12.2" names.
std::string engineIn(std::string_view software, const Library& library) {
    constexpr std::string_view kBetween = " ,;:()/\t";
    while (!software.empty()) {
        const std::size_t end = std::min(software.find_first_of(kBetween), software.size());
        const std::string word(software.substr(0, end));
        const hardware::Engine* engine = library.findEngine(word);
        if (engine == nullptr) engine = library.findEngine(engineNamed(word));
        if (engine != nullptr) return engine->id;
        software.remove_prefix(std::min(end + 1, software.size()));
    }
    return {};
}

/// Samples of one pass; the reason where nobody can tell.
Result<double> samplesOf(const exchange::MlperfResult& result, const MlperfPass& pass, bool text) {
    if (result.scenario == "Offline") {
        if (result.unit != "Samples/s") return refusal("note.mlperf-unit", result.unit);
        if (!(pass.batch >= 1)) return refusal("note.mlperf-batch", result.model);
        if (pass.batch > kMostOfPass) return refusal("note.mlperf-beyond", result.model);
        return pass.batch;
    }
    const bool is_single = result.scenario == "SingleStream";
    if (!is_single && result.scenario != "MultiStream") return refusal("note.mlperf-scenario", result.scenario);
    if (result.unit != "Latency (ms)") return refusal("note.mlperf-unit", result.unit);
    // A percentile of texts of many lengths is the time of no text that could be named.
    if (text) return refusal("note.mlperf-percentile", result.model);
    return is_single ? 1.0 : kSamplesOfQuery;
}

Result<Json> workloadOf(const exchange::MlperfResult& result, const MlperfPass& pass, const hardware::Engine& engine,
                        const Entry& model, double samples, bool text) {
    const std::string precision = pass.precision.empty() ? result.weights : pass.precision;
    const auto type = numberTypeNamed(precision);
    if (precision.empty()) return refusal("note.mlperf-no-format", result.model);
    if (!type) return refusal("note.mlperf-format", precision);
    Json workload{{"model", model.id},
                  {"phase", "inference"},
                  {"batch", static_cast<std::int64_t>(samples)},
                  {"dtype", precision}};
    if (engine.ranges.back().serves) workload["fusion"] = "engine";
    if (bytesOf(*type) < 2) workload["static_scales"] = true; // scales of submissions are calibrated before they run
    if (text) {
        if (!(pass.sequence >= 1)) return refusal("note.mlperf-sequence", result.model);
        if (pass.sequence > kMostOfPass) return refusal("note.mlperf-beyond", result.model);
        workload["sequence"] = static_cast<std::int64_t>(pass.sequence);
        workload["flash_attention"] = true;
    } else {
        workload["channels_last"] = true;
    }
    return workload;
}

} // namespace

Result<MeasuredRow> mlperfRow(const exchange::MlperfResult& result, const MlperfPass& pass, const Library& library) {
    const Entry* model = library.find(result.model);
    const bool picture = model != nullptr && model->kind == EntryKind::Cnn;
    const bool text = model != nullptr && model->kind == EntryKind::Transformer;
    if (!picture && !text) return refusal("note.mlperf-model", result.model);
    if (text && model->document->value("architecture", std::string()) != "encoder")
        return refusal("note.mlperf-lengths", result.model);
    const auto samples = samplesOf(result, pass, text);
    if (!samples) return samples.error();
    if (result.accelerator.empty()) return refusal("note.mlperf-no-accelerator");
    const Entry* device = entryNamed(library, result.accelerator);
    if (device == nullptr || device->kind != EntryKind::Gpu) return refusal("note.mlperf-device", result.accelerator);
    const std::string engine_id = pass.engine.empty() ? engineIn(result.software, library) : pass.engine;
    const hardware::Engine* engine = engine_id.empty() ? nullptr : library.findEngine(engine_id);
    if (engine == nullptr || engine->ranges.empty()) return refusal("note.mlperf-runtime", result.software);
    if (!result.result || result.accelerators < 1) return refusal("note.mlperf-no-result");
    const auto workload = workloadOf(result, pass, *engine, *model, *samples, text);
    if (!workload) return workload.error();
    constexpr double kMilli = 1e-3;
    const bool rate = result.scenario == "Offline";
    const Json request{{"kind", "model"},
                       {"hardware", {{"base", device->id}, {"set", {{"/engine", engine->id}}}}},
                       {"workload", *workload}};
    MeasuredRow row;
    row.id = "line " + std::to_string(result.line);
    row.request = canonicalText(request);
    row.quantity = "latency_s";
    row.unit = "s";
    row.measured = rate ? *samples * result.accelerators / *result.result : *result.result * kMilli;
    if (!(row.measured > 0 && std::isfinite(row.measured))) return refusal("note.mlperf-no-result");
    row.group = {{"op", result.model + " " + result.scenario}, {"device", device->id}, {"submitter", result.submitter}};
    return row;
}

Result<std::vector<MeasuredRow>> mlperfRows(std::string text, std::string_view file, const OwnHints& hints,
                                            const Library& library, std::vector<Message>* left_out) {
    const auto table = exchange::parseMlperfResults(std::move(text), file);
    if (!table) return table.error();
    const MlperfPass pass{hints.batch, hints.sequence, hints.weights, hints.target.engine};
    std::vector<MeasuredRow> rows;
    std::map<std::string, Reason> reasons;
    for (const exchange::MlperfResult& result : table->results) {
        auto row = mlperfRow(result, pass, library);
        if (row) {
            rows.push_back(*std::move(row));
            continue;
        }
        auto& [reason, count] = reasons[messageText(row.error().text)];
        reason = row.error().text;
        ++count;
    }
    std::vector<Reason> common;
    for (const auto& [said, reason] : reasons)
        common.push_back(reason);
    std::ranges::stable_sort(common, std::greater<>(), &Reason::second);
    std::vector<Message> notes;
    for (const auto& [reason, count] : common)
        notes.push_back(leftOut(reason, count, hints.names_options));
    if (!table->empty_lines.empty()) notes.push_back({"note.mlperf-empty", {{"count", table->empty_lines.size()}}});
    std::string columns;
    for (const std::string& unknown_column : table->unknown_columns)
        columns += (columns.empty() ? "" : ", ") + unknown_column;
    if (!columns.empty()) notes.push_back({"note.mlperf-columns", {{"columns", columns}}});
    if (rows.empty()) {
        std::vector<Message> why;
        for (std::size_t i = 0; i < std::min(notes.size(), kMostReasons); ++i) {
            if (i > 0) why.push_back(verbatim(" "));
            why.push_back(notes[i]);
        }
        if (why.empty()) why.push_back({"note.mlperf-no-result"});
        return badArgument({"error.no-result-of-mlperf", {{"reasons", std::move(why)}}},
                           {hints.names_options ? "accepted.results-of-mlperf-options" : "accepted.results-of-mlperf"},
                           file);
    }
    if (left_out) left_out->insert(left_out->end(), notes.begin(), notes.end());
    return rows;
}

} // namespace strata::assess
