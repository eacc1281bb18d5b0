// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving.h"

#include <algorithm>

namespace strata::methods {
namespace {

using serving::Quantiles;
using serving::Summary;

constexpr double kCoverage = 0.8;

struct Latency {
    const char* stem; ///< of the metric's name, "_s" follows
    Quantiles Summary::*values;
};
constexpr std::array kLatencies{Latency{"e2e", &Summary::e2e}, Latency{"ttft", &Summary::ttft},
                                Latency{"tpot", &Summary::tpot}, Latency{"queueing", &Summary::queueing}};

struct Percentile {
    const char* suffix;
    double q;
};
constexpr std::array kPercentiles{Percentile{"_p50", 0.5}, Percentile{"_p90", 0.9}, Percentile{"_p95", 0.95},
                                  Percentile{"_p99", 0.99}};

/// One number of each answer: the value, and the interval that the other two span.
template <class Take>
Metric metricOf(std::string name, const std::array<ServingAnswer, 3>& answers, Take take) {
    const double value = take(answers[0]), a = take(answers[1]), b = take(answers[2]);
    return {std::move(name), value, std::min({value, a, b}), std::max({value, a, b}), kCoverage};
}

void addMetrics(const ServingQuery& query, const std::array<ServingAnswer, 3>& answers, Estimate& estimate) {
    auto& metrics = estimate.metrics;
    for (const Latency& latency : kLatencies) {
        const std::string stem = latency.stem;
        metrics.push_back(metricOf(stem + "_s", answers, [&](const ServingAnswer& answer) {
            return (answer.summary.*latency.values).mean();
        }));
        for (const Percentile& percentile : kPercentiles) {
            metrics.push_back(
                metricOf(stem + percentile.suffix + "_s", answers, [&](const ServingAnswer& answer) {
                    return (answer.summary.*latency.values).at(percentile.q);
                }));
        }
    }
    const auto perSecond = [](std::uint64_t count, const ServingAnswer& answer) {
        return answer.totals.end_s > 0 ? static_cast<double>(count) / answer.totals.end_s : 0.0;
    };
    const auto rate = [&](const char* name, auto count) {
        metrics.push_back(metricOf(
            name, answers, [&](const ServingAnswer& answer) { return perSecond(count(answer), answer); }));
    };
    rate("tokens_per_s", [](const ServingAnswer& answer) { return answer.summary.output_tokens; });
    rate("requests_per_s", [](const ServingAnswer& answer) { return answer.totals.requests; });
    if (query.level.stated()) {
        rate("goodput_per_s", [](const ServingAnswer& answer) { return answer.summary.kept; });
        metrics.push_back(metricOf("goodput", answers, [](const ServingAnswer& answer) {
            return static_cast<double>(answer.summary.kept) /
                   static_cast<double>(std::max<std::uint64_t>(1, answer.totals.requests + answer.totals.unfinished));
        }));
    }
    // Devices that are held for the whole run, over what users get out of it.
    const double devices = static_cast<double>(query.options.replicas) * query.graph.tensor_parallel *
                           query.options.scheduler.stages;
    metrics.push_back(metricOf("device_h_per_mtoken", answers, [&](const ServingAnswer& answer) {
        const auto tokens = static_cast<double>(answer.summary.output_tokens);
        return tokens > 0 ? devices * answer.totals.end_s / 3600.0 / (tokens / 1e6) : 0.0;
    }));
    metrics.push_back(metricOf("preemptions", answers, [](const ServingAnswer& answer) {
        return static_cast<double>(answer.totals.restarts);
    }));
    if (query.options.speculation.on()) {
        metrics.push_back(metricOf("tokens_per_pass", answers, [](const ServingAnswer& answer) {
            const auto& guesses = answer.totals.guesses;
            return guesses.passes > 0
                       ? static_cast<double>(guesses.tokens) / static_cast<double>(guesses.passes)
                       : 0.0;
        }));
    }
    metrics.push_back(metricOf("busy", answers, [&](const ServingAnswer& answer) {
        return answer.totals.end_s > 0 ? answer.totals.busy_s / answer.totals.end_s / query.options.replicas
                                       : 0.0;
    }));
    metrics.push_back(metricOf("cached_share", answers, [](const ServingAnswer& answer) {
        return answer.summary.prompt_tokens > 0 ? static_cast<double>(answer.summary.cached_tokens) /
                                                      static_cast<double>(answer.summary.prompt_tokens)
                                                : 0.0;
    }));
}

} // namespace

void writeServing(const ServingQuery& query, const std::array<ServingAnswer, 3>& answers,
                  Estimate& estimate) {
    addMetrics(query, answers, estimate);
    writeServingParts(answers[0], estimate);
    writeServingTables(query, answers[0], estimate);
}

} // namespace strata::methods
