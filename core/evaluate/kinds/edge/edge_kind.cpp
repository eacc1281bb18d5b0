// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/edge/edge_query.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/parameter_collect.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> withHardware(const Json& request, const Entry& entry, const Library&) {
    if (entry.kind != EntryKind::Soc) {
        return Error{"not-supported",
                     "/hardware",
                     {"error.not-edge-soc", {{"name", entry.name}}},
                     {"accepted.command-line-device-strata-cli-catalog-list-kind"},
                     {}};
    }
    Json next = request;
    next["hardware"] = entry.id;
    // What was measured and set belongs to the device that was left.
    for (const char* own : {"/plan/measurements", "/plan/backend", "/plan/threads", "/plan/cores"})
        removePointer(next, own);
    removePointer(next, "/label");
    return next;
}

Result<Json> withModel(const Json& request, const Entry& model, const Library&) {
    Json next = request;
    Json workload{{"model", model.id}};
    for (const char* kept : {"batch", "resolution", "dtype", "sequence"}) {
        if (request.at("workload").contains(kept)) workload[kept] = request["workload"][kept];
    }
    next["workload"] = std::move(workload);
    removePointer(next, "/label");
    return next;
}

std::optional<Error> obstacle(const Entry&, const Entry&, const Library&) { return std::nullopt; }

Result<Json> begin(const design::Wish& wish, const Library&) {
    return Json{{"kind", "edge"}, {"hardware", wish.hardware}, {"workload", {{"model", wish.workload}, {"batch", 1}}}};
}

} // namespace

RequestKind edgeKind() {
    RequestKind kind;
    kind.id = "edge";
    kind.title = "One run of a network on an edge SoC";
    kind.schema = schemaBy<edgeRequestSchema>;
    kind.starts = edgeStarts;
    kind.resolve = resolvedBy<resolveEdge>;
    kind.parameters = {addHardwareParameters, addStatedParameters};
    kind.headline = {"latency_s", "requests_per_s"};
    kind.hardware = {EntryKind::Soc};
    kind.workloads = {EntryKind::Cnn, EntryKind::Transformer, EntryKind::Diffusion};
    kind.with_hardware = withHardware;
    kind.with_model = withModel;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Soc}, obstacle, begin};
    kind.workspace = "edge";
    kind.sample = "resnet18-raspberry-pi-4.json";
    kind.runs_kernels = false;
    return kind;
}

} // namespace strata
