// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"

#include "core/serving/scheduling/schedulers.h"

#include <algorithm>

namespace strata::serving {
namespace {

/// Prompts first, in chunks (Zheng et al., arXiv:2312.07104; SGLang, managers/scheduler.py): an iteration holds
/// prompts or decodes, and prompts go first as long as the cache has room for one. Those that exceed the token budget
/// are cut; requests that decode wait.
class PrefillFirstChunked final : public ChunkedPrefill {
public:
    using ChunkedPrefill::ChunkedPrefill;

    void formBatch(std::vector<BatchEntry>& batch) override {
        std::int32_t budget = options_.token_budget;
        for (const RequestIndex index : running_) {
            const ActiveRequest& request = requests_[index];
            if (request.prefill_complete || request.in_batch || budget <= 0) continue;
            const std::int32_t tokens = std::min(nextTokens(request), budget);
            if (!extend(index, tokens)) continue;
            batch.push_back({index, tokens});
            budget -= tokens;
        }
        if (budget > 0) admit(batch, budget);
        if (batch.empty()) {
            ChunkedPrefill::formBatch(batch);
            return;
        }
        mark(batch);
    }
};

} // namespace

std::unique_ptr<Scheduler> makePrefillFirstChunked(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<PrefillFirstChunked>(options, requests);
}

} // namespace strata::serving
