// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/kernel_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Cluster) return design::notOnClusters(entry);
    if (entry.kind == EntryKind::Npu) return design::ontoNpu(request, entry, library);
    return design::ontoOtherGpu(request, entry, library);
}

} // namespace

RequestKind kernelKind() {
    RequestKind kind;
    kind.id = "kernel";
    kind.title = "One kernel on a GPU";
    kind.schema = schemaBy<kernelRequestSchema>;
    kind.resolve = resolvedBy<resolveKernel>;
    kind.parameters = {addHardwareParameters, addKernelParameters};
    kind.headline = {"latency_s", "energy_j", "flop_per_s", "utilization"};
    kind.hardware = {EntryKind::Gpu};
    kind.with_hardware = withHardware;
    kind.with_model = design::withWorkload;
    kind.workspace = "gpu";
    kind.sample = "gemm-bf16-h100.json";
    return kind;
}

} // namespace strata
