// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/library.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace strata {

class Executor;

/// What an engine makes of one arrival rate.
struct LoadPoint {
    double rate_per_s = 0;               ///< asked
    double requests_per_s = 0;           ///< finished, from the first arrival to the last token
    std::optional<double> goodput_per_s; ///< of them those that keep the service level; nothing where none is stated
    double ttft_p99_s = 0, e2e_p99_s = 0;
    bool operator==(const LoadPoint&) const = default;
};

/// Metrics that single methods of `serving` tell: the rate beyond which the queue grows, and the highest rate at which
/// the service level is kept.
inline constexpr std::string_view kSaturationMetric = "saturation_per_s", kCapacityMetric = "capacity_per_s";

/// Where a `serving` request states its arrival rate.
inline constexpr const char* kRatePointer = "/workload/traffic/arrivals/rate_per_s";

/// The rate of a `serving` request; nothing where its arrivals have none (replayed, or all at the start) or it is
/// another kind.
std::optional<double> arrivalRate(const Json& request);

/// Fixed rates, four to an octave, from far below to far above one: the same for neighbouring rates, the coarse ones
/// first, so that a curve has its shape before it has its details.
std::vector<double> loadRates(double around_per_s);

/// The request with arrivals over a time instead of a number of them, so that the end of a run weighs alike at every
/// rate: over kLoadDuration_s where it states no duration.
Json overDuration(const Json& request);
inline constexpr double kLoadDuration_s = 60;

/// Answers overDuration(request) at each rate, everything else and its seed as they are: all points see the same gaps
/// and lengths (common random numbers). Rates far beyond one that is not kept up with are left out. `found` gets each
/// point as it comes; false from it ends the work. Errors: those of the request, "cancelled".
Result<void> loadCurve(const Json& request, const std::vector<double>& rates,
                       const std::shared_ptr<const Library>& library, const std::stop_token& stop,
                       const std::function<bool(const LoadPoint&)>& found, Executor* executor = nullptr);

} // namespace strata
