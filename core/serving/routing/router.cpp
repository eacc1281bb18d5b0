// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/router.h"

#include "core/serving/routing/routers.h"

#include <array>
#include <string>

namespace strata::serving {
namespace {

struct Row {
    std::string_view name;
    std::unique_ptr<Router> (*make)(const RouterOptions& options);
};

constexpr std::array kRouters{Row{"round-robin", makeRoundRobin},   Row{"random", makeRandom},
                              Row{"least-queued", makeLeastQueued}, Row{"least-outstanding", makeLeastOutstanding},
                              Row{"power-of-two", makePowerOfTwo},  Row{"prefix-affine", makePrefixAffine}};

constexpr auto kNames = [] {
    std::array<std::string_view, kRouters.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kRouters[i].name;
    return names;
}();

} // namespace

std::span<const std::string_view> routerPolicies() { return kNames; }

Result<std::unique_ptr<Router>> makeRouter(std::string_view policy, std::uint64_t seed, bool vidur_compatible) {
    std::string known;
    for (const Row& row : kRouters) {
        if (row.name == policy) return row.make({seed, vidur_compatible});
        known += (known.empty() ? "" : ", ") + std::string(row.name);
    }
    return Error{"bad-value",
                 "/router",
                 {"error.field-is", {{"field", "router"}, {"value", policy}}},
                 {"accepted.one-of", {{"words", known}}},
                 ""};
}

std::size_t firstAccepting(std::span<const Replica> replicas, std::size_t start) {
    for (std::size_t i = 0; i < replicas.size(); ++i) {
        const std::size_t at = (start + i) % replicas.size();
        if (replicas[at].accepts()) return at;
    }
    return start;
}

std::int32_t leastOutstanding(std::span<const Replica> replicas) {
    std::size_t best = firstAccepting(replicas, 0);
    for (std::size_t i = best + 1; i < replicas.size(); ++i) {
        if (replicas[i].accepts() && replicas[i].outstanding() < replicas[best].outstanding()) best = i;
    }
    return static_cast<std::int32_t>(best);
}

} // namespace strata::serving
