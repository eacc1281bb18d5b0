// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/tensor/gpu_modern_points.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace strata::assess {

/// A point whose prompts were alone and started kernel by kernel: its time to the first token inside the engine for
/// several times that the host takes to start a pass.
struct TimedStart {
    std::string device;
    compose::PromptStarts starts;
    std::array<double, 3> start_s{};  ///< ascending
    std::array<double, 3> engine_s{}; ///< time to the first token inside of the engine
    double outside_s = 0;             ///< a request's way there and back
    double measured_s = 0;

    /// Between the simulated ones linear, and beyond them as in the last stretch.
    double engineSeconds(double start) const;
};

/// Within what a fit looks for either of them.
inline constexpr double kLeastPromptStart_s = 1e-6, kMostPromptStart_s = 1e-2;

/// Host times of a pass with prompts, see compose::RuntimeCosts; 0: nothing tells. A kernel's own is the published one:
/// fitted to the points of each engine alone it came out the same, 45 us.
struct PromptStartCosts {
    double latent_s = 0, experts_s = 0;
};

/// Simulates the smallest loads of the dashboard's points that start prompts by kernel.
std::vector<TimedStart> timeStarts(std::span<const ServingCase* const> cases,
                                   std::span<const hardware::Calibration> calibrations, double way_s,
                                   double per_token_s);

/// Fits them to all rows together: layers of latent attention and of experts cost much the same host whatever the
/// engine, for the same framework starts their kernels. What latent attention costs is drawn to a few kernels, as if
/// one more device told of them: hosts differ, and few were measured. Errors: those of fitCoefficients().
Result<PromptStartCosts> fitPromptStarts(std::span<const TimedStart> rows);

} // namespace strata::assess
