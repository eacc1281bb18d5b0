// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/hardware/pim/pim.h"
#include "core/workload/graph.h"

#include <optional>

namespace strata {

/// A `model` request with every name resolved and the model cut into operators.
struct ModelQuery {
    GpuQuery device;
    workload::GraphOptions options;
    workload::ModelGraph graph;
    std::optional<workload::ModelGraph> prefill;     ///< one prompt of other requests, where the plan has serving
    std::optional<hardware::Pim> attention_memory{}; ///< holds the caches and computes decode attention: all stacks
    std::shared_ptr<const Json> model; ///< the resolved workload document, for its sources and for other phases
};

/// Errors point into the request. Cheap enough for the window's thread.
Result<ModelQuery> resolveModel(const Json& request, const Library& library);

} // namespace strata
