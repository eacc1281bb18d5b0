// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/policies/scheduler_vllm.h"
#include "core/serving/policies/schedulers.h"

namespace strata::serving {
namespace {

/// vLLM's engine, by the time at which the first token is due: arrival and what the user was promised
/// (earliest deadline first: Liu and Layland, JACM 1973). Requests without a promise come last.
class Deadline final : public Vllm {
public:
    Deadline(const SchedulerOptions& options, RequestPool& requests) : Vllm(options, requests) { ordered_ = true; }

private:
    bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const override { return a.due_s < b.due_s; }
};

} // namespace

std::unique_ptr<Scheduler> makeDeadline(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Deadline>(options, requests);
}

} // namespace strata::serving
