// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/serving_query.h"

namespace strata {

/// Members of a `serving` plan that are off where they are absent.
Field speculativeField();

/// plan.speculative. Errors point into it; "bad-value" where the draft model is no decoder.
Result<SpeculativePlan> readSpeculative(const Json& plan, const ServingQuery& query, const Library& library);

/// Types and shards of a second model that runs on the same ranks; one rank where its heads do not divide.
Result<workload::GraphOptions> besideGraph(const Json& model, workload::GraphOptions options,
                                           std::string_view pointer);

/// A decoder transformer of the catalog, or inline. Errors: "bad-value" for other models.
Result<std::shared_ptr<const Json>> resolveDecoder(const Json& reference, std::string_view pointer,
                                                   const Library& library);

} // namespace strata
