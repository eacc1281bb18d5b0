// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/fitting_plan.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/kinds/serving/serving_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onFittingRanks(wish, design::servingOf, library);
}

} // namespace

RequestKind servingKind() {
    RequestKind kind;
    kind.id = kUnderLoad;
    kind.title = "An engine that serves requests on GPUs or a cluster";
    kind.schema = schemaBy<servingRequestSchema>;
    kind.starts = servingStarts;
    kind.held = longestLengthHeld;
    kind.resolve = resolvedBy<resolveServing>;
    kind.parameters = {addHardwareParameters, addStatedParameters, addModelShape};
    kind.headline = {"e2e_s", "ttft_s", "tpot_s", "tokens_per_s"};
    kind.measured = "tpot_s";
    kind.hardware = {EntryKind::Gpu, EntryKind::Cluster};
    kind.workloads = {EntryKind::Transformer};
    kind.conversions = {{kOneBatch, design::inferenceOf}};
    kind.with_hardware = design::ontoRanks;
    kind.with_model = design::withLanguageModel;
    kind.task = TaskForm{
        "serve", "&Serve it", "%1 served on %2", {EntryKind::Gpu, EntryKind::Cluster}, design::textObstacle, begin};
    kind.workspace = "serving";
    kind.sample = "llama3.1-8b-serving-h100.json";
    kind.extent = Extent::Load;
    kind.serves = true;
    return kind;
}

} // namespace strata
