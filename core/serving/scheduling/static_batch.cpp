// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Static batching as in FasterTransformer: a batch runs until all of its requests have ended; nothing joins it.
/// The reference simulator gives back only the memory of requests that end with their batch's last iteration; the
/// compatible form does the same, so that its capacity decays.
class Static final : public Scheduler {
public:
    using Scheduler::Scheduler;

    void formBatch(std::vector<BatchEntry>& batch) override {
        if (!groups_.empty()) {
            continueGroup(batch);
            return;
        }
        const auto places = static_cast<std::size_t>(options_.reserved_batch);
        const std::int32_t reserved = blocksFor(options_.max_tokens);
        while (!queue_.empty() && batch.size() < places && blocksFree() >= reserved) {
            const RequestIndex index = queue_.front();
            queue_.pop_front();
            allocate(index, reserved);
            batch.push_back({index, nextTokens(requests_[index])});
        }
    }

    void finishBatch(const std::vector<BatchEntry>& batch) override {
        std::vector<RequestIndex> left;
        for (const BatchEntry& entry : batch) {
            if (!requests_[entry.request].completed()) left.push_back(entry.request);
        }
        for (const BatchEntry& entry : batch) {
            if (!requests_[entry.request].completed()) continue;
            if (left.empty() || !options_.vidur_compatible)
                release(entry.request);
            else
                leak(entry.request);
        }
        if (!left.empty()) groups_.push_back(std::move(left));
    }

private:
    void continueGroup(std::vector<BatchEntry>& batch) {
        for (const RequestIndex index : groups_.front())
            batch.push_back({index, nextTokens(requests_[index])});
        groups_.pop_front();
    }
    /// The request goes, its blocks stay counted as used.
    void leak(RequestIndex index) {
        requests_[index].blocks = 0;
        --holding_;
    }

    std::deque<std::vector<RequestIndex>> groups_; ///< between two iterations; one a pipeline stage
};

} // namespace

std::unique_ptr<Scheduler> makeStatic(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Static>(options, requests);
}

} // namespace strata::serving
