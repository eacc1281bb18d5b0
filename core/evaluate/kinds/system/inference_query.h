// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/request.h"
#include "core/hardware/cluster/cluster.h"
#include "core/serving/tables/rank_links.h"
#include "core/workload/graph.h"

#include <optional>

namespace strata {

/// An `inference` request with every name resolved.
struct InferenceQuery {
    GpuQuery device; ///< with a serving engine: vLLM where the hardware names none
    std::optional<hardware::Cluster> cluster;
    std::shared_ptr<const Json> model; ///< the resolved workload document
    workload::GraphOptions graph;      ///< types and shards of one rank
    serving::RankPlan plan;
    LayerMethods methods;
    double batch = 1, prompt_tokens = 1, output_tokens = 1, token_budget = 8192;
};

/// A request's device, or the devices of its cluster: their links are those of its innermost level. Errors:
/// "wrong-kind" for other hardware, "missing" for a cluster whose device the library has not.
struct SystemQuery {
    GpuQuery device;
    std::optional<hardware::Cluster> cluster;
};
Result<SystemQuery> resolveSystem(const Json& request, const Library& library);

/// Errors point into the request. Cheap enough for the window's thread.
Result<InferenceQuery> resolveInference(const Json& request, const Library& library);

} // namespace strata
