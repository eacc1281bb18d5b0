// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/kinds/system/collective_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
RequestKind collectiveKind() {
    RequestKind kind;
    kind.id = "collective";
    kind.title = "One collective of some ranks of a cluster";
    kind.schema = schemaBy<collectiveRequestSchema>;
    kind.starts = collectiveStarts;
    kind.resolve = resolvedBy<resolveCollective>;
    kind.parameters = {addHardwareParameters, addStatedParameters};
    kind.hardware = {EntryKind::Cluster};
    kind.with_hardware = design::ontoRanks;
    kind.with_model = design::withWorkload;
    kind.workspace = "cluster";
    kind.sample = "all-reduce-dgx-h100.json";
    kind.runs_kernels = false;
    return kind;
}

} // namespace strata
