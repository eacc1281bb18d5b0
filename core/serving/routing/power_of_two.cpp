// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

namespace strata::serving {
namespace {

/// Two at random, the less loaded of them (Mitzenmacher, IEEE TPDS 2001).
class PowerOfTwo final : public Router {
public:
    explicit PowerOfTwo(std::uint64_t seed) : random_(seed, kRouterStream) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t n = replicas.size();
        if (n == 1) return 0;
        const std::size_t first = random_.nextBelow(n);
        const std::size_t b = firstAccepting(replicas, (first + 1 + random_.nextBelow(n - 1)) % n);
        const std::size_t a = firstAccepting(replicas, first);
        return static_cast<std::int32_t>(replicas[b].outstanding() < replicas[a].outstanding() ? b : a);
    }

private:
    CounterRandom random_;
};

} // namespace

std::unique_ptr<Router> makePowerOfTwo(const RouterOptions& options) {
    return std::make_unique<PowerOfTwo>(options.seed);
}

} // namespace strata::serving
