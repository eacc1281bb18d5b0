// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/inference_query.h"

#include "core/evaluate/kinds/device_types.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request_parts.h"
#include "core/hardware/cluster_json.h"
#include "core/hardware/gpu_json.h"
#include "core/serving/single.h"
#include "core/workload/checkpoint.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

Error bad(std::string pointer, std::string text, std::string expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

std::string whole(double value) { return std::to_string(static_cast<long long>(value)); }

/// `is` in place of `was` where the error stands, and where its text and what it accepts begin with it.
void rename(Error& error, std::string_view was, const std::string& plan, std::string_view is) {
    if (!error.pointer.ends_with(was)) return;
    error.pointer = plan + "/" + std::string(is);
    if (error.text.starts_with(was)) error.text.replace(0, was.size(), is);
}

/// Groups of ranks divide one another, and experts and layers divide over them.
Result<void> checkPlan(const InferenceQuery& query) {
    const auto& plan = query.plan;
    const double layers = query.model->value("layers", 1.0);
    if (plan.stages > layers)
        return bad("/plan/pp", "pp is more than the model has layers", "at most " + whole(layers));
    const auto moe = query.model->find("moe");
    if (plan.ep > 1 && moe == query.model->end()) return bad("/plan/ep", "the model has no experts to share", "1");
    if (plan.ep > 1 && std::fmod(moe->at("experts").get<double>(), plan.ep) != 0) {
        return bad("/plan/ep",
                   "ep is " + whole(plan.ep) + ", but " + whole(moe->at("experts").get<double>()) +
                       " experts do not divide by " + whole(plan.ep),
                   "a divisor of the number of experts");
    }
    const double large = std::max(plan.ep, plan.tp), small = std::min(plan.ep, plan.tp);
    if (std::fmod(large, small) != 0) {
        return bad("/plan/ep", "neither of ep " + whole(plan.ep) + " and tp " + whole(plan.tp) + " divides the other",
                   "a divisor or a multiple of tp");
    }
    if (!query.cluster) {
        if (plan.ranks() > 1 && query.device.gpu.link_bytes_per_s <= 0) {
            return Error{"missing",
                         plan.tp > 1   ? "/plan/tp"
                         : plan.ep > 1 ? "/plan/ep"
                                       : "/plan/pp",
                         query.device.gpu.name + " states no bandwidth to its peers",
                         "one rank, a cluster, or hardware with link_bytes_per_s",
                         {}};
        }
        return {};
    }
    const auto most = static_cast<double>(query.cluster->devices());
    if (plan.ranks() > most) {
        return bad(plan.tp > 1   ? "/plan/tp"
                   : plan.ep > 1 ? "/plan/ep"
                                 : "/plan/pp",
                   "the plan takes " + whole(plan.ranks()) + " devices of the " + whole(most) + " of " +
                       query.cluster->name,
                   "at most " + whole(most) + " devices in all");
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
    const Entry* entry = library.find(cluster->device);
    if (entry == nullptr || entry->kind != EntryKind::Gpu) {
        return Error{"missing",
                     "/hardware",
                     "the library has no GPU called " + cluster->device + ", which " + cluster->name + " is made of",
                     "a cluster of GPUs",
                     {}};
    }
    auto gpu = hardware::readGpu(*entry->document, {});
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    if (!cluster->scale_up.empty()) gpu->link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
    return SystemQuery{{*std::move(gpu), std::make_shared<const Json>(*entry->document)}, *std::move(cluster)};
}

Result<InferenceQuery> resolveInference(const Json& request, const Library& library) {
    InferenceQuery query;
    auto system = resolveSystem(request, library);
    if (!system) return system.error();
    query.device = std::move(system->device);
    query.cluster = std::move(system->cluster);
    if (auto serves = requireServingRuntime(request, library, query.device); !serves) return serves.error();
    const Json& workload = request.at("workload");
    auto model = library.resolve(workload.at("model"), "/workload/model", Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", "") != "transformer" || model->value("architecture", "decoder") != "decoder")
        return bad("/workload/model", "only decoder transformers answer prompts", "a transformer that decodes");
    const Json plan = request.value("plan", Json::object());
    query.plan = {plan.value("tp", 1.0), plan.value("pp", 1.0), plan.value("ep", 1.0)};
    query.token_budget = plan.value("token_budget", query.token_budget);
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
