// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/serving_query.h"

#include "core/evaluate/serving_techniques.h"
#include "core/serving/router.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using serving::ArrivalProcess;
using serving::LengthDistribution;

constexpr double kMostRequests = 1e6;
constexpr std::int32_t kVllmBatch = 256,
                       kVllmBudget = 8192; ///< what vLLM's server takes where it is told nothing

Error bad(std::string pointer, std::string text, std::string expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

const Json& memberOf(const Json& document, const char* key) {
    static const Json kEmpty = Json::object();
    const auto found = document.find(key);
    return found == document.end() ? kEmpty : *found;
}

/// The view of a policy's name that lives as long as the program.
std::string_view lasting(std::span<const std::string_view> names, const std::string& wanted,
                         std::string_view absent) {
    const auto found = std::find(names.begin(), names.end(), wanted);
    return found == names.end() ? absent : *found;
}

Result<LengthDistribution> readLengths(const Json& lengths, const char* which, bool has_trace) {
    const std::string here = std::string("/workload/traffic/lengths/") + which;
    const auto stated = lengths.find(which);
    LengthDistribution out;
    if (stated == lengths.end()) {
        if (!has_trace)
            return Error{
                "missing", here, std::string(which) + " has no lengths", "a distribution, or a trace", {}};
        out.kind = LengthDistribution::Kind::Trace;
        out.maximum = 1e7;
        return out;
    }
    static const std::array<const char*, 5> kKinds{"fixed", "uniform", "zipf", "lognormal", "trace"};
    const std::string kind = stated->value("distribution", "fixed");
    const auto place =
        std::find_if(kKinds.begin(), kKinds.end(), [&](const char* name) { return kind == name; });
    out.kind = static_cast<LengthDistribution::Kind>(place - kKinds.begin());
    out.tokens = stated->value("tokens", out.tokens);
    out.cv = stated->value("cv", out.cv);
    out.minimum = stated->value("minimum", out.minimum);
    out.maximum = stated->value("maximum", out.kind == LengthDistribution::Kind::Trace ? 1e7 : out.maximum);
    out.theta = stated->value("theta", out.theta);
    if (out.maximum < out.minimum) {
        return bad(here + "/maximum", "maximum is below minimum",
                   "at least " + std::to_string(std::int64_t(out.minimum)));
    }
    if (out.kind == LengthDistribution::Kind::Trace && !has_trace) {
        return bad(here + "/distribution", "the traffic has no trace",
                   "traffic.trace, or another distribution");
    }
    return out;
}

Result<void> readTraffic(const Json& traffic, std::uint64_t seed, ServingQuery& query) {
    auto& out = query.traffic;
    out.seed = seed;
    query.trace = traffic.value("trace", std::string());
    const Json& arrivals = memberOf(traffic, "arrivals");
    const std::string process = arrivals.value("process", query.trace.empty() ? "poisson" : "trace");
    query.replay = process == "trace";
    if (query.replay && query.trace.empty()) {
        return bad("/workload/traffic/arrivals/process", "the traffic has no trace",
                   "traffic.trace, or another process");
    }
    out.arrivals.kind = process == "gamma"         ? ArrivalProcess::Kind::Gamma
                        : process == "static"      ? ArrivalProcess::Kind::Static
                        : process == "even"        ? ArrivalProcess::Kind::Even
                        : process == "closed-loop" ? ArrivalProcess::Kind::Closed
                                                   : ArrivalProcess::Kind::Poisson;
    out.arrivals.users = arrivals.value("concurrency", 1);
    out.arrivals.think_s = arrivals.value("think_s", 0.0);
    out.arrivals.rate_per_s = arrivals.value("rate_per_s", 1.0);
    out.arrivals.cv = arrivals.value("cv", 1.0);
    out.requests = traffic.value("requests", std::uint64_t{0});
    out.duration_s = traffic.value("duration_s", 0.0);
    if (query.replay) return {};
    if (out.requests == 0 && out.duration_s <= 0) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     "neither requests nor duration_s is given",
                     "one of them",
                     {}};
    }
    if (out.requests == 0 && out.arrivals.kind == ArrivalProcess::Kind::Static) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     "static arrivals have no duration",
                     "a number of requests",
                     {}};
    }
    const bool closed = out.arrivals.kind == ArrivalProcess::Kind::Closed;
    if (!closed && out.requests == 0 && out.duration_s * out.arrivals.rate_per_s > kMostRequests) {
        return bad("/workload/traffic/duration_s",
                   "duration_s times rate_per_s is more than 1,000,000 requests",
                   "a shorter duration or a lower rate");
    }
    const Json& lengths = memberOf(traffic, "lengths");
    for (const auto& [which, into] : {std::pair{"prompt", &out.prompt}, {"output", &out.output}}) {
        auto read = readLengths(lengths, which, !query.trace.empty());
        if (!read) return read.error();
        *into = *read;
    }
    return {};
}

