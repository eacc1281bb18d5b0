// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/request.h"

#include <limits>

namespace strata::serving {

void ActiveRequest::restart() {
    if (prefill_complete) prefill = processed;
    decode = prompt_tokens + output_tokens - prefill;
    processed = blocks = full_blocks = 0;
    block_ids.clear();
    prefill_complete = scheduled = in_batch = false;
    stored = Stored::No;
    ++restarts;
}

RequestIndex RequestPool::add(std::uint64_t id, const Arrival& arrival) {
    RequestIndex index;
    if (free_.empty()) {
        index = static_cast<RequestIndex>(places_.size());
        places_.emplace_back();
    } else {
        index = free_.back();
        free_.pop_back();
    }
    ActiveRequest& request = places_[index];
    std::vector<std::int32_t> ids = std::move(request.block_ids); // keeps its memory
    ids.clear();
    request = ActiveRequest{};
    request.block_ids = std::move(ids);
    request.id = id;
    request.arrival_s = arrival.time_s;
    request.prompt_tokens = request.prefill = arrival.prompt_tokens;
    request.output_tokens = request.decode = arrival.output_tokens;
    request.prefix = arrival.prefix;
    request.prefix_tokens = arrival.prefix_tokens;
    request.keyed_tokens = arrival.keyed_tokens > 0 ? arrival.keyed_tokens : arrival.prompt_tokens;
    request.tenant = arrival.tenant;
    request.priority = arrival.priority;
    request.session = arrival.session;
    request.due_s = arrival.ttft_promised_s > 0 ? arrival.time_s + arrival.ttft_promised_s
                                                : std::numeric_limits<double>::infinity();
    request.alive = true;
    return index;
}

} // namespace strata::serving
