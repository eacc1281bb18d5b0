// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/task_forms.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::design {

namespace {

constexpr double kUsualPrompt = 512, kUsualAnswer = 128;

Error notSupported(std::string text, std::string expected) {
    return {"not-supported", "/kind", std::move(text), std::move(expected), {}};
}

double numberAt(const Json& document, std::string_view pointer, double otherwise) {
    const Json* found = findPointer(document, pointer);
    return found && found->is_number() ? found->get<double>() : otherwise;
}

/// Of what a distribution draws; the usual length where there is none.
double meanLength(const Json& request, const std::string& which, double otherwise) {
    const std::string at = "/workload/traffic/lengths/" + which;
    const double fixed = numberAt(request, at + "/tokens", otherwise);
    const double low = numberAt(request, at + "/minimum", fixed), high = numberAt(request, at + "/maximum", fixed);
    const Json* kind = findPointer(request, at + "/distribution");
    return kind && (*kind == "uniform" || *kind == "zipf") ? std::round((low + high) / 2) : fixed;
}

/// Label, kind, hardware and the model with its types; lengths and plan are the caller's.
Result<Json> begin(const Json& request, const char* kind) {
    const Json* model = findPointer(request, "/workload/model");
    const Json* hardware = findPointer(request, "/hardware");
    const std::string now = request.value("kind", std::string());
    if (!model || !hardware || (now != "model" && now != "serving" && now != "inference")) {
        return notSupported("only designs of a language model on GPUs can be asked so",
                            "a design of kind model, inference or serving");
    }
    Json next{{"kind", kind}, {"hardware", *hardware}, {"workload", {{"model", *model}}}, {"plan", {{"tp", 1}}}};
    for (const char* key : {"dtype", "weights", "activations", "kv_cache"}) {
        if (request["workload"].contains(key)) next["workload"][key] = request["workload"][key];
    }
    for (const char* key : {"tp", "pp", "ep"}) {
        const std::string at = std::string("/plan/") + key;
        if (const Json* ranks = findPointer(request, at)) next["plan"][key] = *ranks;
    }
    return next;
}

} // namespace

Result<SharedRequest> asInference(const Json& request) {
    auto next = begin(request, "inference");
    if (!next) return next.error();
    Json& workload = (*next)["workload"];
    const double sequence = numberAt(request, "/workload/sequence", kUsualPrompt);
    const double prompt = numberAt(request, "/workload/prompt_tokens", meanLength(request, "prompt", sequence));
    const double answer = numberAt(request, "/workload/output_tokens", meanLength(request, "output", kUsualAnswer));
    workload["prompt_tokens"] = static_cast<std::int64_t>(std::max(1.0, prompt));
    workload["output_tokens"] = static_cast<std::int64_t>(std::max(1.0, answer));
    workload["batch"] = static_cast<std::int64_t>(numberAt(request, "/workload/batch", 1));
    return std::make_shared<const Json>(*std::move(next));
}

Result<SharedRequest> asServing(const Json& request) {
    if (request.value("kind", std::string()) == "serving") return std::make_shared<const Json>(request);
    auto next = begin(request, "serving");
    if (!next) return next.error();
    const double sequence = numberAt(request, "/workload/sequence", kUsualPrompt);
    const double prompt = numberAt(request, "/workload/prompt_tokens", sequence);
    const double answer = numberAt(request, "/workload/output_tokens", kUsualAnswer);
    (*next)["workload"]["traffic"] = {{"arrivals", {{"process", "poisson"}, {"rate_per_s", 1.0}}},
                                      {"lengths", {{"prompt", {{"tokens", prompt}}}, {"output", {{"tokens", answer}}}}},
                                      {"requests", 200}};
    Json& plan = (*next)["plan"];
    plan["replicas"] = 1;
    plan["scheduler"] = {{"policy", "chunked-prefill"}};
    plan["slo"] = {{"ttft_s", 1.0}, {"tpot_s", 0.05}};
    (*next)["seed"] = 42;
    return std::make_shared<const Json>(*std::move(next));
}

Result<SharedRequest> withOperatorTables(const Json& request, std::string_view path) {
    if (request.value("kind", std::string()) != "serving")
        return notSupported("operator tables time the iterations of a serving engine", "a design of kind serving");
    Json next = request;
    if (path.empty()) {
        removePointer(next, "/plan/operator_tables");
    } else {
        next["plan"]["operator_tables"] = {{"path", std::string(path)}};
    }
    return std::make_shared<const Json>(std::move(next));
}

} // namespace strata::design
