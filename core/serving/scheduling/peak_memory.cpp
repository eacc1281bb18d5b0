// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/schedulers.h"

#include <algorithm>

namespace strata::serving {
namespace {

/// Memory is counted by single tokens (as LightLLM does). A prompt is admitted if the largest memory that all admitted
/// requests will ever need together fits; decode iterations, and every tenth time an attempt to admit. Nothing is
/// evicted.
class PeakMemory final : public Scheduler {
public:
    using Scheduler::Scheduler;

    void formBatch(std::vector<BatchEntry>& batch) override {
        if (running_.empty()) {
            admit(batch);
            if (!batch.empty()) decodes_ = 0;
            return;
        }
        if (decodes_ >= options_.prefill_every) {
            decodes_ = 0;
            admit(batch);
            if (!batch.empty()) return;
        }
        for (const RequestIndex index : running_) {
            allocate(index, 1);
            batch.push_back({index, 1});
        }
        running_.clear();
        ++decodes_;
    }

private:
    struct Need {
        std::int64_t held = 0, left = 0;
    };

    Need needOf(const ActiveRequest& request) const {
        if (!request.scheduled) return {options_.state_blocks + request.prefill + 1, std::max(0, request.decode - 2)};
        const std::int32_t decoded = request.processed - request.prefill;
        return {options_.state_blocks + request.processed, std::max(0, request.decode - decoded - 1)};
    }

    /// Largest memory over time: with the requests by tokens left, descending, when the k-th has ended the
    /// first k hold what they have now and left_k tokens each.
    bool fits(const ActiveRequest& request) {
        needs_.push_back(needOf(request));
        std::stable_sort(needs_.begin(), needs_.end(), [](const Need& a, const Need& b) { return a.left > b.left; });
        std::int64_t held = 0, most = 0, count = 0;
        for (const Need& need : needs_) {
            held += need.held;
            most = std::max(most, need.left * ++count + held);
        }
        return most < options_.blocks;
    }

    void admit(std::vector<BatchEntry>& batch) {
        needs_.clear();
        for (const RequestIndex index : running_)
            needs_.push_back(needOf(requests_[index]));
        std::int32_t taken = 0;
        while (!queue_.empty()) {
            const RequestIndex index = queue_.front();
            const std::int32_t tokens = nextTokens(requests_[index]);
            if (taken + tokens > options_.token_budget) break;
            if (holding_ == static_cast<std::size_t>(options_.max_batch)) break;
            if (!fits(requests_[index])) break;
            allocate(index, options_.state_blocks + requests_[index].prefill);
            queue_.pop_front();
            batch.push_back({index, tokens});
            taken += tokens;
        }
    }

    std::vector<Need> needs_;
    std::int32_t decodes_ = 0;
};

} // namespace

std::unique_ptr<Scheduler> makePeakMemory(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<PeakMemory>(options, requests);
}

} // namespace strata::serving
