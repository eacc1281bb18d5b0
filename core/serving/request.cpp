// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/request.h"

namespace strata::serving {

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
    std::vector<std::int32_t> ids = std::move(request.block_ids);  // keeps its memory
    ids.clear();
    request = ActiveRequest{};
    request.block_ids = std::move(ids);
    request.id = id;
    request.arrival_s = arrival.time_s;
    request.prompt_tokens = request.prefill = arrival.prompt_tokens;
    request.output_tokens = request.decode = arrival.output_tokens;
    request.prefix = arrival.prefix;
    request.prefix_tokens = arrival.prefix_tokens;
    return index;
}

}  // namespace strata::serving
