// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"
#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Prefill in chunks, by the time at which the first token is due: arrival and what the user was promised
/// (earliest deadline first: Liu and Layland, JACM 1973). Requests without a promise come last.
class Deadline final : public ChunkedPrefill {
public:
    Deadline(const SchedulerOptions& options, RequestPool& requests) : ChunkedPrefill(options, requests) {
        ordered_ = true;
    }

private:
    bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const override { return a.due_s < b.due_s; }
};

} // namespace

std::unique_ptr<Scheduler> makeDeadline(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Deadline>(options, requests);
}

} // namespace strata::serving
