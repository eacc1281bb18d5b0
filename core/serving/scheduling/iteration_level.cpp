// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Iteration-level scheduling (Yu et al., OSDI 2022): every iteration is all that run and as many whole new prompts as
/// there are places; the memory of the longest possible request is reserved at admission.
class IterationLevel final : public Scheduler {
public:
    using Scheduler::Scheduler;

    void formBatch(std::vector<BatchEntry>& batch) override {
        const auto places = static_cast<std::size_t>(options_.reserved_batch);
        std::size_t head = 0;
        for (; head < running_.size() && batch.size() < places; ++head) {
            batch.push_back({running_[head], nextTokens(requests_[running_[head]])});
        }
        running_.erase(running_.begin(), running_.begin() + static_cast<std::ptrdiff_t>(head));
        const std::int32_t reserved = blocksFor(options_.max_tokens);
        while (!queue_.empty() && batch.size() < places && blocksFree() >= reserved) {
            const RequestIndex index = queue_.front();
            queue_.pop_front();
            allocate(index, reserved);
            batch.push_back({index, nextTokens(requests_[index])});
        }
    }
};

} // namespace

std::unique_ptr<Scheduler> makeIterationLevel(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<IterationLevel>(options, requests);
}

} // namespace strata::serving
