// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/steady_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace strata::serving {
namespace {

constexpr double kNearlyOne = 0.9999;

/// What one prompt adds to the iterations that it is in.
struct Prompt {
    double mean_s = 0, square_s = 0;
    double iterations = 1; ///< that it is spread over
};

class Engine {
public:
    Engine(const SteadyLoad& load, const SteadyLimits& limits, const StepTime& time, double ratio)
        : load_(load), limits_(limits), time_(time), ratio_(ratio),
          // Of decoding requests, by the time that they decode.
          context_(load.prompt + (square(load.output) + square(load.output_sigma)) / (2 * load.output)) {
        const double held = std::floor(limits.cache_tokens / (context_ + limits.state_tokens));
        slots_ = std::max(1.0, std::min(limits.max_batch, held));
    }

    double slots() const { return slots_; }
    bool schedulesAhead() const { return limits_.ahead; }

    /// An iteration of n decoding requests, 1 at least.
    double decodeSeconds(double n) const {
        n = std::clamp(n, 1.0, slots_);
        const double low = std::floor(n), share = n - low;
        const double below = iteration(low, 0, 0);
        return share > 0 ? below + share * (iteration(low + 1, 0, 0) - below) : below;
    }

    /// Lengths of a spread sigma by the two points that have it.
    Prompt prompt(double n) const {
        Prompt out{0, 0, 0};
        const double sigma = std::min(load_.prompt_sigma, load_.prompt - 1);
        for (const double tokens : {load_.prompt - sigma, load_.prompt + sigma}) {
            const double room = std::max(1.0, limits_.token_budget - std::floor(n));
            const double chunks = std::ceil(tokens / room);
            double added = 0;
            // The first and the last chunk stand for those between, whose contexts grow evenly.
            for (const double which : {0.0, chunks - 1}) {
                added += chunks / 2 * (iteration(n, tokens / chunks, which * tokens / chunks) - iteration(n, 0, 0));
            }
            out.mean_s += 0.5 * added;
            out.square_s += 0.5 * added * added;
            out.iterations += 0.5 * chunks;
        }
        return out;
    }

    /// The rate that n running requests are served at.
    double rateOf(double n) const { return n / ((load_.output - 1) * decodeSeconds(n) + n * prompt(n).mean_s); }

private:
    static double square(double x) { return x * x; }

    double iteration(double decodes, double chunk, double cached) const {
        BatchShape shape;
        shape.decodes = static_cast<std::int32_t>(std::floor(decodes));
        shape.decode_context_sum = static_cast<std::int64_t>(shape.decodes * context_);
        shape.decode_context_max = static_cast<std::int32_t>(context_);
        shape.tokens = shape.decodes;
        if (chunk >= 1) {
            const auto tokens = static_cast<std::int32_t>(std::round(chunk));
            shape.prefills.push_back({static_cast<std::int32_t>(std::round(cached)), tokens});
            shape.tokens += tokens;
        }
        return shape.tokens > 0 ? ratio_ * time_.seconds(shape, 0) : 0;
    }

