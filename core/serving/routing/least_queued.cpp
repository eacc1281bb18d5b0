// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

namespace strata::serving {
namespace {

/// Queues are empty as long as a replica takes all that come: without turns the first one would get everything, however
/// many requests it runs.
class LeastQueued final : public Router {
public:
    explicit LeastQueued(bool first) : first_(first) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t n = replicas.size();
        std::size_t best = firstAccepting(replicas, first_ ? 0 : next_ % n);
        const std::size_t start = best;
        for (std::size_t i = 1; i < n; ++i) {
            const std::size_t at = (start + i) % n;
            if (replicas[at].accepts() && replicas[at].scheduler().queued() < replicas[best].scheduler().queued())
                best = at;
        }
        next_ = best + 1;
        return static_cast<std::int32_t>(best);
    }

private:
    bool first_;
    std::size_t next_ = 0;
};

} // namespace

std::unique_ptr<Router> makeLeastQueued(const RouterOptions& options) {
    return std::make_unique<LeastQueued>(options.vidur_compatible);
}

} // namespace strata::serving
