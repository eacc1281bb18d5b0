// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu_methods.h"
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
                   static_cast<double>(std::max<std::uint64_t>(1, answer.totals.requests));
        }));
    }
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

Part lifeParts(const serving::MeanLife& life) {
    Part root = makePart("mean request", Category::Total, life.total_s());
    root.children = {
        makePart("queueing", Category::Queueing, life.queueing_s, "arrival to first iteration"),
        makePart("prefill", Category::Compute, life.prefill_s, "iterations up to the first token"),
        makePart("decode", Category::Memory, life.decode_s, "iterations after the first token"),
        makePart("paused", Category::Queueing, life.paused_s, "between its iterations, or evicted")};
    return root;
}

Table percentileTable(const Summary& summary) {
    Table table{"percentiles", {"quantity", "mean_s", "p50_s", "p90_s", "p95_s", "p99_s", "maximum_s"}, {}};
    for (const Latency& latency : kLatencies) {
        const Quantiles& values = summary.*latency.values;
        table.rows.push_back({std::string(latency.stem), values.mean(), values.at(0.5), values.at(0.9),
                              values.at(0.95), values.at(0.99), values.maximum()});
    }
    return table;
}

Table requestTable(const std::vector<serving::RequestRecord>& records) {
    Table table{"requests",
                {"request", "replica", "prompt_tokens", "output_tokens", "cached_tokens", "arrival_s",
                 "scheduled_s", "first_token_s", "completed_s", "ttft_s", "tpot_s", "e2e_s", "paused_s",
                 "restarts"},
                {}};
    for (const auto& one : records) {
        const auto count = [](auto value) { return Cell(static_cast<std::int64_t>(value)); };
        table.rows.push_back({count(one.id), count(one.replica), count(one.prompt_tokens),
                              count(one.output_tokens), count(one.cached_tokens), one.arrival_s,
                              one.scheduled_s, one.first_token_s, one.completed_s, one.ttft_s(), one.tpot_s(),
                              one.e2e_s(), one.paused_s, count(one.restarts)});
    }
    return table;
}

Table timelineTable(const std::vector<serving::IterationRecord>& records) {
    Table table{
        "timeline",
        {"replica", "start_s", "end_s", "running", "prefill_tokens", "tokens", "blocks_used", "queued"},
        {}};
    for (const auto& one : records) {
        const auto count = [](auto value) { return Cell(static_cast<std::int64_t>(value)); };
        table.rows.push_back({count(one.replica), one.start_s, one.end_s, count(one.requests),
                              count(one.prefill_tokens), count(one.tokens), count(one.blocks_used),
                              count(one.queued)});
    }
    return table;
}

} // namespace

void writeServing(const ServingQuery& query, const std::array<ServingAnswer, 3>& answers,
                  Estimate& estimate) {
    addMetrics(query, answers, estimate);
    estimate.parts.emplace_back("e2e_s", lifeParts(answers[0].summary.meanLife()));
    estimate.tables.push_back(percentileTable(answers[0].summary));
    estimate.tables.push_back(requestTable(answers[0].requests));
    estimate.tables.push_back(timelineTable(answers[0].iterations));
}

} // namespace strata::methods
