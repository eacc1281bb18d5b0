// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/schedulers.h"

#include <algorithm>

namespace strata::serving {
namespace {

/// Stall-free batching (Agrawal et al., OSDI 2024): decodes first, the rest of the chunk budget goes to prompts in
/// pieces, so that no decode waits for a whole prompt.
class StallFree final : public Scheduler {
public:
    using Scheduler::Scheduler;

    void formBatch(std::vector<BatchEntry>& batch) override {
        std::int32_t taken = 0;
        prefilling_.clear();
        decode(batch, taken);
        continuePrompts(batch, taken);
        admit(batch, taken);
    }

private:
    bool full(const std::vector<BatchEntry>& batch) const {
        return batch.size() == static_cast<std::size_t>(options_.max_batch / options_.stages);
    }
    std::int32_t chunk(const ActiveRequest& request, std::int32_t taken) const {
        return std::max(0, std::min(request.prefill - request.processed, options_.chunk_tokens - taken));
    }

    void decode(std::vector<BatchEntry>& batch, std::int32_t& taken) {
        std::size_t head = 0, tail = running_.size();
        while (head < tail && !full(batch)) {
            const RequestIndex index = running_[head++];
            if (!requests_[index].prefill_complete) {
                prefilling_.push_back(index);
            } else if (growOrEvict(index, head, tail)) {
                batch.push_back({index, options_.decode_tokens});
                taken += options_.decode_tokens;
            }
        }
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(tail), running_.end());
        running_.erase(running_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(head));
    }

    void continuePrompts(std::vector<BatchEntry>& batch, std::int32_t& taken) {
        std::size_t skipped = 0;
        for (const RequestIndex index : prefilling_) {
            const std::int32_t tokens = chunk(requests_[index], taken);
            if (tokens == 0) {
                running_.insert(running_.begin() + static_cast<std::ptrdiff_t>(skipped++), index);
                continue;
            }
            batch.push_back({index, tokens});
            taken += tokens;
        }
        sortRunning();
    }

    void admit(std::vector<BatchEntry>& batch, std::int32_t& taken) {
        while (!queue_.empty() && holding_ != static_cast<std::size_t>(options_.max_batch) && !full(batch)) {
            const RequestIndex index = queue_.front();
            const ActiveRequest& request = requests_[index];
            const std::int32_t tokens = chunk(request, taken);
            if (!canAdmit(request) || tokens == 0) break;
            queue_.pop_front();
            allocate(index, blocksFor(request.prefill));
            batch.push_back({index, tokens});
            taken += tokens;
        }
    }

    std::vector<RequestIndex> prefilling_;
};

} // namespace

std::unique_ptr<Scheduler> makeStallFree(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<StallFree>(options, requests);
}

} // namespace strata::serving
