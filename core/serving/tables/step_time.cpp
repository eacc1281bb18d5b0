// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/step_time.h"

#include <algorithm>

namespace strata::serving {

void describe(const std::vector<BatchEntry>& batch, const RequestPool& requests, BatchShape& shape) {
    shape.tokens = shape.decodes = shape.guessed = shape.decode_context_max = 0;
    shape.decode_context_sum = 0;
    shape.prefills.clear();
    for (const BatchEntry& entry : batch) {
        const ActiveRequest& request = requests[entry.request];
        shape.tokens += entry.tokens;
        if (request.prefill_complete) {
            ++shape.decodes;
            shape.guessed += entry.tokens - 1;
            shape.decode_context_sum += request.processed;
            shape.decode_context_max = std::max(shape.decode_context_max, request.processed);
        } else {
            shape.prefills.push_back({request.processed, entry.tokens});
        }
    }
}

} // namespace strata::serving
