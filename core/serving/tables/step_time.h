// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/request.h"

#include <vector>

namespace strata::serving {

/// One request's share of an iteration.
struct BatchEntry {
    RequestIndex request = 0;
    std::int32_t tokens = 0;
};

/// A prompt, or a chunk of it.
struct PrefillChunk {
    std::int32_t context = 0; ///< tokens whose keys and values are already there
    std::int32_t tokens = 0;
};

/// What the time of an iteration depends on.
struct BatchShape {
    std::int32_t tokens = 0; ///< of all requests
    std::int32_t decodes = 0;
    std::int32_t guessed = 0;            ///< tokens of the decoding requests beyond one each
    std::int64_t decode_context_sum = 0; ///< processed tokens of the decoding requests
    std::int32_t decode_context_max = 0;
    std::vector<PrefillChunk> prefills;
    std::int32_t adapters = 0, adapter_loads = 0; ///< different ones of its requests; of them not in memory
    std::int64_t swapped = 0;                     ///< tokens whose cache goes to host memory or comes back
    std::int64_t loaded = 0;                      ///< tokens whose cache comes from host or remote memory
    std::int64_t stored = 0;                      ///< tokens whose cache goes there

    std::int32_t sequences() const { return decodes + static_cast<std::int32_t>(prefills.size()); }
    std::int32_t promptTokens() const { return tokens - decodes - guessed; }
    /// Tokens whose successors are wanted.
    std::int32_t sampled() const { return sequences() + guessed; }
};

/// How long one pipeline stage works on one batch. Pure: the same shape takes the same time.
class StepTime {
public:
    virtual ~StepTime() = default;
    virtual double seconds(const BatchShape& batch, int stage) const = 0;
    /// How much of that it waits for caches on their way to or from other memory.
    virtual double moving(const BatchShape&, int) const { return 0; }
    /// Whether a shape lies outside of what was measured; the simulation counts such iterations.
    virtual bool outside(const BatchShape&) const { return false; }
};

/// Fills `shape` (its memory is used again) from the requests' present state.
void describe(const std::vector<BatchEntry>& batch, const RequestPool& requests, BatchShape& shape);

} // namespace strata::serving
