// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_tools.h"

#include "core/catalog/library.h"
#include "core/exchange/timings/tool_timings.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

/// Prompts and answers are uniform between this share of their stated length and all of it (RANDOM_RANGE_RATIO of the
/// benchmark's workflows).
constexpr double kShortestShare = 0.8;
/// Requests for each user (its scripts ask for ten times as many as users).
constexpr double kRequestsOfUser = 10;

/// Engines as the benchmark names them; a name may be followed by "-" and more.
constexpr std::array kEngines{std::pair{"vllm", "vllm"}, std::pair{"sglang", "sglang"},
                              std::pair{"trt", "tensorrt-llm"}, std::pair{"trtllm", "tensorrt-llm"}};
/// Number formats, of weights and of what flows between kernels.
constexpr std::array kPrecisions{std::pair{"bf16", "bf16"}, std::pair{"fp16", "fp16"}, std::pair{"fp8", "fp8"},
                                 std::pair{"fp4", "fp4"}};

Json lengthOf(double tokens) {
    return {{"distribution", "uniform"},
            {"minimum", static_cast<std::int64_t>(std::max(1.0, tokens * kShortestShare))},
            {"maximum", static_cast<std::int64_t>(tokens)}};
}

template <class Table>
std::string inTable(const Table& table, const std::string& name) {
    for (const auto& [key, value] : table)
        if (name == key || name.starts_with(std::string(key) + "-")) return value;
    return name;
}

Result<Json> requestOf(const exchange::BenchmarkTiming& timing, const OwnHints& hints, const Library& library,
                       std::string_view file) {
    const auto device = deviceNamed(timing.hardware, hints, library, file);
    if (!device) return device.error();
    const auto model = modelOf(timing.model, hints, library, file);
    if (!model) return model.error();
    const std::string precision = hints.weights.empty() ? inTable(kPrecisions, timing.precision) : hints.weights;
    Json request = {
        {"kind", "serving"},
        {"hardware", *device},
        {"workload",
         {{"model", *model},
          {"weights", precision},
          {"traffic",
           {{"arrivals", {{"process", "closed-loop"}, {"concurrency", timing.users}}},
            {"lengths", {{"prompt", lengthOf(timing.prompt_tokens)}, {"output", lengthOf(timing.output_tokens)}}},
            {"requests", kRequestsOfUser * timing.users}}}}},
        {"plan", {{"engine", engineOf(hints.target, engineNamed(timing.framework))}}}};
    if (precision == "fp8" || precision == "fp4") request["workload"]["activations"] = precision;
    if (timing.tp > 1) request["plan"]["tp"] = timing.tp;
    if (timing.ep > 1) request["plan"]["ep"] = timing.ep;
    return request;
}

} // namespace

Error badArgument(Message text, Message expected, std::string_view file) {
    return {"bad-argument", "", std::move(text), std::move(expected), std::string(file)};
}

std::string engineNamed(std::string_view name) {
    std::string lowered(name);
    for (char& c : lowered)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return inTable(kEngines, lowered);
}

Result<std::string> deviceNamed(const std::string& named, const OwnHints& hints, const Library& library,
                                std::string_view file) {
    const std::string stated = hardwareOf(hints.target).get<std::string>();
    if (!stated.empty()) return stated;
    for (const std::string& name : {named, named.substr(0, named.find_first_of("-_"))}) {
        const Entry* entry = library.find(name);
        if (entry != nullptr && (entry->kind == EntryKind::Gpu || entry->kind == EntryKind::Cluster)) return entry->id;
    }
    return badArgument({"error.catalog-has-no-hardware-of-result", {{"hardware", named}}},
                       {"accepted.hardware-id-or-cluster-id"}, file);
}

Result<std::set<std::string>> namesOfStated(const std::map<std::string, std::size_t>& results, const OwnHints& hints,
                                            const Library& library, std::string_view file,
                                            std::vector<Message>* left_out) {
    const std::string stated = hardwareOf(hints.target).get<std::string>();
    // "h100-cw" and "h100-80gb" may be any H100: their first word stands in its id.
    const auto means = [&](const std::string& name) {
        const Entry* entry = library.find(name);
        if (entry != nullptr && entry->kind == EntryKind::Gpu) return entry->id == stated;
        if (results.size() < 2) return true; // a name of the user's own, and no other to tell it from
        const std::string word = "-" + name.substr(0, name.find_first_of("-_")) + "-";
        return ("-" + stated + "-").find(word) != std::string::npos;
    };
    std::set<std::string> names;
    std::string others;
    for (const auto& [name, count] : results) {
        if (stated.empty() || means(name))
            names.insert(name);
        else
            others += (others.empty() ? "" : ", ") + name;
    }
    if (names.empty() && !results.empty())
        return badArgument({"error.results-of-other-hardware", {{"names", others}, {"hardware", stated}}},
                           {"accepted.hardware-of-results"}, file);
    for (const auto& [name, count] : results)
        if (!names.contains(name) && left_out)
            left_out->push_back({"note.left-out-hardware", {{"count", count}, {"hardware", name}}});
    return names;
}

