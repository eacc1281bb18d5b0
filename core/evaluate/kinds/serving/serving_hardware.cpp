// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// The GPU itself, or the device of the cluster.
Result<ServingHardware> devicesOf(const Json& request, const Library& library) {
    const auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (document->value("kind", std::string()) != name(EntryKind::Cluster)) {
        auto device = resolveGpu(request, library);
        if (!device) return device.error();
        return ServingHardware{.device = *std::move(device)};
    }
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    auto device = resolveDevice(request, *document, library);
    if (!device) return device.error();
    if (device->value("kind", std::string()) != name(EntryKind::Gpu)) {
        return Error{"wrong-kind",
                     "/hardware",
                     {"error.has-no-gpus", {{"cluster", cluster->name}}},
                     {"accepted.cluster-gpus-or-gpu"},
                     {}};
    }
    auto gpu = hardware::readGpu(*device, "/hardware/device");
    if (!gpu) return gpu.error();
    if (!cluster->scale_up.empty()) gpu->link_bytes_per_s = cluster->scale_up.front().bandwidth_bytes_per_s;
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
    GpuQuery joined_gpu;
    joined_gpu.gpu = *std::move(gpu);
    joined_gpu.document = std::make_shared<const Json>(*std::move(device));
    return ServingHardware{.device = std::move(joined_gpu), .cluster = *std::move(cluster)};
}

/// plan.power_limit_w; 0 where none is stated.
Result<double> powerLimit_w(const Json& plan, const hardware::Gpu& gpu) {
    const double limit_w = plan.value("power_limit_w", 0.0);
    if (limit_w <= 0) return limit_w;
    const auto bad = [](Message text, Message expected) {
        return Error{"bad-value", "/plan/power_limit_w", std::move(text), std::move(expected), {}};
    };
    if (gpu.board_power_w <= 0) return bad({"error.states-no-board-power", {{"gpu", gpu.name}}}, {"accepted.no-limit"});
    if (limit_w <= gpu.board_power_w) return limit_w;
    return bad({"error.limit-above-board"}, {"accepted.at-most-w", {{"board_power_w", int(gpu.board_power_w)}}});
}

} // namespace

Result<ServingHardware> servingHardwareOf(const Json& request, const Library& library) {
    auto hardware = devicesOf(request, library);
    if (!hardware) return hardware;
    if (auto serves = requireServingRuntime(request, library, hardware->device); !serves) return serves.error();
    const auto limit_w = powerLimit_w(servingMember(request, "plan"), hardware->device.gpu);
    if (!limit_w) return limit_w.error();
    hardware->power_limit_w = *limit_w;
    return hardware;
}

} // namespace strata
