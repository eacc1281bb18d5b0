// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"
#include "core/serving/scheduling/schedulers.h"

namespace strata::serving {
namespace {

/// Prefill in chunks, those with the fewest tokens left first, prompt and answer together: the best that any
/// prediction of lengths can do (shortest remaining processing time: Schrage, Operations Research 1968).
class ShortestFirst final : public ChunkedPrefill {
public:
    ShortestFirst(const SchedulerOptions& options, RequestPool& requests) : ChunkedPrefill(options, requests) {
        ordered_ = true;
    }

private:
    bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const override {
        return a.tokensLeft() < b.tokensLeft();
    }
};

} // namespace

std::unique_ptr<Scheduler> makeShortestFirst(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<ShortestFirst>(options, requests);
}

} // namespace strata::serving
