// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/system/inference_query.h"

#include "core/evaluate/kinds/gpu/device_types.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request_parts.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/serving/single.h"
#include "core/workload/checkpoint.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

std::string whole(double value) { return std::to_string(static_cast<long long>(value)); }

/// `is` in place of `was` where the error stands and where its text names the field.
void rename(Error& error, std::string_view was, const std::string& plan, std::string_view is) {
    if (!error.pointer.ends_with(was)) return;
    error.pointer = plan + "/" + std::string(is);
    for (Argument& argument : error.text.arguments) {
        if (argument.name == "field") argument.value = std::string(is);
    }
}

/// Groups of ranks divide one another, and experts and layers divide over them.
Result<void> checkPlan(const InferenceQuery& query) {
    const auto& plan = query.plan;
    const double layers = query.model->value("layers", 1.0);
    if (plan.stages > layers)
        return bad("/plan/pp", {"error.pp-more-than-model-has-layers"},
                   {"accepted.at-most", {{"most", whole(layers)}}});
    const auto moe = query.model->find("moe");
    if (plan.ep > 1 && moe == query.model->end())
        return bad("/plan/ep", {"error.model-has-no-experts-to-share"}, verbatim("1"));
    if (plan.ep > 1 && std::fmod(moe->at("experts").get<double>(), plan.ep) != 0) {
        return bad("/plan/ep",
                   {"error.but-experts-do-not-divide-by",
                    {{"field", "ep"}, {"ep", whole(plan.ep)}, {"at", whole(moe->at("experts").get<double>())}}},
                   {"accepted.divisor-number-experts"});
    }
    const double large = std::max(plan.ep, plan.tp), small = std::min(plan.ep, plan.tp);
    if (std::fmod(large, small) != 0) {
        return bad("/plan/ep",
                   {"error.neither-ep-and-tp-divides-other", {{"ep", whole(plan.ep)}, {"tp", whole(plan.tp)}}},
                   {"accepted.divisor-or-multiple-tp"});
    }
    if (!query.cluster) {
        if (plan.ranks() > 1 && query.device.gpu.link_bytes_per_s <= 0) {
            return Error{"missing",
                         plan.tp > 1   ? "/plan/tp"
                         : plan.ep > 1 ? "/plan/ep"
                                       : "/plan/pp",
                         {"error.states-no-bandwidth-to-peers", {{"gpu", query.device.gpu.name}}},
                         {"accepted.one-rank-cluster-or-hardware-with"},
                         {}};
        }
        return {};
    }
    const auto most = static_cast<double>(query.cluster->devices());
    if (plan.ranks() > most) {
        return bad(plan.tp > 1   ? "/plan/tp"
                   : plan.ep > 1 ? "/plan/ep"
                                 : "/plan/pp",
                   {"error.plan-takes-devices",
                    {{"ranks", whole(plan.ranks())}, {"most", whole(most)}, {"cluster", query.cluster->name}}},
                   {"accepted.at-most-devices-in-all", {{"most", whole(most)}}});
    }
    return {};
}

} // namespace

void asPlanned(Error& error, const std::string& plan) {
    rename(error, "tensor_parallel", plan, "tp");
    rename(error, "expert_parallel", plan, "ep");
}

Result<SystemQuery> resolveSystem(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (document->value("kind", std::string()) != name(EntryKind::Cluster)) {
        auto device = resolveGpu(request, library);
        if (!device) return device.error();
        return SystemQuery{*std::move(device), std::nullopt};
    }
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    auto device = resolveDevice(request, *document, library);
    if (!device && device.error().code != "not-found") return device.error();
    if (!device || device->value("kind", std::string()) != name(EntryKind::Gpu)) {
        return Error{
            "missing",
            "/hardware",
            {"error.library-has-no-gpu-called-made", {{"device", cluster->device}, {"cluster", cluster->name}}},
            {"accepted.cluster-gpus"},
            {}};
    }
    auto gpu = hardware::readGpu(*device, std::string(hardwarePointer(request)) + "/device");
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    if (!cluster->scale_up.empty()) gpu->link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
    return SystemQuery{{*std::move(gpu), std::make_shared<const Json>(*std::move(device))}, *std::move(cluster)};
}

