// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/exchange/timings/tool_timings.h"

#include <cmath>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

struct Place {
    std::string pointer;
    std::string_view file;
};

Error bad(const Place& at, const char* key, const Json* value) {
    if (value == nullptr)
        return {"missing",
                at.pointer + "/" + key,
                {"error.field-missing", {{"field", key}}},
                {"accepted.result-of-inference-benchmark"},
                std::string(at.file)};
    return {"bad-value",
            at.pointer + "/" + key,
            {"error.field-is", {{"field", key}, {"value", value->dump(-1, ' ', true).substr(0, 60)}}},
            {"accepted.number-above-0"},
            std::string(at.file)};
}

const Json* memberOf(const Json& run, const char* key) {
    const auto found = run.find(key);
    return found == run.end() || found->is_null() ? nullptr : &*found;
}

/// The first of these members that a result has; the last one where it has none, for its error.
const char* oneOf(const Json& run, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (memberOf(run, key) != nullptr) return key;
    return *std::rbegin(keys);
}

/// A number above 0; nothing where the member is absent.
Result<std::optional<double>> positive(const Json& run, const char* key, const Place& at) {
    const Json* value = memberOf(run, key);
    if (value == nullptr) return std::optional<double>();
    const double number = value->is_number() ? value->get<double>() : 0.0;
    if (!(number > 0) || !std::isfinite(number)) return bad(at, key, value);
    return std::optional(number);
}

/// A count of devices, users or tokens; nothing where the member is absent.
Result<std::optional<double>> counted(const Json& run, const char* key, const Place& at) {
    constexpr double kMost = 1e9;
    auto number = positive(run, key, at);
    if (!number || !*number || (**number >= 1 && **number <= kMost)) return number;
    Error error = bad(at, key, memberOf(run, key));
    error.expected = {"accepted.from-1", {{"most", kMost}}};
    return error;
}

Result<std::string> word(const Json& run, const char* key, const Place& at) {
    const Json* value = memberOf(run, key);
    if (value == nullptr || !value->is_string() || value->get<std::string>().empty()) return bad(at, key, nullptr);
    return value->get<std::string>();
}

/// Some versions write truth as a text.
bool isTrue(const Json& run, const char* key) {
    const Json* value = memberOf(run, key);
    return value != nullptr && (*value == true || *value == "true");
}

/// Whether a manner of decoding is named; "false" stands there as well where none is.
bool isOn(const Json& manner) {
    return manner != "none" && manner != "off" && manner != "false" && manner != false && manner != "";
}

Result<BenchmarkTiming> timingOf(const Json& run, const Place& at) {
    if (!run.is_object())
        return Error{"bad-value",
                     at.pointer,
                     {"error.no-json-object"},
                     {"accepted.result-of-inference-benchmark"},
                     std::string(at.file)};
    BenchmarkTiming timing;
    timing.pointer = at.pointer;
    for (const auto& [key, member] : {std::pair<const char*, std::string BenchmarkTiming::*>{
                                          oneOf(run, {"hw", "hardware", "device"}), &BenchmarkTiming::hardware},
                                      {"model", &BenchmarkTiming::model},
                                      {"framework", &BenchmarkTiming::framework},
                                      {"precision", &BenchmarkTiming::precision}}) {
        auto text = word(run, key, at);
        if (!text) return text.error();
        timing.*member = *std::move(text);
    }
    for (const auto& [key, member] :
         {std::pair<const char*, double BenchmarkTiming::*>{oneOf(run, {"decode_tp", "tp"}), &BenchmarkTiming::tp},
          {"conc", &BenchmarkTiming::users},
          {"isl", &BenchmarkTiming::prompt_tokens},
          {"osl", &BenchmarkTiming::output_tokens}}) {
        const auto number = counted(run, key, at);
        if (!number) return number.error();
        if (!*number) return bad(at, key, nullptr);
        timing.*member = **number;
    }
    for (const auto& [key, member] :
         {std::pair<const char*, std::optional<double> BenchmarkTiming::*>{"mean_ttft", &BenchmarkTiming::ttft_mean_s},
          {"mean_tpot", &BenchmarkTiming::tpot_mean_s},
          {"output_tput_per_gpu", &BenchmarkTiming::tokens_per_s_of_device}}) {
        // The rows of the project's own interface keep what was measured together.
        const Json* metrics = memberOf(run, "metrics");
        const bool apart = metrics != nullptr && metrics->is_object();
        const auto number = positive(apart ? *metrics : run, key, apart ? Place{at.pointer + "/metrics", at.file} : at);
        if (!number) return number.error();
        timing.*member = *number;
    }
    const auto ep = counted(run, oneOf(run, {"decode_ep", "ep"}), at);
    if (!ep) return ep.error();
    timing.ep = ep->value_or(1);
    if (isTrue(run, "disagg")) timing.other = "disagg";
    for (const char* apart : {"dp_attention", "decode_dp_attention", "prefill_dp_attention"})
        if (isTrue(run, apart)) timing.other = apart;
    if (const Json* prefill = memberOf(run, "prefill_tp"); prefill != nullptr && *prefill != timing.tp)
        timing.other = "prefill_tp";
    if (isTrue(run, "is_multinode")) timing.other = "is_multinode";
    if (const Json* mtp = memberOf(run, "mtp"); mtp != nullptr && isOn(*mtp)) timing.other = "mtp";
    if (const Json* decoding = memberOf(run, "spec_decoding"); decoding != nullptr && isOn(*decoding))
        timing.other = "spec_decoding";
    return timing;
}

} // namespace

Result<std::vector<BenchmarkTiming>> parseInferenceBenchmark(std::string_view text, std::string_view file) {
    const auto document = parseJson(text, file);
    if (!document) return document.error();
    std::vector<BenchmarkTiming> timings;
    const auto add = [&](const Json& run, std::string pointer) -> Result<void> {
        auto timing = timingOf(run, {std::move(pointer), file});
        if (!timing) return timing.error();
        timings.push_back(*std::move(timing));
        return {};
    };
    if (!document->is_array()) {
        if (auto added = add(*document, ""); !added) return added.error();
        return timings;
    }
    for (std::size_t i = 0; i < document->size(); ++i)
        if (auto added = add((*document)[i], "/" + std::to_string(i)); !added) return added.error();
    return timings;
}

} // namespace strata::exchange
