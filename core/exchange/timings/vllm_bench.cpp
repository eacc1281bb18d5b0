// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/tool_timings.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

Error bad(const char* code, const std::string& key, Message text, Message expected, std::string_view file) {
    return {code, "/" + key, std::move(text), std::move(expected), std::string(file)};
}

/// A positive number, or nothing where the member is absent, null or 0, which is written where nothing was measured.
Result<std::optional<double>> positive(const Json& run, const std::string& key, std::string_view file) {
    const auto found = run.find(key);
    if (found == run.end() || found->is_null() || *found == 0) return std::optional<double>();
    if (!found->is_number() || !(found->get<double>() > 0) || !std::isfinite(found->get<double>()))
        return bad("bad-value", key,
                   {"error.field-is", {{"field", key}, {"value", found->dump(-1, ' ', true).substr(0, 60)}}},
                   {"accepted.number-above-0"}, file);
    return std::optional(found->get<double>());
}

/// A count of requests or tokens.
Result<double> needed(const Json& run, const std::string& key, std::string_view file) {
    constexpr double kMost = 1e15;
    const auto value = positive(run, key, file);
    if (!value) return value.error();
    if (!*value)
        return bad("missing", key, {"error.field-missing", {{"field", key}}},
                   {"accepted.result-vllm-bench-serve-save-result"}, file);
    if (**value < 1 || **value > kMost)
        return bad("bad-value", key, {"error.field-is", {{"field", key}, {"value", run.at(key).dump()}}},
                   {"accepted.from-1", {{"most", kMost}}}, file);
    return **value;
}

} // namespace

std::string withoutInfinities(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    bool quoted = false;
    while (!text.empty()) {
        if (quoted && text.front() == '\\') {
            plain += text.substr(0, 2);
            text.remove_prefix(std::min<std::size_t>(2, text.size()));
            continue;
        }
        const auto sizeOf = [&](std::string_view word) { return !quoted && text.starts_with(word) ? word.size() : 0; };
        if (const std::size_t size = sizeOf("-Infinity") + sizeOf("Infinity") + sizeOf("NaN"); size > 0) {
            plain += "null";
            text.remove_prefix(size);
            continue;
        }
        if (text.front() == '"') quoted = !quoted;
        plain += text.front();
        text.remove_prefix(1);
    }
    return plain;
}

Result<ServingTiming> parseVllmBench(std::string_view text, std::string_view file) {
    const auto run = parseJson(withoutInfinities(text), file);
    if (!run) return run.error();
    if (!run->is_object())
        return Error{"bad-value", "", {"error.result-no-json-object"}, {"accepted.object"}, std::string(file)};
    ServingTiming timing;
    const Json* model = findPointer(*run, "/model_id");
    const Json* path = findPointer(*run, "/server_info/model_path"); // SGLang states the model of its server
    const Json* backend = findPointer(*run, "/backend");
    if (model == nullptr) model = path;
    if (model != nullptr && !model->is_string())
        return bad(
            "bad-value", "model_id",
            {"error.field-is-plain", {{"field", "model_id"}, {"value", model->dump(-1, ' ', true).substr(0, 60)}}},
            {"accepted.text"}, file);
    if (model == nullptr && (backend == nullptr || !backend->is_string()))
        return bad("missing", "model_id", {"error.field-missing", {{"field", "model_id"}}},
                   {"accepted.result-vllm-bench-serve-save-result"}, file);
    if (model != nullptr) timing.model = model->get<std::string>();
    if (backend != nullptr && backend->is_string()) timing.backend = backend->get<std::string>();
    const auto requests = needed(*run, "completed", file);
    if (!requests) return requests.error();
    const auto prompts = needed(*run, "total_input_tokens", file);
    if (!prompts) return prompts.error();
    const auto outputs = needed(*run, "total_output_tokens", file);
    if (!outputs) return outputs.error();
    timing.requests = *requests;
    timing.prompt_tokens = *prompts / *requests;
    timing.output_tokens = *outputs / *requests;
    const auto rate = run->find("request_rate"); // "inf" where all are sent at once
    if (rate != run->end() && rate->is_number()) {
        const auto number = positive(*run, "request_rate", file);
        if (!number) return number.error();
        timing.rate_per_s = *number;
    }
    constexpr double kMilli = 1e-3;
    struct Member {
        const char* key;
        std::optional<double> ServingTiming::*value;
        double unit;
    };
    for (const Member& member : {Member{"max_concurrency", &ServingTiming::users, 1},
                                 {"mean_ttft_ms", &ServingTiming::ttft_mean_s, kMilli},
                                 {"median_ttft_ms", &ServingTiming::ttft_p50_s, kMilli},
                                 {"p99_ttft_ms", &ServingTiming::ttft_p99_s, kMilli},
                                 {"mean_tpot_ms", &ServingTiming::tpot_mean_s, kMilli},
                                 {"median_tpot_ms", &ServingTiming::tpot_p50_s, kMilli},
                                 {"p99_tpot_ms", &ServingTiming::tpot_p99_s, kMilli},
                                 {"mean_e2el_ms", &ServingTiming::e2e_mean_s, kMilli},
                                 {"mean_e2e_latency_ms", &ServingTiming::e2e_mean_s, kMilli},
                                 {"output_throughput", &ServingTiming::tokens_per_s, 1}}) {
        const auto value = positive(*run, member.key, file);
        if (!value) return value.error();
        if (*value) timing.*member.value = **value * member.unit;
    }
    return timing;
}

} // namespace strata::exchange
