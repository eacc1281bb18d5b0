// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/tensor/gpu_modern_points.h"

#include <cstdint>

namespace strata::assess {

/// How a source loads an engine, and what it tells it. All start all users at once and count the requests that wait
/// behind that burst.
struct Protocol {
    double rounds = 10;               ///< requests over concurrency
    double shortest = 1, longest = 1; ///< lengths are drawn evenly between these shares of what is stated
    std::int32_t token_budget = 8192; ///< of an iteration
    std::int32_t look_every = 1;      ///< decoding iterations between two looks at what has arrived
    double wait_steps = 0;            ///< iterations that a prompt waits for others to fill the budget
    bool replays_prompts = false;     ///< graphs of passes with prompts were captured
};

/// The public dashboard's scripts, or what a vendor's sweep tells of its own.
Protocol protocolOf(const ServingCase& serving_case);

/// Whether the dashboard's script of this image guesses tokens (DeepSeek's next-token modules), which rows do not
/// state.
bool guessesTokens(const ServingCase& serving_case);

} // namespace strata::assess
