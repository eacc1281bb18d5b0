// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/messages.h"

namespace strata::replay {

TaskMessages messagesOf(const system::PipelineTask& task, std::uint32_t stages, std::uint32_t chunks) {
    TaskMessages messages;
    if (task.work == system::Work::Weight || stages < 2) return messages;
    const std::uint32_t links = stages * chunks, here = task.chunk * stages + task.stage;
    const bool forward = task.work == system::Work::Forward;
    const auto tag = [&](std::uint32_t link) {
        return (std::uint64_t{task.micro_batch} * links + link) * 2 + (forward ? 0 : 1);
    };
    if (forward ? here > 0 : here + 1 < links)
        messages.receive = StageMessage{(forward ? here - 1 : here + 1) % stages, tag(here)};
    if (forward ? here + 1 < links : here > 0) {
        const std::uint32_t link = forward ? here + 1 : here - 1;
        messages.send = StageMessage{link % stages, tag(link)};
    }
    return messages;
}

} // namespace strata::replay
