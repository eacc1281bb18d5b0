// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/routing/router.h"

namespace strata::serving {

/// What routers are made with; each reads what it knows.
struct RouterOptions {
    std::uint64_t seed = 0;
    bool vidur_compatible = false; ///< of equal queues the first replica gets the request
};

// One file each; a new router is a file, a line here and a line in the table of router.cpp.
std::unique_ptr<Router> makeRoundRobin(const RouterOptions& options);
std::unique_ptr<Router> makeRandom(const RouterOptions& options);
std::unique_ptr<Router> makeLeastQueued(const RouterOptions& options);
std::unique_ptr<Router> makeLeastOutstanding(const RouterOptions& options);
std::unique_ptr<Router> makePowerOfTwo(const RouterOptions& options);
std::unique_ptr<Router> makePrefixAffine(const RouterOptions& options);

// What several of them use.

inline constexpr std::uint64_t kRouterStream = 0x726f757465ULL; ///< of random numbers, apart from those of the traffic

/// The first replica that takes requests, from `start` on, around; `start` where none does.
std::size_t firstAccepting(std::span<const Replica> replicas, std::size_t start);
/// The replica with the fewest requests, waiting and running, of those that take more.
std::int32_t leastOutstanding(std::span<const Replica> replicas);

} // namespace strata::serving
