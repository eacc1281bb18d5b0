// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace strata::assess {

/// What a board does for one problem of a sweep: it prepares the problem, then calls its kernel again and again.
struct Spell {
    double prepare_s = 0, prepare_w = 0;
    double calls_s = 0, calls_w = 0;
    double waits_s = 0, waits_w = 0; ///< before all, while the host compiles its kernel
};

/// Mean readings in W of the problems at `places` (ascending) of a sweep, in whose order `boards` boards take the next
/// problem when they are done with theirs. A meter's value is the mean of the last second (NVML's documentation of
/// power usage, GPUs after GA100), renewed every 0.1 s; a reading is the mean of its values at the start of the calls
/// and every 0.1 s until their end. Calls of a few milliseconds therefore read what the board did before. Which board
/// took which problem hangs on small differences: with several boards the answer is the mean over `courses` of the
/// sweep, in which preparations take up to 80 % more or less: results share a file, for whose lock boards wait in
/// steps of 0.1 s (github.com/ai-dynamo/aiconfigurator, collector/helper.py), as long as a preparation.
inline constexpr int kCourses = 16;
std::vector<double> sweepReadings(std::span<const Spell> in_order, std::span<const std::size_t> places,
                                  std::size_t boards, double idle_w, int courses = kCourses);

} // namespace strata::assess
