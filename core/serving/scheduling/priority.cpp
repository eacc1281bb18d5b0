// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"
#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Prefill in chunks: requests of a higher priority first, within one by arrival.
class Priority final : public ChunkedPrefill {
public:
    Priority(const SchedulerOptions& options, RequestPool& requests) : ChunkedPrefill(options, requests) {
        ordered_ = true;
    }

private:
    bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const override { return a.priority > b.priority; }
};

} // namespace

std::unique_ptr<Scheduler> makePriority(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Priority>(options, requests);
}

} // namespace strata::serving
