// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/serving/summary.h"
#include "core/workload/graph.h"

namespace strata {

/// How tokens are guessed ahead (plan.speculative).
struct SpeculativePlan {
    enum class Method { None, Draft, Ngram, Eagle, Medusa } method = Method::None;
    std::shared_ptr<const Json> model; ///< that drafts: of draft and eagle
    workload::GraphOptions graph;      ///< its types and shards
    serving::Speculation speculation;
    std::vector<double> acceptance; ///< by position, as stated
};

/// A `serving` request with every name resolved; blocks of the KV cache are left to the method.
struct ServingQuery {
    GpuQuery device;                    ///< with a serving engine: vLLM where the hardware names none
    std::shared_ptr<const Json> model;  ///< the resolved workload document
    workload::GraphOptions graph;       ///< types and shards of one rank
    serving::SimulationOptions options;
    serving::TrafficOptions traffic;
    std::string trace;                  ///< file whose arrivals or lengths are replayed; empty: none
    bool replay = false;                ///< its arrivals too, not its lengths alone
    serving::ServiceLevel level;
    SpeculativePlan speculative;
};

/// Errors point into the request. Reads no trace. Cheap enough for the window's thread.
Result<ServingQuery> resolveServing(const Json& request, const Library& library);

}  // namespace strata
