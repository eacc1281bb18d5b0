// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/policies/scheduler_vllm.h"

#include "core/serving/policies/schedulers.h"

namespace strata::serving {
namespace {

/// TensorRT-LLM's in-flight batching as it is by default: prompts whole (`enable_chunked_prefill` is off) in iterations
/// that decode as well, and admitted only where the cache holds all that they may still write, beside what the running
/// ones may, so that nobody is evicted (`capacity_scheduler_policy` GUARANTEED_NO_EVICT).
class TensorRtLlm final : public Vllm {
public:
    using Vllm::Vllm;

protected:
    bool starts(const ActiveRequest& request, std::int32_t tokens, std::int32_t budget) const override {
        return tokens <= budget && promised_ + mostBlocks(request) <= blocksTotal();
    }
    void started(const ActiveRequest& request) override { promised_ += mostBlocks(request); }
    void release(RequestIndex index) override {
        if (holds(index)) promised_ -= mostBlocks(requests_[index]);
        Vllm::release(index);
    }

private:
    std::int32_t mostBlocks(const ActiveRequest& request) const {
        return blocksFor(request.prefill + request.decode + guessed());
    }

    std::int32_t promised_ = 0; ///< blocks of the running requests at their ends
};

} // namespace

std::unique_ptr<Scheduler> makeTensorRtLlm(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<TensorRtLlm>(options, requests);
}

} // namespace strata::serving