void readScheduler(const Json& plan, ServingQuery& query) {
    auto& out = query.options.scheduler;
    const Json& stated = memberOf(plan, "scheduler");
    out.policy = lasting(serving::schedulerPolicies(), stated.value("policy", ""), "vllm");
    out.max_batch = stated.value("max_batch", kVllmBatch);
    out.token_budget = stated.value("token_budget", kVllmBudget);
    out.chunk_tokens = stated.value("chunk_tokens", out.chunk_tokens);
    out.block_tokens = stated.value("block_tokens", out.policy == "lightllm" ? 1 : out.block_tokens);
    out.watermark = stated.value("watermark", out.watermark);
    out.prefix_cache = plan.value("prefix_cache", true);
    out.stages = plan.value("pp", 1);
    query.options.replicas = plan.value("replicas", 1);
    query.options.router = lasting(serving::routerPolicies(), plan.value("router", ""), "round-robin");
    const Json& slo = memberOf(plan, "slo");
    query.level = {slo.value("ttft_s", 0.0), slo.value("tpot_s", 0.0), slo.value("e2e_s", 0.0)};
}

} // namespace

Result<ServingQuery> resolveServing(const Json& request, const Library& library) {
    ServingQuery query;
    auto device = resolveGpu(request, library);
    if (!device) return device.error();
    query.device = *std::move(device);
    // Where the hardware names no serving engine, vLLM runs on it.
    if (query.device.gpu.engine.starts_with("pytorch")) query.device.gpu.engine = "vllm";
    const Json& workload = request.at("workload");
    auto model = resolveDecoder(workload.at("model"), "/workload/model", library);
    if (!model) return model.error();
    query.model = *std::move(model);
    const Json& plan = memberOf(request, "plan");
    readScheduler(plan, query);
    if (query.options.scheduler.stages > query.model->value("layers", 1)) {
        return bad("/plan/pp", "pp is more than the model has layers",
                   "at most " + std::to_string(query.model->value("layers", 1)));
    }
    Json types{{"model", workload.at("model")},
               {"phase", "decode"},
               {"batch", 1},
               {"sequence", 1},
               {"fusion", "engine"},
               {"flash_attention", true},
               {"dtype", "bf16"}};
    for (const char* key : {"dtype", "weights", "activations", "kv_cache"}) {
        if (workload.contains(key)) types[key] = workload.at(key);
    }
    const int ranks = plan.value("tp", 1);
    if (ranks > 1 && query.device.gpu.link_bytes_per_s <= 0) {
        return Error{"missing",
                     "/plan/tp",
                     query.device.gpu.name + " states no bandwidth to its peers",
                     "tp 1, or hardware with link_bytes_per_s",
                     {}};
    }
    types["tensor_parallel"] = ranks;
    auto graph = workload::readGraphOptions(types, "/workload");
    if (!graph) return graph.error();
    query.graph = *graph;
    // Heads and widths must divide by the ranks.
    if (const auto sharded = workload::buildGraph(*query.model, query.graph, "/workload"); !sharded) {
        Error error = sharded.error();
        if (error.pointer.ends_with("tensor_parallel")) error.pointer = "/plan/tp";
        return error;
    }
    if (auto read = readTraffic(workload.at("traffic"), request.value("seed", std::uint64_t{42}), query);
        !read) {
        return read.error();
    }
    query.options.seed = query.traffic.seed;
    auto speculative = readSpeculative(plan, query, library);
    if (!speculative) return speculative.error();
    query.speculative = *std::move(speculative);
    query.options.speculation = query.speculative.speculation;
    query.options.scheduler.decode_tokens = query.options.speculation.checked;
    if (query.options.speculation.on() && query.options.scheduler.policy == "lightllm") {
        return bad("/plan/scheduler/policy", "policy is lightllm, which plans memory by single tokens",
                   "another policy, or no speculative decoding");
    }
    return query;
}

} // namespace strata
