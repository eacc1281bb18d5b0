// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/plan_trace.h"

#include <vector>

namespace strata::replay {

/// A collective behind each layer of a pass.
struct LayerExchange {
    exchange::TraceCollective kind = exchange::TraceCollective::AllReduce;
    double bytes = 0.0, seconds = 0.0;
    const char* group = "";
    std::uint32_t ranks = 0;
};

/// What the passes of a stage are made of; the same for all stages but for the head's time.
struct StageCosts {
    std::uint32_t layers = 1;                     ///< of a chunk
    std::vector<LayerExchange> forward, backward; ///< behind each layer
    std::vector<LayerExchange> gather;            ///< before each layer of each pass
    std::vector<LayerExchange> reduce;            ///< of gradients, behind each backward layer
    std::vector<LayerExchange> update;            ///< of weights, behind the optimizer
    bool reduces_always = false;                  ///< of every micro-batch, not only of the last one
    double message_bytes = 0.0, message_s = 0.0;
};

/// The exchanges of a stage as the closed form prices them; layers are those of the first stage.
StageCosts stageCostsOf(const PlannedStep& step);

/// Of all of them, one after the other.
double secondsOf(const std::vector<LayerExchange>& exchanges);

} // namespace strata::replay
