// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/device_types.h"
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/evaluate/request_parts.h"
#include "core/network/fabric.h"
#include "core/workload/checkpoint.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// The ranks that share the experts of copies of attention, on the fabric that joins them.
Result<network::NcclGroup> expertGroup(const Json& plan, const ServingHardware& hardware, double ranks) {
    for (const char* other : {"disaggregated", "autoscaling"}) {
        if (plan.contains(other))
            return bad("/plan/dp", {"error.copies-attention-not-combined-with", {{"other", other}}}, verbatim("1"));
    }
    if (!hardware.cluster) {
        return Error{"missing",
                     "/plan/dp",
                     {"error.single-device-states-no-fabric-between"},
                     {"accepted.cluster-as-hardware"},
                     {}};
    }
    const auto fabric = network::fabricOf(*hardware.cluster, {static_cast<std::uint32_t>(ranks), 0});
    if (!fabric) {
        Error error = fabric.error();
        error.pointer = "/plan/ep";
        return error;
    }
    return network::ncclGroupOf(*fabric, hardware.cluster->id);
}

/// The model with whole experts on ranks, where the plan spreads them.
Result<ServedModel> withExperts(const Json& plan, const ServingHardware& hardware, ServedModel model) {
    const double ranks = plan.value("tp", 1.0), dp = plan.value("dp", 1.0);
    // Copies of attention share the experts among all their ranks, unless the plan says otherwise.
    const double ep = plan.value("ep", dp > 1 && model.document->contains("moe") ? ranks * dp : 1.0);
    if (ep <= 1 && dp <= 1) return model;
    const auto moe = model.document->find("moe");
    if (moe == model.document->end() || !moe->is_object()) {
        return dp > 1 ? bad("/plan/dp", {"error.model-has-no-experts-to-share"}, {"accepted.1-and-replicas"})
                      : bad("/plan/ep", {"error.model-has-no-experts"}, {"accepted.1-or-mixture-experts"});
    }
    if (ep != ranks * dp) {
        return bad("/plan/ep", {"error.but-tp-x-dp", {{"field", "ep"}, {"ep", int(ep)}, {"dp", int(ranks * dp)}}},
                   {"accepted.tp-x-dp-each-device-holds"});
    }
    // A rank of tensor parallelism keeps a shard of every expert; here it keeps some of them whole.
    Json document = *model.document;
    document["moe"]["ffn"] = moe->value("ffn", 1.0) * ranks;
    model.document = std::make_shared<const Json>(std::move(document));
    model.expert_parallel = ep;
    if (dp <= 1) return model;
    auto group = expertGroup(plan, hardware, ep);
    if (!group) return group.error();
    model.experts = *std::move(group);
    model.data_parallel = dp;
    return model;
}

/// What the graph of one rank is built from: a decode step of one request, with the types that the request states.
Json rankOf(const Json& workload, const Json& plan, const ServingHardware& hardware, const ServedModel& model) {
    Json rank{{"model", workload.at("model")},
              {"phase", "decode"},
              {"batch", 1},
              {"sequence", 1},
              {"fusion", "engine"},
              {"flash_attention", true},
              {"dtype", name(wideType(hardware.device.gpu))}};
    for (const char* key : {"dtype", "weights", "activations", "kv_cache", "skew", "routing"}) {
        if (workload.contains(key)) rank[key] = workload.at(key);
    }
    rank["tensor_parallel"] = plan.value("tp", 1);
    if (model.expert_parallel > 1) {
        rank["model"] = *model.document;
        rank["expert_parallel"] = model.expert_parallel;
    }
    return rank;
}

} // namespace

Result<std::shared_ptr<const Json>> resolveDecoder(const Json& reference, std::string_view pointer,
                                                   const Library& library) {
    auto model = library.resolve(reference, pointer, Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", "") != "transformer" || model->value("architecture", "decoder") != "decoder") {
        return Error{"bad-value",
                     std::string(pointer),
                     {"error.only-decoder-transformers-served"},
                     {"accepted.transformer-decodes"},
                     {}};
    }
    return std::make_shared<const Json>(*std::move(model));
}

Result<workload::GraphOptions> besideGraph(const Json& model, workload::GraphOptions options,
                                           std::string_view pointer) {
    for (const double ranks : {options.tensor_parallel, 1.0}) {
        options.tensor_parallel = ranks;
        const auto built = workload::buildGraph(model, options, pointer);
        if (built) return options;
        if (ranks <= 1 || !built.error().pointer.ends_with("tensor_parallel")) return built.error();
    }
    return options;
}

Result<ServedModel> servedModelOf(const Json& request, const ServingHardware& hardware, const Library& library) {
    auto document = resolveDecoder(request.at("workload").at("model"), "/workload/model", library);
    if (!document) return document.error();
    return withExperts(servingMember(request, "plan"), hardware, {.document = *std::move(document)});
}

Result<ServingShards> servingShardsOf(const Json& request, const ServingHardware& hardware, const ServedModel& model) {
    const Json& workload = request.at("workload");
    const Json& plan = servingMember(request, "plan");
    const hardware::Gpu& gpu = hardware.device.gpu;
    const int layers = model.document->value("layers", 1);
    if (plan.value("pp", 1) > layers)
        return bad("/plan/pp", {"error.pp-more-than-model-has-layers"}, {"accepted.at-most", {{"most", layers}}});
    if (plan.value("tp", 1) > 1 && gpu.link_bytes_per_s <= 0) {
        return Error{"missing",
                     "/plan/tp",
                     {"error.states-no-bandwidth-to-peers", {{"gpu", gpu.name}}},
                     {"accepted.tp-1-or-hardware-with-link"},
                     {}};
    }
    const Json rank = rankOf(workload, plan, hardware, model);
    auto graph = workload::readGraphOptions(rank, "/workload");
    if (!graph) return graph.error();
    fitToDevice(*graph, gpu, rank);
    const bool routed = workload.contains("skew") || workload.contains("routing");
    if (!routed) graph->skew = workload::routingSkew(*model.document);
    workload::followCheckpoint(*model.document, workload.at("model"), *graph);
    // Heads and widths must divide by the ranks.
    const auto sharded = workload::buildGraph(*model.document, *graph, "/workload/model");
    if (!sharded) {
        Error error = sharded.error();
        asPlanned(error, "/plan");
        return error;
    }
    return ServingShards{*graph, sharded->memory};
}

} // namespace strata
