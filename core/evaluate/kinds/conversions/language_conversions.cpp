// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/conversions/conversions.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::design {
namespace {

constexpr double kUsualPrompt = 512, kUsualAnswer = 128;

Error notSupported(Message text, Message expected) {
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

/// Kind, hardware and the model with its types; lengths and the rest of the plan are the caller's.
Result<Json> begin(const Json& request, const char* kind) {
    const Json* model = findPointer(request, "/workload/model");
    const Json* hardware = findPointer(request, "/hardware");
    if (!model || !hardware) {
        return notSupported({"error.only-designs-language-model-on-gpus"},
                            {"accepted.design-kind-model-inference-or-serving"});
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

Result<Json> inferenceOf(const Json& request) {
    auto next = begin(request, "inference");
    if (!next) return next.error();
    Json& workload = (*next)["workload"];
    const double sequence = numberAt(request, "/workload/sequence", kUsualPrompt);
    const double prompt = numberAt(request, "/workload/prompt_tokens", meanLength(request, "prompt", sequence));
    const double answer = numberAt(request, "/workload/output_tokens", meanLength(request, "output", kUsualAnswer));
    workload["prompt_tokens"] = static_cast<std::int64_t>(std::max(1.0, prompt));
    workload["output_tokens"] = static_cast<std::int64_t>(std::max(1.0, answer));
    workload["batch"] = static_cast<std::int64_t>(numberAt(request, "/workload/batch", 1));
    return next;
}

Result<Json> servingOf(const Json& request) {
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
    return next;
}

Result<Json> withLanguageModel(const Json& request, const Entry& model, const Library&) {
    if (model.kind != EntryKind::Transformer) {
        return Error{"not-supported",
                     "/workload/model",
                     {"error.no-language-model", {{"name", model.name}}},
                     {"accepted.transformer-or-design-kind-model"},
                     {}};
    }
    Json next = request;
    next["workload"]["model"] = model.id;
    removePointer(next, "/label");
    return next;
}

} // namespace strata::design
