// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/request.h"
#include "core/serving/simulation/fleet.h"

#include <algorithm>
#include <vector>

namespace strata::serving {

/// The links over which replicas that compute prompts send caches to those that decode: each sends one at a time.
class KvLinks {
public:
    explicit KvLinks(std::size_t replicas) : free_s_(replicas, 0.0) {}

    /// When the cache of a request, whose prompt is done now, is there.
    double send(const KvTransfer& transfer, const ActiveRequest& request, double now_s) {
        double& free_s = free_s_[static_cast<std::size_t>(request.replica)];
        const double begins_s = std::max(now_s, free_s);
        // While the link is busy with another cache, nothing of this one can have left.
        const double overlapped_s = begins_s > now_s ? 0 : now_s - request.began_s;
        return free_s = begins_s + transfer.exposedSeconds(request.prefill, overlapped_s);
    }

private:
    std::vector<double> free_s_;
};

} // namespace strata::serving
