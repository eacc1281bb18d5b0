// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/block_query.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/parameter_collect.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> withHardware(const Json& request, const Entry& entry, const Library&) {
    if (entry.kind != EntryKind::Cpu)
        return Error{"not-supported",
                     "/hardware",
                     {"error.not-cpu-core", {{"name", entry.name}}},
                     {"accepted.command-line-entry-of-kind", {{"kind", name(EntryKind::Cpu)}}},
                     {}};
    Json next = request;
    next["hardware"] = entry.id;
    removePointer(next, "/label");
    return next;
}

Result<Json> withModel(const Json&, const Entry& model, const Library&) {
    return Error{"not-supported", "/workload", {"error.block-takes-no-model", {{"name", model.name}}}, {}, {}};
}

} // namespace

RequestKind blockKind() {
    RequestKind kind;
    kind.id = "block";
    kind.title = "One basic block on the core of a CPU";
    kind.schema = schemaBy<blockRequestSchema>;
    kind.starts = blockStarts;
    kind.resolve = resolvedBy<resolveBlock>;
    kind.parameters = {addHardwareParameters, addStatedParameters};
    kind.headline = {"cycles", "instructions_per_cycle", "latency_s"};
    kind.measured = "cycles";
    kind.hardware = {EntryKind::Cpu};
    kind.with_hardware = withHardware;
    kind.with_model = withModel;
    kind.workspace = "cpu";
    kind.sample = "dot-product-golden-cove.json";
    kind.runs_kernels = false;
    return kind;
}

} // namespace strata
