// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/serving_run.h"
#include "core/gpu/power/served_power.h"

#include <algorithm>
#include <cmath>

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

/// In which replicas that only decode are up, together.
double decodingSeconds(const ServingPools& pools, const serving::SimulationTotals& totals) {
    return pools.decode ? pools.decode->replicas * totals.end_s : 0;
}

/// In which devices are held: those of a replica that is off are somebody else's.
double deviceSeconds(const ServingPools& pools, const serving::SimulationTotals& totals) {
    const double decoding_s = decodingSeconds(pools, totals);
    const double up_s = pools.prompts.ranks() * (totals.replica_s - decoding_s);
    return up_s + (pools.decode ? pools.decode->ranks() * decoding_s : 0);
}

/// Of the time in which replicas were up.
double busyShare(const serving::SimulationOptions& options, const serving::SimulationTotals& totals) {
    if (totals.end_s <= 0) return 0;
    if (options.autoscaling.minimum == 0 && options.decode_pool.replicas == 0)
        return totals.busy_s / totals.end_s / options.replicas;
    return (totals.busy_s + totals.decode_busy_s) / totals.replica_s;
}

/// Those of techniques that are on.
void addTechniqueMetrics(const serving::SimulationOptions& options, const std::array<ServingAnswer, 3>& answers,
                         std::vector<Metric>& metrics) {
    const auto add = [&](const char* name, bool on, auto take) {
        if (on) metrics.push_back(metricOf(name, answers, take));
    };
    // Blocks that hold the state of recurrent layers have no places for tokens.
    if (const auto& first = answers[0]; first.cache_places > 0 && options.scheduler.state_blocks == 0) {
        const double used = static_cast<double>(first.cache_tokens) / static_cast<double>(first.cache_places);
        metrics.push_back(exactMetric("cache_waste", 1.0 - used));
    }
    add("tokens_per_pass", options.speculation.on(), [](const ServingAnswer& answer) {
        const auto& guesses = answer.totals.guesses;
        return guesses.passes > 0 ? static_cast<double>(guesses.tokens) / static_cast<double>(guesses.passes) : 0.0;
    });
    add("transfer_s", options.decode_pool.replicas > 0,
        [](const ServingAnswer& answer) { return answer.summary.meanLife().transfer_s; });
    add("swaps", options.scheduler.swap,
        [](const ServingAnswer& answer) { return static_cast<double>(answer.totals.swaps); });
    add("loaded_share", options.store_blocks > 0, [](const ServingAnswer& answer) {
        return answer.summary.prompt_tokens > 0 ? static_cast<double>(answer.totals.loaded_tokens) /
                                                      static_cast<double>(answer.summary.prompt_tokens)
                                                : 0.0;
    });
    add("mean_replicas", options.autoscaling.minimum > 0, [](const ServingAnswer& answer) {
        return answer.totals.end_s > 0 ? answer.totals.replica_s / answer.totals.end_s : 0.0;
    });
    add("failures", options.failures.mtbf_s > 0,
        [](const ServingAnswer& answer) { return static_cast<double>(answer.totals.failures); });
}