Json hardwareOf(const OwnTarget& target) { return target.hardware.empty() ? target.cluster : target.hardware; }

Json engineOf(const OwnTarget& target, const std::string& otherwise) {
    Json engine = {{"id", target.engine.empty() ? otherwise : target.engine}};
    if (!target.engine_version.empty()) engine["version"] = target.engine_version;
    return engine;
}

Result<std::string> modelOf(const std::string& stated, const OwnHints& hints, const Library& library,
                            std::string_view file) {
    const std::string wanted = hints.model.empty() ? stated : hints.model;
    for (const std::string& name : {wanted, wanted.substr(wanted.rfind('/') + 1)}) {
        const Entry* entry = library.find(name);
        if (entry != nullptr && isWorkload(entry->kind)) return entry->id;
    }
    return badArgument({"error.catalog-has-no-model", {{"wanted", wanted}}}, {"accepted.model-id-model-in-catalog"},
                       file);
}

Result<std::vector<MeasuredRow>> benchmarkRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                               const Library& library, std::vector<Message>* left_out) {
    const auto timings = exchange::parseInferenceBenchmark(text, file);
    if (!timings) return timings.error();
    std::map<std::string, std::size_t> others, results;
    for (const exchange::BenchmarkTiming& timing : *timings)
        ++results[timing.hardware];
    const auto names = namesOfStated(results, hints, library, file, left_out);
    if (!names) return names.error();
    std::vector<MeasuredRow> rows;
    for (const exchange::BenchmarkTiming& timing : *timings) {
        if (!names->contains(timing.hardware)) continue;
        if (!timing.other.empty()) {
            ++others[timing.other];
            continue;
        }
        const auto request = requestOf(timing, hints, library, file);
        if (!request) return request.error();
        const std::string asked = canonicalText(*request);
        const auto add = [&](const char* quantity, std::optional<double> value, const char* unit) {
            if (!value) return;
            rows.push_back({std::string(file) + timing.pointer + ":" + quantity, asked, quantity, *value, unit});
            rows.back().group = {{"framework", timing.framework}, {"precision", timing.precision}};
        };
        add("ttft_s", timing.ttft_mean_s, "s");
        add("tpot_s", timing.tpot_mean_s, "s");
        if (timing.tokens_per_s_of_device) add("tokens_per_s", *timing.tokens_per_s_of_device * timing.tp, "");
    }
    std::string plans;
    for (const auto& [plan, count] : others) {
        plans += (plans.empty() ? "" : ", ") + plan;
        if (left_out) left_out->push_back({"note.left-out-results", {{"count", count}, {"plan", plan}}});
    }
    if (rows.empty())
        return badArgument({"error.results-of-other-plans", {{"plans", plans}}}, {"accepted.results-of-one-engine"},
                           file);
    return rows;
}

Result<std::vector<MeasuredRow>> profileRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                             std::vector<Message>* left_out) {
    if (hints.target.hardware.empty())
        return badArgument({"error.kernels-timed-on-device"}, {"accepted.hardware-id"}, file);
    if (hints.weights.empty()) return badArgument({"error.profile-states-no-type"}, {"accepted.weights-type"}, file);
    const auto profile = exchange::parseProfiledKernels(text, file);
    if (!profile) return profile.error();
    if (profile->kernels.empty())
        return badArgument({"error.no-profiled-kernel-with-sizes"}, {"accepted.program-within-emit-nvtx"}, file);
    std::vector<MeasuredRow> rows;
    for (const exchange::KernelTiming& kernel : profile->kernels) {
        Json workload = {{"operator", kernel.op}, {"dtype", hints.weights}};
        for (const auto& [name, size] : kernel.sizes)
            workload[name] = size;
        const Json request = {
            {"kind", "kernel"}, {"hardware", hints.target.hardware}, {"workload", std::move(workload)}};
        rows.push_back(
            {"line " + std::to_string(kernel.line), canonicalText(request), "latency_s", kernel.seconds, "s"});
        rows.back().group = {{"operator", kernel.op}};
    }
    for (const auto& [name, count] : profile->left_out) {
        if (!left_out) break;
        left_out->push_back(name.empty() ? Message{"note.left-out-without-sizes", {{"count", count}}}
                                         : Message{"note.left-out-operators", {{"count", count}, {"operator", name}}});
    }
    return rows;
}

} // namespace strata::assess