namespace {

/// Members that only devices with a runtime of edge and desktop devices have.
Result<void> refuseEdgeMembers(const Json& request) {
    for (const char* pointer :
         {"/workload/quantization", "/workload/weight_bits", "/workload/cached_tokens", "/plan/backend", "/plan/part",
          "/plan/threads", "/plan/fused_attention", "/plan/context_tokens", "/plan/clock_share", "/plan/load_s"}) {
        if (findPointer(request, pointer) != nullptr)
            return Error{"not-supported",
                         pointer,
                         {"error.member-of-edge-runtimes"},
                         {"accepted.edge-soc-or-method-edge-language"},
                         {}};
    }
    return {};
}

} // namespace

Result<InferenceQuery> resolveInference(const Json& request, const Library& library) {
    InferenceQuery query;
    if (auto able = refuseEdgeMembers(request); !able) return able.error();
    auto system = resolveSystem(request, library);
    if (!system) return system.error();
    query.device = std::move(system->device);
    query.cluster = std::move(system->cluster);
    if (auto serves = requireServingRuntime(request, library, query.device); !serves) return serves.error();
    const Json& workload = request.at("workload");
    auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", "") != "transformer" || model->value("architecture", "decoder") != "decoder")
        return bad("/workload/model", {"error.only-decoder-transformers-answer-prompts"},
                   {"accepted.transformer-decodes"});
    const Json plan = request.value("plan", Json::object());
    query.plan = {plan.value("tp", 1.0), plan.value("pp", 1.0), plan.value("ep", 1.0)};
    query.token_budget = plan.value("token_budget", query.token_budget);
    query.methods = layerMethodsOf(plan);
    query.model = std::make_shared<const Json>(*std::move(model));
    if (auto fits = checkPlan(query); !fits) return fits.error();
    query.model = std::make_shared<const Json>(serving::expertsOfRank(*query.model, query.plan));
    query.batch = workload.value("batch", 1.0);
    query.prompt_tokens = workload.at("prompt_tokens").get<double>();
    query.output_tokens = workload.at("output_tokens").get<double>();

    Json types{{"model", workload.at("model")},
               {"phase", "decode"},
               {"batch", 1},
               {"sequence", query.prompt_tokens + query.output_tokens},
               {"fusion", "engine"},
               {"flash_attention", true},
               {"dtype", "bf16"},
               {"tensor_parallel", query.plan.tp},
               {"expert_parallel", query.plan.ep}};
    for (const char* key :
         {"dtype", "weights", "activations", "kv_cache", "block_scaled", "static_scales", "skew", "routing"}) {
        if (workload.contains(key)) types[key] = workload.at(key);
    }
    if (!workload.contains("dtype")) types["dtype"] = name(wideType(query.device.gpu));
    auto graph = workload::readGraphOptions(types, "/workload");
    if (!graph) return graph.error();
    fitToDevice(*graph, query.device.gpu, types);
    query.graph = *graph;
    const bool routed = workload.contains("skew") || workload.contains("routing");
    if (!routed) query.graph.skew = workload::routingSkew(*query.model);
    if (!workload.contains("block_scaled")) workload::followCheckpoint(*query.model, workload.at("model"), query.graph);
    if (const auto sharded = workload::buildGraph(*query.model, query.graph, "/workload/model"); !sharded) {
        Error error = sharded.error();
        asPlanned(error, "/plan");
        if (error.pointer.ends_with("/sequence")) error.pointer = "/workload/output_tokens";
        return error;
    }
    return query;
}

} // namespace strata
