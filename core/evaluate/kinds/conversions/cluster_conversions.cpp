// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/fitting_plan.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {

const Entry* deviceOf(const Entry& hardware, const Library& library) {
    if (hardware.kind != EntryKind::Cluster) return &hardware;
    const Entry* device = library.find(hardware::deviceId(*hardware.document));
    return device != nullptr && device->kind == EntryKind::Gpu ? device : nullptr;
}

std::optional<Error> clusterObstacle(const Entry& hardware, const Library& library) {
    if (deviceOf(hardware, library) != nullptr) return std::nullopt;
    return Error{"not-supported",
                 "",
                 {"error.made-devices-catalog-has-no-model", {{"hardware", hardware.name}}},
                 {"accepted.cluster-gpus"},
                 {}};
}

std::optional<Error> decoderObstacle(const Entry& workload) {
    if (workload.kind == EntryKind::Transformer &&
        workload.document->value("architecture", std::string("decoder")) == "decoder")
        return std::nullopt;
    return Error{"not-supported",
                 "",
                 {"error.does-not-generate-text", {{"workload", workload.name}}},
                 {"accepted.language-model-decodes-or-one-gpu"},
                 {}};
}

Json ontoPartOf(const Json& request, const Entry& cluster) {
    Json next = request;
    const std::int64_t all = cluster.document->value("devices_per_node", std::int64_t{1}) *
                             cluster.document->value("nodes", std::int64_t{1});
    const Json* had = findPointer(request, "/hardware/devices");
    next["hardware"] = {{"cluster", cluster.id},
                        {"devices", std::min(had != nullptr ? had->get<std::int64_t>() : all, all)}};
    removePointer(next, "/label");
    return next;
}

Result<Json> ontoWholeCluster(const Json& request, const Entry& cluster, const Library& library) {
    Json next = request;
    next["hardware"] = cluster.id;
    if (const Entry* device = library.find(hardware::deviceId(*cluster.document)))
        keepSupportedType(next, *device->document);
    removePointer(next, "/label");
    return next;
}

Result<Json> ontoRanks(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Cluster) return ontoWholeCluster(request, entry, library);
    if (entry.kind == EntryKind::Npu) return ontoNpu(request, entry, library);
    return ontoOtherGpu(request, entry, library);
}

std::optional<Error> textObstacle(const Entry& workload, const Entry& machine, const Library& library) {
    if (machine.kind == EntryKind::Cluster) {
        if (auto error = clusterObstacle(machine, library)) return error;
    }
    return decoderObstacle(workload);
}

Result<Json> onFittingRanks(const Wish& wish, Result<Json> (*form)(const Json& request), const Library& library) {
    const Entry& machine = *library.find(wish.hardware);
    Wish whole = wish;
    whole.layer.clear();
    const auto run = onDevice(whole, *deviceOf(machine, library), library);
    if (!run) return run.error();
    auto next = form(*run);
    if (!next) return next.error();
    (*next)["hardware"] = machine.id;
    return withFittingRanks(*std::move(next), machine, library);
}

Error noClusterOf(const Entry& gpu) {
    return {"not-supported", "", {"error.no-cluster-catalog-made", {{"gpu", gpu.name}}}, {"accepted.cluster"}, {}};
}

Error notOnClusters(const Entry& cluster) {
    return {"not-supported",
            "",
            {"error.runs-no-single-layer-or-kernel", {{"cluster", cluster.name}}},
            {"accepted.language-model"},
            {}};
}

} // namespace strata::design
