// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/request.h"
#include "core/hardware/cluster/cluster.h"
#include "core/hardware/gpu/gpu.h"
#include "core/system/plan.h"
#include "core/system/plan_search.h"
#include "core/system/reliability.h"
#include "core/system/rl_step.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// A `training` request with every name resolved and a plan that can run.
struct TrainingQuery {
    hardware::Cluster cluster;
    hardware::Gpu gpu;
    double host_link_bytes_per_s = 0.0;   ///< of a device, as its catalog entry states it; 0: not stated
    std::shared_ptr<const Json> document; ///< of the cluster, for its sources
    system::TrainingJob job;
    system::Plan plan;
    double devices = 1.0;
    LayerMethods methods;
    system::Reliability reliability;
    bool reliable = true; ///< no failures or stragglers were asked about

    std::optional<system::RlJob> rl;   ///< of task rl
    std::shared_ptr<const Json> model; ///< the document of the model

    struct Search {
        system::FreeFields free;
        std::vector<double> devices;
        std::size_t kept = 100;
        std::string objective;
    };
    std::optional<Search> search; ///< the plan is its start and not legal by itself
};

/// Errors point into the request: "wrong-kind" where the hardware is no cluster, "not-supported" where its
/// devices are no GPUs or lack the precision, "bad-value" for plans that cannot run. Cheap enough for the
/// window's thread.
Result<TrainingQuery> resolveTraining(const Json& request, const Library& library);

} // namespace strata
