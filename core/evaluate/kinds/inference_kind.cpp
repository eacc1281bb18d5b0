// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/fitting_plan.h"
#include "core/evaluate/kinds/inference_query.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onFittingRanks(wish, design::inferenceOf, library);
}

} // namespace

RequestKind inferenceKind() {
    RequestKind kind;
    kind.id = kOneBatch;
    kind.title = "One batch of prompts and answers on a GPU or a cluster";
    kind.schema = schemaBy<inferenceRequestSchema>;
    kind.starts = inferenceStarts;
    kind.resolve = resolvedBy<resolveInference>;
    kind.parameters = {addHardwareParameters, addStatedParameters, addModelShape};
    kind.headline = {"ttft_s", "tpot_s", "tokens_per_s", "memory_bytes"};
    kind.measured = "tpot_s";
    kind.hardware = {EntryKind::Gpu, EntryKind::Cluster};
    kind.workloads = {EntryKind::Transformer};
    kind.conversions = {{kUnderLoad, design::servingOf}};
    kind.with_hardware = design::ontoRanks;
    kind.with_model = design::withLanguageModel;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Cluster}, design::textObstacle, begin};
    kind.workspace = "serving";
    kind.sample = "llama3.1-70b-inference-dgx-h100.json";
    kind.serves = true;
    return kind;
}

} // namespace strata
