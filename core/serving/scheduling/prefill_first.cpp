// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/schedulers.h"

#include <algorithm>

namespace strata::serving {
namespace {

/// Iterations are either whole prompts or decodes, and prompts go first (Kwon et al., SOSP 2023).
class PrefillFirst final : public Scheduler {
public:
    using Scheduler::Scheduler;

    void formBatch(std::vector<BatchEntry>& batch) override {
        admit(batch);
        if (batch.empty()) decode(batch);
    }

private:
    std::size_t microBatch() const { return static_cast<std::size_t>(options_.max_batch / options_.stages); }

    void admit(std::vector<BatchEntry>& batch) {
        std::int64_t longest = 0, sum = 0;
        while (!queue_.empty()) {
            const RequestIndex index = queue_.front();
            const ActiveRequest& request = requests_[index];
            if (!canAdmit(request)) break;
            const std::int32_t tokens = nextTokens(request);
            longest = std::max<std::int64_t>(longest, tokens);
            sum += tokens;
            // The reference simulator counts prompts as padded to the longest.
            const auto count = static_cast<std::int64_t>(batch.size() + 1);
            const std::int64_t charged = options_.vidur_compatible ? count * longest : sum;
            if (charged > options_.token_budget) break;
            if (holding_ == static_cast<std::size_t>(options_.max_batch) || batch.size() == microBatch()) break;
            queue_.pop_front();
            allocate(index, blocksFor(request.prefill));
            batch.push_back({index, tokens});
        }
    }

    void decode(std::vector<BatchEntry>& batch) {
        sortRunning();
        std::size_t head = 0, tail = running_.size();
        while (head < tail && batch.size() < microBatch()) {
            const RequestIndex index = running_[head++];
            if (growOrEvict(index, head, tail)) batch.push_back({index, options_.decode_tokens});
        }
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(tail), running_.end());
        running_.erase(running_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(head));
    }
};

} // namespace

std::unique_ptr<Scheduler> makePrefillFirst(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<PrefillFirst>(options, requests);
}

} // namespace strata::serving
