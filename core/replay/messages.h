// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/pipeline.h"

#include <cstdint>
#include <optional>

namespace strata::replay {

/// One message between stages, told by its micro-batch, the place that takes it, and its direction.
struct StageMessage {
    std::uint32_t peer = 0; ///< stage that it comes from or goes to
    std::uint64_t tag = 0;
};

/// What a task waits for and what it sends on.
struct TaskMessages {
    std::optional<StageMessage> receive, send;
};

TaskMessages messagesOf(const system::PipelineTask& task, std::uint32_t stages, std::uint32_t chunks);

} // namespace strata::replay
