// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu_methods.h"
#include "core/evaluate/methods/serving.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

constexpr double kCoverage = 0.8;
constexpr double kKept = 0.9;   ///< share of the requests that must keep the service level
constexpr double kStep = 1.01;  ///< neighbouring rates that are tried
constexpr int kSeeds = 5;
constexpr double kStudent80 = 1.5332; ///< 90 % quantile of Student's t with kSeeds - 1 degrees
constexpr int kFarthest = 1400;       ///< steps to either side: a factor of a million

/// Share of the requests that keep the service level, at the time of an iteration and at the ends of its interval.
struct Kept {
    double value = 0, low = 0, high = 0;
};

/// One seed's share at rates kStep^k times the request's own. The same seed draws the same lengths and, scaled by the
/// rate, the same gaps, so that shares of neighbouring rates differ by the rate alone.
class Trials {
public:
    Trials(const Request& request, const Context& context, std::uint64_t seed)
        : request_(request), context_(context), seed_(seed),
          rate_(request.document->at("workload").at("traffic").at("arrivals").value("rate_per_s", 1.0)) {}

    double rate(int k) const { return rate_ * std::pow(kStep, k); }

    Result<Kept> at(int k) {
        if (const auto known = known_.find(k); known != known_.end()) return known->second;
        Json document = *request_.document;
        document["seed"] = seed_;
        document["workload"]["traffic"]["arrivals"]["rate_per_s"] = rate(k);
        Request trial = request_;
        trial.seed = seed_;
        trial.document = std::make_shared<const Json>(std::move(document));
        const auto estimate = estimateServing(trial, {context_.library, context_.stop, nullptr});
        if (!estimate) return estimate.error();
        Kept kept;
        if (const Metric* found = estimate->findMetric("goodput"); found != nullptr)
            kept = {found->value, found->low, found->high};
        return known_[k] = kept;
    }

    const std::map<int, Kept>& known() const { return known_; }

private:
    const Request& request_;
    const Context& context_;
    std::uint64_t seed_;
    double rate_;
    std::map<int, Kept> known_;
};

/// The largest k from `start` on at which `share` of the trials is kept, by doubling and halving; nothing where no rate
/// keeps it.
Result<std::optional<int>> largestKept(Trials& trials, int start, double Kept::* share) {
    const auto keeps = [&](int k) -> Result<bool> {
        const auto kept = trials.at(k);
        if (!kept) return kept.error();
        return (*kept).*share >= kKept;
    };
    auto first = keeps(start);
    if (!first) return first.error();
    int below = start, above = start;
    for (int step = 8;; step *= 2) {
        int& moved = *first ? above : below;
        moved = start + (*first ? step : -step);
        if (step > kFarthest) return *first ? Result<std::optional<int>>(start + step) : std::optional<int>();
        const auto kept = keeps(moved);
        if (!kept) return kept.error();
        if (*kept != *first) break;
        (*first ? below : above) = moved;
    }
    while (above - below > 1) {
        const int middle = below + (above - below) / 2;
        const auto kept = keeps(middle);
        if (!kept) return kept.error();
        (*kept ? below : above) = middle;
    }
    return std::optional(below);
}

Result<void> check(const Json& request, const ServingQuery& query) {
    if (!query.level.stated())
        return Error{"missing", "/plan/slo", "no service level is stated", "ttft_s, tpot_s or e2e_s", {}};
    using Kind = serving::ArrivalProcess::Kind;
    const auto kind = query.traffic.arrivals.kind;
    const auto& traffic = request.at("workload").at("traffic");
    if (query.replay || !traffic.contains("arrivals") || kind == Kind::Static || kind == Kind::Closed) {
        return Error{"not-supported", "/workload/traffic/arrivals", "these arrivals have no rate that could be raised",
                     "poisson, gamma or even arrivals with rate_per_s", {}};
    }
    return {};
}

Note cannotKeep(const Request& request) {
    return {Note::Level::Warning, "never-kept",
            "no rate keeps the service level for nine requests of ten: a request alone is too slow already",
            "/plan/slo", request.document->at("plan").contains("tp") ? "a looser service level, or more ranks"
                                                                      : "a looser service level, or tp"};
}

} // namespace

Result<Estimate> estimateCapacity(const Request& request, const Context& context) {
    const auto query = resolveServing(*request.document, context.library);
    if (!query) return query.error();
    if (auto able = check(*request.document, *query); !able) return able.error();
    // What does not fit says so by itself.
    auto base = estimateServing(request, {context.library, context.stop, nullptr});
    if (!base || !base->valid) return base;

    Estimate estimate;
    estimate.calibrations = base->calibrations;
    std::vector<Trials> trials;
    const std::uint64_t seed = request.document->value("seed", std::uint64_t{42});
    for (int i = 0; i < kSeeds; ++i)
        trials.emplace_back(request, context, seed + static_cast<std::uint64_t>(i));
    Table table{"replications", {"seed", "capacity_per_s", "goodput"}, {}};
    std::vector<double> rates;
    int start = 0;
    for (int i = 0; i < kSeeds; ++i) {
        auto& one = trials[static_cast<std::size_t>(i)];
        const auto found = largestKept(one, start, &Kept::value);
        if (!found) return found.error();
        if (!*found) {
            estimate.valid = false;
            estimate.notes = {cannotKeep(request)};
            return estimate;
        }
        start = **found;
        rates.push_back(one.rate(start));
        table.rows.push_back({static_cast<std::int64_t>(seed + static_cast<std::uint64_t>(i)), rates.back(),
                              one.at(start)->value});
    }
    double mean = 0, squares = 0;
    for (const double rate : rates)
        mean += rate / kSeeds;
    for (const double rate : rates)
        squares += (rate - mean) * (rate - mean);
    const double chance = kStudent80 * std::sqrt(squares / (kSeeds - 1) / kSeeds) / mean;
    // Iterations that are shorter or longer than they are taken to be move the capacity of one seed; both errors are
    // independent.
    std::array<double, 2> ends{0, 0};
    for (const auto& [end, share] : {std::pair{0, &Kept::low}, {1, &Kept::high}}) {
        const auto found = largestKept(trials[0], start, share);
        if (!found) return found.error();
        if (*found) ends[static_cast<std::size_t>(end)] = std::log(trials[0].rate(**found) / rates[0]);
    }
    const double below = std::hypot(chance, std::min(0.0, ends[0])), above = std::hypot(chance, std::max(0.0, ends[1]));
    estimate.metrics.push_back({"capacity_per_s", mean, mean * std::exp(-below), mean * std::exp(above), kCoverage});
    const double devices =
        query->options.replicas * query->options.scheduler.stages * query->graph.tensor_parallel;
    estimate.metrics.push_back({"capacity_per_device_s", mean / devices, mean / devices * std::exp(-below),
                                mean / devices * std::exp(above), kCoverage});
    Table curve{"rates", {"rate_per_s", "goodput"}, {}};
    for (const auto& [k, kept] : trials[0].known())
        curve.rows.push_back({trials[0].rate(k), kept.value});
    estimate.tables = {std::move(table), std::move(curve)};
    estimate.notes.push_back({Note::Level::Info, "capacity",
                              "the highest rate at which nine requests of ten keep the service level, over " +
                                  formatCount(kSeeds) +
                                  " seeds; the same seeds at all rates, rates within 1 %",
                              "/plan/slo", ""});
    return estimate;
}

} // namespace strata::methods
