// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/library.h"

#include <cstdint>
#include <memory>

namespace strata::app {

/// What is known of an exploration before it runs.
struct ExplorationProbe {
    std::uint64_t points = 0;
    double point_s = 0;      ///< one point on one thread, from a few of its points
    double memory_bytes = 0; ///< that the window holds when all points are there
};

/// Reads the request and evaluates points of it for at most kProbe_s. Errors: those of parseExploreRequest().
Result<ExplorationProbe> probe(const Json& document, const std::shared_ptr<const Library>& library);
inline constexpr double kProbe_s = 0.1;

} // namespace strata::app
