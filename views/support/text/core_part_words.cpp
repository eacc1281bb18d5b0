// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/core_words.h"

#include <QtGlobal>

namespace strata::views {

std::vector<const char*> partWords() {
    return {
        // What is taken apart.
        QT_TRANSLATE_NOOP("Part", "layer"),
        QT_TRANSLATE_NOOP("Part", "chip"),
        QT_TRANSLATE_NOOP("Part", "kernel"),
        QT_TRANSLATE_NOOP("Part", "model"),
        QT_TRANSLATE_NOOP("Part", "others' prompts"),
        QT_TRANSLATE_NOOP("Part", "request"),
        QT_TRANSLATE_NOOP("Part", "mean request"),
        QT_TRANSLATE_NOOP("Part", "request at the 99th percentile"),
        QT_TRANSLATE_NOOP("Part", "device memory"),
        QT_TRANSLATE_NOOP("Part", "memory of one device"),
        // A layer on an array.
        QT_TRANSLATE_NOOP("Part", "all units busy"),
        QT_TRANSLATE_NOOP("Part", "idle units"),
        QT_TRANSLATE_NOOP("Part", "operations"),
        // Kernels and models on a GPU.
        QT_TRANSLATE_NOOP("Part", "neighbours"),
        QT_TRANSLATE_NOOP("Part", "idle power"),
        QT_TRANSLATE_NOOP("Part", "work"),
        QT_TRANSLATE_NOOP("Part", "kv_cache"),
        QT_TRANSLATE_NOOP("Part", "KV cache"),
        QT_TRANSLATE_NOOP("Part", "workspace"),
        QT_TRANSLATE_NOOP("Part", "state"),
        QT_TRANSLATE_NOOP("Part", "reserved"),
        QT_TRANSLATE_NOOP("Part", "collectives"),
        QT_TRANSLATE_NOOP("Part", "stages"),
        QT_TRANSLATE_NOOP("Part", "bubble"),
        QT_TRANSLATE_NOOP("Part", "prefill of other requests"),
        // A request that is served.
        QT_TRANSLATE_NOOP("Part", "prefill"),
        QT_TRANSLATE_NOOP("Part", "decode"),
        QT_TRANSLATE_NOOP("Part", "runtime"),
        QT_TRANSLATE_NOOP("Part", "communication"),
        QT_TRANSLATE_NOOP("Part", "batching"),
        QT_TRANSLATE_NOOP("Part", "paused"),
        QT_TRANSLATE_NOOP("Part", "queueing"),
        QT_TRANSLATE_NOOP("Part", "transfer"),
        QT_TRANSLATE_NOOP("Part", "offload"),
        QT_TRANSLATE_NOOP("Part", "way"),
        // A collective.
        QT_TRANSLATE_NOOP("Part", "start"),
        QT_TRANSLATE_NOOP("Part", "latency"),
        QT_TRANSLATE_NOOP("Part", "bytes"),
        QT_TRANSLATE_NOOP("Part", "steps within nodes"),
        QT_TRANSLATE_NOOP("Part", "steps between nodes"),
        QT_TRANSLATE_NOOP("Part", "own part"),
        QT_TRANSLATE_NOOP("Part", "alone"),
        QT_TRANSLATE_NOOP("Part", "beside others"),
        QT_TRANSLATE_NOOP("Part", "waiting for other levels"),
        // Words in the cells of tables.
        QT_TRANSLATE_NOOP("Part", "forward"),
        QT_TRANSLATE_NOOP("Part", "backward"),
        QT_TRANSLATE_NOOP("Part", "temporal"),
        QT_TRANSLATE_NOOP("Part", "spatial_x"),
        QT_TRANSLATE_NOOP("Part", "spatial_y"),
        QT_TRANSLATE_NOOP("Part", "read bandwidth"),
        QT_TRANSLATE_NOOP("Part", "write bandwidth"),
        QT_TRANSLATE_NOOP("Part", "shared memory"),
        QT_TRANSLATE_NOOP("Part", "registers"),
        QT_TRANSLATE_NOOP("Part", "power"),
        QT_TRANSLATE_NOOP("Part", "data"),
        QT_TRANSLATE_NOOP("Part", "expert"),
        QT_TRANSLATE_NOOP("Part", "context"),
        QT_TRANSLATE_NOOP("Part", "yes"),
        QT_TRANSLATE_NOOP("Part", "no"),
        QT_TRANSLATE_NOOP("Part", "none"),
        QT_TRANSLATE_NOOP("Part", "full"),
        QT_TRANSLATE_NOOP("Part", "selective"),
    };
}

} // namespace strata::views
