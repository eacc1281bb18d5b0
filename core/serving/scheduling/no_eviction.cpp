// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"

#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Batching in flight as TensorRT-LLM does it by default: prompts whole (`enable_chunked_prefill` is off) in iterations
/// that decode as well, and admitted only where the cache holds all that they may still write, beside what the running
/// ones may, so that nobody is evicted (`capacity_scheduler_policy` GUARANTEED_NO_EVICT).
class NoEviction final : public ChunkedPrefill {
public:
    using ChunkedPrefill::ChunkedPrefill;

protected:
    bool starts(const ActiveRequest& request, std::int32_t tokens, std::int32_t budget) const override {
        return tokens <= budget && promised_ + mostBlocks(request) <= blocksTotal();
    }
    void started(const ActiveRequest& request) override { promised_ += mostBlocks(request); }
    void release(RequestIndex index) override {
        if (holds(index)) promised_ -= mostBlocks(requests_[index]);
        ChunkedPrefill::release(index);
    }

private:
    std::int32_t mostBlocks(const ActiveRequest& request) const {
        return blocksFor(request.prefill + request.decode + guessed());
    }

    std::int32_t promised_ = 0; ///< blocks of the running requests at their ends
};

} // namespace

std::unique_ptr<Scheduler> makeNoEviction(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<NoEviction>(options, requests);
}

} // namespace strata::serving
