// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/step_time.h"

namespace strata::serving {

/// Requests that arrive at one replica, by their first two moments.
struct SteadyLoad {
    double rate_per_s = 1; ///< infinite: all at once
    double cv = 1;         ///< of the gaps
    double prompt = 1, prompt_sigma = 0;
    double output = 1, output_sigma = 0;
    double requests = 0; ///< that arrive in all; 0: without end
    double users = 0;    ///< of a closed loop, where rate_per_s follows; 0: none
    double think_s = 0;
    double way_s = 0; ///< of a request outside of the engine
};

/// What bounds an iteration: requests, tokens, and the cache.
struct SteadyLimits {
    double max_batch = 256, token_budget = 8192;
    double cache_tokens = 1e9; ///< that the KV cache holds
    double state_tokens = 0;   ///< whose cache is as large as the recurrent state of one request
    bool ahead = false;        ///< the next iteration is queued while one runs: a request waits for one more
};

/// Means of a continuous-batching engine in its steady state, or of `requests` through one that cannot keep up.
struct SteadyState {
    double saturation_per_s = 0; ///< requests per second that it can take
    double rate_per_s = 0;       ///< that it serves
    double busy = 0;             ///< share of the time in which an iteration runs
    double running = 0;          ///< requests that decode
    double queueing_s = 0;       ///< arrival to first iteration
    double prefill_s = 0;        ///< from there to the first token
    double decode_step_s = 0;    ///< an iteration without prompts, as a decoding request sees it
    double tpot_s = 0;           ///< with what others' prompts add
    double decode_s = 0;         ///< of all later tokens
    double burst = 1;            ///< by which iterations are longer as requests see them
    double alone_s = 0;          ///< prefill on an idle engine
    double way_s = 0;            ///< outside of the engine
    bool saturated = false;

    double ttft_s() const { return way_s + queueing_s + prefill_s; }
    double e2e_s() const { return ttft_s() + decode_s; }
};

/// Closed forms. Iterations of n decoding requests take T(n); each prompt adds s to the iteration that it joins.
///   TPOT  = T(1 + n) / (1 - rate s): of every second, rate s goes to prompts
///   n     = rate (N - 1) TPOT: Little's law; a request sees the others in proportion (Wolff's PASTA, 1982)
///   x     = an iteration: mean T / (1 - rate s), variance from the Poisson number of prompts in it
///   first = E[x^2] / 2 E[x] until the running iteration ends (renewal theory), then the next one, with all
///           prompts that came meanwhile; an idle engine starts at once
///   bursts: iterations with many prompts are followed by more of them, see burstFactor()
///   slots = at most max_batch, or what the cache holds: the wait for one is that of c servers,
///           S (ca^2 + cs^2) / 2 x u^(sqrt(2 (c + 1)) - 1) / (c (1 - u)) (Sakasegawa, Ann. Inst. Stat. Math. 1977)
/// Beyond saturation the queue grows: the mean wait of n requests is n/2 (1/saturation - 1/rate). A closed loop has
/// the rate at which users = rate (think + E2E). `ratio` stretches all iterations.
SteadyState steadyState(const SteadyLoad& load, const SteadyLimits& limits, const StepTime& time, double ratio = 1);

} // namespace strata::serving
