// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

namespace strata::serving {
namespace {

class LeastOutstanding final : public Router {
public:
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        return leastOutstanding(replicas);
    }
};

} // namespace

std::unique_ptr<Router> makeLeastOutstanding(const RouterOptions&) { return std::make_unique<LeastOutstanding>(); }

} // namespace strata::serving
