// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/step_time.h"

namespace strata::serving {

/// What tokens of a prompt add to an iteration: products grow with their number, attention with the pairs of tokens.
struct PromptCost {
    double token_s = 0;
    double pair_s = 0;

    /// Seconds of `tokens` new ones behind `context` that are cached.
    double seconds(double context, double tokens) const {
        return token_s * tokens + pair_s * tokens * (context + tokens / 2);
    }
    friend bool operator==(const PromptCost&, const PromptCost&) = default;
};

/// From iterations of half and of all of `tokens`, without and with as many cached before them; no part is negative.
PromptCost promptCost(const StepTime& time, double tokens);

/// Cached tokens in other memory: they are fetched, or computed again where that is sooner.
struct FetchCost {
    double s_per_token = 0; ///< 0: fetching is not weighed, what is found is fetched
    PromptCost compute;

    bool fetches(double context, double tokens) const {
        return s_per_token <= 0 || s_per_token * tokens <= compute.seconds(context, tokens);
    }
    friend bool operator==(const FetchCost&, const FetchCost&) = default;
};

} // namespace strata::serving
