// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/hardware/cluster_json.h"
#include "core/hardware/gpu_json.h"
#include "core/network/fabric.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<void> resolveServingDevice(const Json& request, const Library& library, ServingQuery& query) {
    const auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (document->value("kind", std::string()) != name(EntryKind::Cluster)) {
        auto device = resolveGpu(request, library);
        if (!device) return device.error();
        query.device = *std::move(device);
        return {};
    }
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    auto device = library.resolve(Json(cluster->device), "/hardware/device", Role::Hardware);
    if (!device) return device.error();
    auto gpu = hardware::readGpu(*device, {});
    if (!gpu) {
        return Error{"wrong-kind",
                     "/hardware",
                     {"error.has-no-gpus", {{"cluster", cluster->name}}},
                     {"accepted.cluster-gpus-or-gpu"},
                     {}};
    }
    query.device = {*std::move(gpu), std::make_shared<const Json>(*std::move(device))};
    if (!cluster->scale_up.empty()) query.device.gpu.link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
    const auto joined = static_cast<double>(cluster->scaleUpDevices());
    const double ranks = servingMember(request, "plan").value("tp", 1.0);
    if (ranks > joined) {
        return Error{"bad-value",
                     "/plan/tp",
                     {"error.but-devices-reach-each-other-without",
                      {{"field", "tp"}, {"ranks", int(ranks)}, {"joined", int(joined)}, {"cluster", cluster->name}}},
                     {"accepted.at-most-and-pp-or-replicas", {{"joined", int(joined)}}},
                     {}};
    }
    query.cluster = *std::move(cluster);
    return {};
}

Result<void> spreadExperts(const Json& plan, ServingQuery& query, Json& types) {
    const double ranks = plan.value("tp", 1.0), dp = plan.value("dp", 1.0);
    // Copies of attention share the experts among all their ranks, unless the plan says otherwise.
    const double ep = plan.value("ep", dp > 1 && query.model->contains("moe") ? ranks * dp : 1.0);
    if (ep <= 1 && dp <= 1) return {};
    const auto bad = [](const char* pointer, Message text, Message expected) {
        return Error{"bad-value", pointer, std::move(text), std::move(expected), {}};
    };
    const auto moe = query.model->find("moe");
    if (moe == query.model->end() || !moe->is_object()) {
        return dp > 1 ? bad("/plan/dp", {"error.model-has-no-experts-to-share"}, {"accepted.1-and-replicas"})
                      : bad("/plan/ep", {"error.model-has-no-experts"}, {"accepted.1-or-mixture-experts"});
    }
    if (ep != ranks * dp) {
        return bad("/plan/ep", {"error.but-tp-x-dp", {{"field", "ep"}, {"ep", int(ep)}, {"dp", int(ranks * dp)}}},
                   {"accepted.tp-x-dp-each-device-holds"});
    }
    // A rank of tensor parallelism keeps a shard of every expert; here it keeps some of them whole.
    Json model = *query.model;
    model["moe"]["ffn"] = moe->value("ffn", 1.0) * ranks;
    query.model = std::make_shared<const Json>(std::move(model));
    types["model"] = *query.model;
    types["expert_parallel"] = ep;
    if (dp <= 1) return {};
    for (const char* other : {"disaggregated", "autoscaling"}) {
        if (plan.contains(other))
            return bad("/plan/dp", {"error.copies-attention-not-combined-with", {{"other", other}}}, verbatim("1"));
    }
    if (!query.cluster) {
        return Error{"missing",
                     "/plan/dp",
                     {"error.single-device-states-no-fabric-between"},
                     {"accepted.cluster-as-hardware"},
                     {}};
    }
    const auto fabric = network::fabricOf(*query.cluster, {static_cast<std::uint32_t>(ep), 0});
    if (!fabric) {
        Error error = fabric.error();
        error.pointer = "/plan/ep";
        return error;
    }
    const auto group = network::ncclGroupOf(*fabric, query.cluster->id);
    if (!group) return group.error();
    query.experts = *group;
    query.data_parallel = dp;
    query.options.replicas *= static_cast<int>(dp);
    return {};
}

} // namespace strata
