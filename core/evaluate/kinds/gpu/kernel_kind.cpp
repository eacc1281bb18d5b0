// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/gpu/kernel_query.h"
#include "core/evaluate/kinds/memory_query.h"
#include "core/evaluate/kinds/pim_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// GPUs and memories that compute resolve to queries of their own.
Result<Resolved> resolve(const Json& request, const Library& library) {
    if (runsOnMacro(request, library)) return resolvedBy<resolveMacro>(request, library);
    if (runsOnDimm(request, library)) return resolvedBy<resolveDimm>(request, library);
    return runsOnPim(request, library) ? resolvedBy<resolvePim>(request, library)
                                       : resolvedBy<resolveKernel>(request, library);
}

Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Cluster) return design::notOnClusters(entry);
    if (entry.kind == EntryKind::Npu) return design::ontoNpu(request, entry, library);
    if (entry.kind == EntryKind::Macro || entry.kind == EntryKind::Dimm) return design::ontoMemory(request, entry);
    if (entry.kind == EntryKind::Pim) return design::ontoPim(request, entry);
    Json next = request;
    if (runsOnPim(request, library)) removePointer(next, "/method");
    if (runsOnMacro(request, library) || runsOnDimm(request, library)) {
        removePointer(next, "/method");
        removePointer(next, "/plan");
    }
    return design::ontoOtherGpu(next, entry, library);
}

Result<Json> withModel(const Json& request, const Entry& model, const Library& library) {
    return runsOnPim(request, library) ? design::decodeAttentionOf(request, model)
                                       : design::withWorkload(request, model, library);
}

} // namespace

RequestKind kernelKind() {
    RequestKind kind;
    kind.id = "kernel";
    kind.title = "One kernel on a GPU or in a memory that computes";
    kind.schema = schemaBy<kernelRequestSchema>;
    kind.resolve = resolve;
    kind.parameters = {addHardwareParameters, addKernelParameters};
    kind.headline = {"latency_s", "energy_j", "flop_per_s", "utilization"};
    kind.hardware = {EntryKind::Gpu, EntryKind::Pim, EntryKind::Macro, EntryKind::Dimm};
    kind.with_hardware = withHardware;
    kind.with_model = withModel;
    kind.workspace = "gpu";
    kind.sample = "gemm-bf16-h100.json";
    return kind;
}

} // namespace strata
