// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/schedule/tuning_space.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace strata::assess {

/// A kernel on a device of which every valid configuration was timed.
struct MeasuredSpace {
    std::string kernel, device, file;
    schedule::TuningSpace space;
    double best_log_time = 0;

    std::string name() const { return kernel + " on " + device; }
};

/// The tables of the data set, in the order of kernels. Errors: those of reading.
Result<std::vector<MeasuredSpace>> readMeasuredSpaces(const std::filesystem::path& folder);

/// The same space with `count` drawn rows measured and all others open.
schedule::TuningSpace sampleOf(const MeasuredSpace& measured, std::size_t count, std::uint64_t seed);

/// Measurements of a search until the fastest is within 5 % of the optimum, the last included; `most` where it gives
/// up.
enum class SearchAgent { Model, Genetic, Random };
std::size_t measurementsUntilFast(const MeasuredSpace& measured, SearchAgent agent, std::uint64_t seed,
                                  std::size_t most);

} // namespace strata::assess
