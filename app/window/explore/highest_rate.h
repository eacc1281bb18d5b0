// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"

#include <memory>
#include <stop_token>

namespace strata::app {

/// The highest arrival rate at which a design keeps its service level, and the design at that rate.
struct HighestRate {
    std::shared_ptr<const Json> request;
    Metric rate;         ///< requests per second, with its interval
    double kept = 0.9;   ///< share of the requests that keep the level
    double requests = 0; ///< of the runs that told it
};

/// Searches by serving.capacity, with runs as long as the answer needs. `request`: a `serving` request with a rate.
/// Errors: those of the method, "never-kept" where no rate keeps the level.
Result<HighestRate> highestRate(const Json& request, const std::shared_ptr<const Library>& library,
                                const std::stop_token& stop);

} // namespace strata::app
