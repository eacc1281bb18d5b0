// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/messages.h"
#include "core/replay/passes.h"

#include <string>
#include <vector>

namespace strata::replay {

/// What one stage does for one micro-batch, and once.
struct StageWork {
    PassTimes forward, backward, update;
};

/// Writes the graph of one stage of equal micro-batches, task by task in the order of a schedule.
class StageWriter {
public:
    StageWriter(std::uint32_t stage, const StageWork& work, double message_bytes, double message_s)
        : stage_(stage), work_(work), message_bytes_(message_bytes), message_s_(message_s) {}

    void add(const system::PipelineTask& task, std::uint32_t stages);
    /// With the update, and the host's time behind it.
    exchange::ExecutionTrace take(double tail_s);

private:
    std::uint32_t place(exchange::TraceNode node, bool leads);
    void pass(const std::string& name, const PassTimes& times, exchange::TracePhase phase);
    void message(exchange::TraceWork work, const StageMessage& what);

    std::uint32_t stage_;
    const StageWork& work_;
    double message_bytes_, message_s_;
    exchange::ExecutionTrace trace_;
    std::vector<std::uint32_t> before_; ///< what the next node follows
};

} // namespace strata::replay
