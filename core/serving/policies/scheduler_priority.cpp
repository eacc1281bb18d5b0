// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/policies/scheduler_vllm.h"
#include "core/serving/policies/schedulers.h"

namespace strata::serving {
namespace {

/// vLLM's engine with its priority policy: requests of a higher priority first, within one by arrival.
class Priority final : public Vllm {
public:
    Priority(const SchedulerOptions& options, RequestPool& requests) : Vllm(options, requests) { ordered_ = true; }

private:
    bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const override { return a.priority > b.priority; }
};

} // namespace

std::unique_ptr<Scheduler> makePriority(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Priority>(options, requests);
}

} // namespace strata::serving