    const SteadyLoad& load_;
    const SteadyLimits& limits_;
    const StepTime& time_;
    double ratio_, context_, slots_ = 1;
};

/// Requests that decode when `rate` arrive: n = rate (N - 1) T(1 + n) / (1 - rate s(n)), found by halving.
double runningAt(const Engine& engine, const SteadyLoad& load, double rate) {
    const auto excess = [&](double n) {
        const double left = 1 - rate * engine.prompt(std::max(1.0, n)).mean_s;
        if (left <= 0) return std::numeric_limits<double>::infinity();
        return rate * (load.output - 1) * engine.decodeSeconds(1 + n) / left - n;
    };
    double low = 0, high = engine.slots();
    if (excess(high) > 0) return high;
    for (int i = 0; i < 40 && high - low > 1e-6 * (1 + high); ++i) {
        const double middle = (low + high) / 2;
        (excess(middle) > 0 ? low : high) = middle;
    }
    return high;
}

/// Prompts of one iteration come from the arrivals during the one before, x' = T + s Poisson(rate x): their number has
/// the correlation (rate s)^k over k iterations, so that long iterations are those in which many requests decode. What
/// requests see is longer than the mean by Cov(x, n) / (E[x] E[n]) = s r (1 - r^m) / ((1 - r^2)(1 - r) E[x] m) with
/// r = rate s and m later tokens.
double burstFactor(const SteadyState& state, const Prompt& prompt, double r, double output) {
    const double m = output - 1;
    if (m <= 0 || r <= 0) return 1;
    const double mean = state.decode_step_s / (1 - r);
    return 1 + prompt.mean_s * r * (1 - std::pow(r, m)) / ((1 - r * r) * (1 - r) * mean * m);
}

SteadyState openState(const Engine& engine, const SteadyLoad& load, double rate, double saturation) {
    SteadyState state;
    state.way_s = load.way_s;
    state.saturation_per_s = saturation;
    state.saturated = rate >= kNearlyOne * saturation;
    state.rate_per_s = std::min(rate, saturation);
    const double served = std::min(rate, kNearlyOne * saturation);
    const double n = runningAt(engine, load, served);
    // Beside the requests that decode: their weights are read anyhow.
    const Prompt prompt = engine.prompt(load.output > 1 ? std::max(1.0, n) : 0);
    const double prompts_share = std::min(served * prompt.mean_s, kNearlyOne);
    state.running = n;
    state.decode_step_s = engine.decodeSeconds(1 + n);
    state.burst = burstFactor(state, prompt, prompts_share, load.output);
    state.tpot_s = state.decode_step_s / (1 - prompts_share) * state.burst;
    state.decode_s = (load.output - 1) * state.tpot_s;
    state.alone_s = engine.prompt(0).mean_s;

    const double step = load.output > 1 ? engine.decodeSeconds(std::max(1.0, n)) : 0;
    const double mean = load.output > 1 ? step / (1 - prompts_share) : prompt.mean_s;
    const double variance = served * prompt.square_s * mean / (1 - prompts_share * prompts_share);
    const double biased = mean + variance / mean; // of the iteration that an arrival falls into
    const double others = std::min(served * biased, 1e3) * prompt.mean_s;
    const double full = step + prompt.mean_s + others + (prompt.iterations - 1) * step;
    // Requests in the system of an engine without a queue are Poisson distributed.
    const double here = served * (state.decode_s + full);
    const double idle = std::exp(-here);
    state.busy = 1 - idle;
    state.queueing_s = (1 - idle) * (biased / 2 + (engine.schedulesAhead() ? mean : 0));
    state.prefill_s = idle * state.alone_s + (1 - idle) * full;

    const double service = state.decode_s + state.prefill_s, c = engine.slots();
    const double cs2 = (load.output_sigma * load.output_sigma) / (load.output * load.output);
    if (!state.saturated) {
        // Slots are held for less time where fewer requests run, so that their use says more than the rate's.
        const double u = std::min(n / c, kNearlyOne);
        state.queueing_s +=
            service * (load.cv * load.cv + cs2) / 2 * std::pow(u, std::sqrt(2 * (c + 1)) - 1) / (c * (1 - u));
    }
    if (load.requests > 0) {
        // No more than what gathers while the requests come; and all of it beyond saturation.
        const double fluid = load.requests / 2 * std::max(0.0, 1 / saturation - 1 / rate);
        const double most = load.requests / 2 / saturation;
        state.queueing_s = state.saturated ? state.queueing_s + fluid : std::min(state.queueing_s, most);
    }
    return state;
}

} // namespace

SteadyState steadyState(const SteadyLoad& load, const SteadyLimits& limits, const StepTime& time, double ratio) {
    const Engine engine(load, limits, time, ratio);
    const double saturation = engine.rateOf(engine.slots());
    if (load.users <= 0) return openState(engine, load, load.rate_per_s, saturation);
    // Users in the loop: rate x (think + E2E), which grows with the rate.
    SteadyLoad endless = load;
    endless.requests = 0;
    double low = 0, high = kNearlyOne * saturation;
    SteadyState state;
    for (int i = 0; i < 50; ++i) {
        const double rate = (low + high) / 2;
        state = openState(engine, endless, rate, saturation);
        // Beyond the slots users queue; the closed loop keeps their number.
        (rate * (load.think_s + state.e2e_s()) > load.users ? high : low) = rate;
        if (high - low < 1e-9 * saturation) break;
    }
    const double rest = load.users / state.rate_per_s - load.think_s - state.e2e_s();
    if (rest > 0) state.queueing_s += rest; // more users than slots
    state.saturated = rest > 0.01 * state.e2e_s();
    return state;
}

} // namespace strata::serving
