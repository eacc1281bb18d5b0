// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/fitting_plan.h"
#include "core/evaluate/kinds/edge/language_query.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/kinds/system/inference_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onFittingRanks(wish, design::inferenceOf, library);
}

/// Single devices with a runtime of their own resolve to a query of their own.
Result<Resolved> resolve(const Json& request, const Library& library) {
    return asksLanguage(request, library) ? resolvedBy<resolveLanguage>(request, library)
                                          : resolvedBy<resolveInference>(request, library);
}

/// What any hardware can be asked; formats, runtimes and ranks are those of the device that was left.
Json askedAnywhere(const Json& request) {
    Json next{{"kind", kOneBatch}, {"hardware", request.at("hardware")}, {"workload", Json::object()}};
    for (const char* key : {"model", "prompt_tokens", "output_tokens", "batch"}) {
        if (request.at("workload").contains(key)) next["workload"][key] = request["workload"][key];
    }
    return next;
}

Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    const bool onto_soc = entry.kind == EntryKind::Soc;
    if (!onto_soc && !asksLanguage(request, library)) return design::ontoRanks(request, entry, library);
    Json next = askedAnywhere(request);
    if (!onto_soc) {
        next["hardware"] = entry.id;
        if (entry.kind != EntryKind::Gpu) return design::ontoRanks(next, entry, library);
        next["workload"]["dtype"] = "bf16";
        design::keepSupportedType(next, *entry.document);
        return next;
    }
    next["hardware"] = entry.id;
    return next;
}

} // namespace

RequestKind inferenceKind() {
    RequestKind kind;
    kind.id = kOneBatch;
    kind.title = "One batch of prompts and answers on a GPU, a cluster or an edge SoC";
    kind.schema = schemaBy<inferenceRequestSchema>;
    kind.starts = inferenceStarts;
    kind.resolve = resolve;
    kind.parameters = {addHardwareParameters, addStatedParameters, addModelShape};
    kind.headline = {"ttft_s", "tpot_s", "tokens_per_s", "memory_bytes"};
    kind.measured = "tpot_s";
    kind.hardware = {EntryKind::Gpu, EntryKind::Cluster, EntryKind::Soc};
    kind.workloads = {EntryKind::Transformer};
    kind.conversions = {{kUnderLoad, design::servingOf}};
    kind.with_hardware = withHardware;
    kind.with_model = design::withLanguageModel;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Cluster}, design::textObstacle, begin};
    kind.workspace = "serving";
    kind.sample = "llama3.1-70b-inference-dgx-h100.json";
    kind.extent = Extent::Batch;
    kind.serves = true;
    return kind;
}

} // namespace strata
