// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/serving/replica/replica.h"

#include <memory>
#include <span>
#include <string_view>

namespace strata::serving {

/// Chooses the replica of an arriving request.
class Router {
public:
    virtual ~Router() = default;
    virtual std::int32_t choose(const ActiveRequest& request, std::span<const Replica> replicas) = 0;
};

/// round-robin, random, least-queued (waiting requests only; equal queues take turns), least-outstanding (waiting and
/// running), power-of-two, prefix-affine (the replica that last got this prefix, unless it is overloaded).
std::span<const std::string_view> routerPolicies();
/// `vidur_compatible`: of equal queues the first replica gets the request. Errors: "bad-value" for an unknown policy.
Result<std::unique_ptr<Router>> makeRouter(std::string_view policy, std::uint64_t seed, bool vidur_compatible = false);

} // namespace strata::serving
