// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

namespace strata::serving {
namespace {

class RoundRobin final : public Router {
public:
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t chosen = firstAccepting(replicas, next_ % replicas.size());
        next_ = chosen + 1;
        return static_cast<std::int32_t>(chosen);
    }

private:
    std::size_t next_ = 0;
};

} // namespace

std::unique_ptr<Router> makeRoundRobin(const RouterOptions&) { return std::make_unique<RoundRobin>(); }

} // namespace strata::serving
