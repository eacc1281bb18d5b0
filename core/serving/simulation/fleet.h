// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/scheduling/scheduler.h"

#include <cstdint>

namespace strata::serving {

/// How the KV cache of a prompt goes to the replica that decodes it: T = setup + bytes / rate, so that the
/// share of the link grows with the message; `layers` as in exposedSeconds().
struct KvTransfer {
    double bytes_per_token = 0; ///< of the whole model
    double state_bytes = 0;     ///< of the recurrent layers of one request
    double setup_s = 0;
    double bytes_per_s = 0; ///< that large messages reach
    double layers = 1;

    double bytes(double tokens) const { return state_bytes + tokens * bytes_per_token; }
    double seconds(double tokens) const { return setup_s + bytes(tokens) / bytes_per_s; }
    /// What is left of it when the prompt, computed in `prefill_s`, is done.
    double exposedSeconds(double tokens, double prefill_s) const;
};

/// Replicas that only decode; those of the simulation then only compute prompts (DistServe: Zhong et al.,
/// OSDI 2024). A replica sends one cache at a time.
struct DecodePool {
    std::int32_t replicas = 0; ///< 0: every replica does both
    SchedulerOptions scheduler{};
    const StepTime* time = nullptr;
    const StepTime* energy = nullptr;
    KvTransfer transfer{};
};

/// Replicas fail at exponentially distributed times after they start. What they held is computed again,
/// elsewhere where there is an elsewhere.
struct Failures {
    double mtbf_s = 0; ///< of one replica; 0: none fails
    double restart_s = 0;
};

/// Every interval there should be enough replicas that each has `target` requests, waiting and running.
/// Surplus ones take no new requests, finish theirs and stop.
struct Autoscaling {
    std::int32_t minimum = 0; ///< replicas at the start, and the fewest; 0: off
    double target = 1;
    double interval_s = 10;
    double start_s = 60; ///< until a new replica takes requests
};

} // namespace strata::serving