void addMetrics(const PreparedServing& prepared, const std::array<ServingAnswer, 3>& answers, Estimate& estimate) {
    const ServingQuery& query = prepared.query;
    auto& metrics = estimate.metrics;
    for (const Latency& latency : kLatencies) {
        const std::string stem = latency.stem;
        metrics.push_back(metricOf(stem + "_s", answers, [&](const ServingAnswer& answer) {
            return (answer.summary.*latency.values).mean();
        }));
        for (const Percentile& percentile : kPercentiles) {
            metrics.push_back(metricOf(stem + percentile.suffix + "_s", answers, [&](const ServingAnswer& answer) {
                return (answer.summary.*latency.values).at(percentile.q);
            }));
        }
    }
    const auto perSecond = [](std::uint64_t count, const ServingAnswer& answer) {
        return answer.totals.end_s > 0 ? static_cast<double>(count) / answer.totals.end_s : 0.0;
    };
    const auto rate = [&](const char* name, auto count) {
        metrics.push_back(
            metricOf(name, answers, [&](const ServingAnswer& answer) { return perSecond(count(answer), answer); }));
    };
    rate("tokens_per_s", [](const ServingAnswer& answer) { return answer.summary.output_tokens; });
    rate("requests_per_s", [](const ServingAnswer& answer) { return answer.totals.requests; });
    const bool promised = std::any_of(query.load.tenants.begin(), query.load.tenants.end(),
                                      [](const Tenant& tenant) { return tenant.level.stated(); });
    if (query.load.level.stated() || promised) {
        rate("goodput_per_s", [](const ServingAnswer& answer) { return answer.summary.kept.all; });
        metrics.push_back(metricOf("goodput", answers, [](const ServingAnswer& answer) {
            return static_cast<double>(answer.summary.kept.all) /
                   static_cast<double>(std::max<std::uint64_t>(1, answer.totals.requests + answer.totals.unfinished));
        }));
    }
    // Devices that are held for the whole run, over what users get out of it.
    const auto hours = [&](const ServingAnswer& answer) {
        const auto tokens = static_cast<double>(answer.summary.output_tokens);
        return tokens > 0 ? deviceSeconds(query.pools, answer.totals) / 3600.0 / (tokens / 1e6) : 0.0;
    };
    metrics.push_back(metricOf("device_h_per_mtoken", answers, hours));
    if (query.fleet.device_price_per_h > 0) {
        metrics.push_back(metricOf("cost_per_mtoken", answers, [&](const ServingAnswer& answer) {
            return query.fleet.device_price_per_h * hours(answer);
        }));
    }
    metrics.push_back(metricOf("preemptions", answers, [](const ServingAnswer& answer) {
        return static_cast<double>(answer.totals.restarts);
    }));
    addTechniqueMetrics(prepared.options, answers, metrics);
    metrics.push_back(metricOf(
        "busy", answers, [&](const ServingAnswer& answer) { return busyShare(prepared.options, answer.totals); }));
    metrics.push_back(metricOf("cached_share", answers, [](const ServingAnswer& answer) {
        return answer.summary.prompt_tokens > 0 ? static_cast<double>(answer.summary.cached_tokens) /
                                                      static_cast<double>(answer.summary.prompt_tokens)
                                                : 0.0;
    }));
}

/// Power errs as that of a step's kernels does, energy by the time of the other two answers too.
void addEnergyMetrics(const ServingQuery& query, const std::array<ServingAnswer, 3>& answers, const Library& library,
                      Estimate& estimate) {
    const ServingAnswer& answer = answers[0];
    const auto tokens = static_cast<double>(answer.summary.output_tokens);
    if (answer.energy_j <= 0 || tokens <= 0 || answer.totals.end_s <= 0) return;
    const gpu::ResidualBand watts = gpu::servedPowerBand(query.hardware.device.gpu, library.calibrations());
    double low = 0.0, high = 0.0;
    for (const ServingAnswer& other : answers) {
        if (other.totals.end_s <= 0) continue;
        const double ratio = std::log(other.totals.end_s / answer.totals.end_s);
        low = std::min(low, ratio);
        high = std::max(high, ratio);
    }
    const gpu::ResidualBand energy = gpu::energyBand(watts, low, high);
    Metric per_token = exactMetric("energy_per_token_j", answer.energy_j / tokens);
    per_token.low *= std::exp(static_cast<double>(energy.p10));
    per_token.high *= std::exp(static_cast<double>(energy.p90));
    per_token.coverage = 0.8;
    estimate.metrics.push_back(std::move(per_token));
    const double limit_w = query.hardware.device.gpu.board_power_w * devicesOf(query);
    estimate.metrics.push_back(powerMetric(answer.energy_j / answer.totals.end_s, watts, limit_w));
}

} // namespace

double devicesOf(const ServingQuery& query) {
    const ServingPools& pools = query.pools;
    double devices = pools.prompts.replicas * pools.prompts.ranks();
    if (pools.decode) devices += pools.decode->replicas * pools.decode->ranks();
    return devices;
}

void addEnergy(const PreparedServing& prepared, ServingAnswer& answer) {
    const auto& [prompts, decode] = prepared.engines;
    if (!prompts.energy) return;
    const auto& totals = answer.totals;
    const double decoding_s = decodingSeconds(prepared.query.pools, totals);
    const double up_s = totals.replica_s - decoding_s;
    answer.energy_j =
        prompts.ranks * (totals.energy_j + prompts.idle_w * std::max(0.0, up_s - totals.busy_s + totals.moving_s));
    if (!decode) return;
    answer.energy_j +=
        decode->ranks * (totals.decode_energy_j + decode->idle_w * std::max(0.0, decoding_s - totals.decode_busy_s));
}

void writeServing(const PreparedServing& prepared, const std::array<ServingAnswer, 3>& answers, const Library& library,
                  Estimate& estimate) {
    addMetrics(prepared, answers, estimate);
    addEnergyMetrics(prepared.query, answers, library, estimate);
    writeServingParts(answers[0], estimate);
    writeServingTables(prepared, answers[0], estimate);
}

} // namespace strata::methods
