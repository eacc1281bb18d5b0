// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/serving/engine_case.h"

#include <span>
#include <string>
#include <vector>

namespace strata::assess {

/// A point's time to the first token inside the engine, simulated once.
struct TimedRequest {
    const ServingCase* one = nullptr;
    FirstTokens found;
    bool alone = false; ///< of the smallest loads of a published protocol, where prompts are alone
    bool drawn = false; ///< among those that stand for all loads
};

/// Of the smallest loads of a published protocol, where prompts are alone and no tokens are guessed.
bool isAlone(const ServingCase& serving_case);

/// Simulates the smallest loads, and of all points every third, to which errors are told.
std::vector<TimedRequest> timeRequests(const std::vector<const ServingCase*>& cases,
                                       std::span<const hardware::Calibration> calibrations);

/// What a request waits for outside of one engine's iterations, in seconds: one value of each device that ran it, the
/// median over its smallest loads. Empty where there are none.
std::vector<double> waysOfDevices(std::span<const TimedRequest> requests, double per_token_s);

/// One value an engine from those of its devices: the geometric mean, drawn to that of all engines' devices as if two
/// more of these had run it (partial pooling: Gelman and Hill, Data Analysis Using Regression, 2007, chapter 12). The
/// way is much the same before all engines, and an engine that two hosts ran tells less of it than of these hosts.
std::vector<double> pooledWays(const std::vector<std::vector<double>>& of_engines);

} // namespace strata::assess
