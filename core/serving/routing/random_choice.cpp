// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

namespace strata::serving {
namespace {

class Random final : public Router {
public:
    explicit Random(std::uint64_t seed) : random_(seed, kRouterStream) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        return static_cast<std::int32_t>(firstAccepting(replicas, random_.nextBelow(replicas.size())));
    }

private:
    CounterRandom random_;
};

} // namespace

std::unique_ptr<Router> makeRandom(const RouterOptions& options) { return std::make_unique<Random>(options.seed); }

} // namespace strata::serving
