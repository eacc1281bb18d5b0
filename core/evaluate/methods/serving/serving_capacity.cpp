// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"
#include "core/base/normal.h"
#include "core/base/quantity.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/evaluate/methods/serving/serving_run.h"
#include "core/evaluate/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace strata::methods {
namespace {

constexpr double kCoverage = 0.8;
constexpr double kKept = 0.9;   ///< share of the requests that must keep the service level, where nothing is stated
constexpr int kSeeds = 5;       ///< where nothing is stated
constexpr double kStep = 1.01;  ///< neighbouring rates that are tried
constexpr int kFarthest = 1400; ///< steps to either side: a factor of a million
constexpr double kStill = 0.02; ///< what a run twice as long may move the rate by, where it is long enough
constexpr std::uint64_t kLongest = 16384; ///< requests of the longest run, where nothing is stated

/// 90 % quantile of Student's t: expansion by degrees of freedom around the normal one (Abramowitz and Stegun 26.7.5),
/// off by 0.2 % at 2 degrees.
double student90(int degrees) {
    constexpr std::array kTerms{kNormal90, 0.8466, 0.5709, 0.2585, 0.0544};
    double sum = 0, power = 1;
    for (const double term : kTerms) {
        sum += term / power;
        power *= degrees;
    }
    return sum;
}

/// What a run at one rate shows.
struct Trial {
    double goodput = 0; ///< share of the requests that keep every limit
    bool holds = false; ///< the level, by its percentiles
};

/// Groups of users keep the limits that have a percentile each by itself, the others all together.
bool levelHolds(const ServingLoad& load, const ServingAnswer& answer, std::uint64_t asked, double wanted) {
    if (answer.tenants.empty()) return serving::holds(load.level, answer.summary.kept, asked, wanted);
    bool all = serving::holds({}, answer.summary.kept, asked, wanted);
    for (std::size_t i = 0; i < answer.tenants.size(); ++i) {
        const serving::Summary& own = answer.tenants[i];
        all = all && serving::holds(load.tenants[i].level, own.kept, own.e2e.count(), 0);
    }
    return all;
}

/// One seed's trials at rates kStep^k times the request's own. The same seed draws the same lengths
/// and, scaled by the rate, the same gaps, so that shares of neighbouring rates differ by the rate alone. Reads what
/// is prepared, so that trials run side by side.
class Trials {
public:
    Trials(const PreparedServing& prepared, const Context& context, double wanted, std::uint64_t seed,
           std::uint64_t length, double ratio = 1)
        : prepared_(prepared), context_(context), load_(prepared.query.load), wanted_(wanted), ratio_(ratio),
          rate_(prepared.query.load.traffic.arrivals.rate_per_s) {
        load_.traffic.seed = seed;
        load_.traffic.requests *= length;
        load_.traffic.duration_s *= static_cast<double>(length);
        if (!load_.vidur) return;
        load_.vidur->seed = static_cast<std::uint32_t>(seed);
        load_.vidur->requests *= length;
    }

    /// Of a run at a rate.
    double requestsAt(int k) const {
        return load_.traffic.requests > 0 ? static_cast<double>(load_.traffic.requests)
                                          : load_.traffic.duration_s * rate(k);
    }

    double rate(int k) const { return rate_ * std::pow(kStep, k); }

    Result<Trial> at(int k) {
        if (const auto known = known_.find(k); known != known_.end()) return known->second;
        load_.traffic.arrivals.rate_per_s = rate(k);
        if (load_.vidur) load_.vidur->rate_per_s = rate(k);
        const auto answer =
            simulateServing(prepared_, load_, ratio_, {context_.library, context_.stop, nullptr}, nullptr);
        if (!answer) return answer.error();
        const std::uint64_t asked = answer->totals.requests + answer->totals.unfinished;
        const auto kept = static_cast<double>(answer->summary.kept.all);
        return known_[k] = {kept / static_cast<double>(std::max<std::uint64_t>(1, asked)),
                            levelHolds(load_, *answer, asked, wanted_)};
    }

    const std::map<int, Trial>& known() const { return known_; }

private:
    const PreparedServing& prepared_;
    const Context& context_;
    ServingLoad load_; ///< with another seed, rate and length
    double wanted_;    ///< share of the requests that must keep the limits without a percentile
    double ratio_, rate_;
    std::map<int, Trial> known_;
};

/// The largest k from `start` on at which the service level holds, by doubling and halving; nothing where it does at no
/// rate.
Result<std::optional<int>> largestKept(Trials& trials, int start) {
    const auto keeps = [&](int k) -> Result<bool> {
        const auto kept = trials.at(k);
        if (!kept) return kept.error();
        return kept->holds;
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

/// One search of a replication, and what came of it.
struct Search {
    Trials trials;
    Result<std::optional<int>> largest = std::optional<int>();
};

/// Each search by itself, side by side: what comes out does not depend on it.
void searchAll(std::span<Search> searches, int start, Executor* executor) {
    runParts(executor, searches.size(),
             [&](std::size_t i) { searches[i].largest = largestKept(searches[i].trials, start); });
}

/// What lengthening the runs came to.
struct Lengths {
    std::uint64_t factor = 1;   ///< of the request's own run
    std::optional<int> k;       ///< where the service level ends in runs that long; nothing where no rate keeps it
    bool still = false;         ///< doubling them again moves the rate by less than kStill
    std::map<int, Trial> known; ///< trials by rate, of the longest
    Table table{"run_lengths", {"requests", "capacity_per_s"}, {}};
};

/// A queue that grows breaks the service level only when it has grown: in a short run rates pass at which a long one
/// fails. Runs double until that makes no difference any more.
Result<Lengths> longEnough(const PreparedServing& prepared, const Context& context, double wanted,
                           std::uint64_t longest) {
    Lengths lengths;
    for (std::uint64_t factor = 1;; factor *= 2) {
        Trials trials(prepared, context, wanted, prepared.query.load.traffic.seed, factor);
        // A run that ends before any queue has grown keeps its level at all rates: it tells nothing.
        const std::optional<int> before = lengths.k && *lengths.k > kFarthest ? std::optional<int>() : lengths.k;
        const auto largest = largestKept(trials, before.value_or(0));
        if (!largest) return largest.error();
        lengths.factor = factor;
        lengths.k = *largest;
        lengths.known = trials.known();
        if (!*largest) return lengths;
        lengths.table.rows.push_back({trials.requestsAt(**largest), trials.rate(**largest)});
        lengths.still = before && std::abs(std::log(kStep) * (**largest - *before)) < kStill;
        if (lengths.still || 2.0 * trials.requestsAt(**largest) > static_cast<double>(longest)) return lengths;
    }
}

Result<void> check(const Json& request, const ServingQuery& query) {
    if (!query.load.level.stated())
        return Error{"missing", "/plan/slo", {"error.no-service-level-stated"}, {"accepted.ttft-s-tpot-s-or-e2e"}, {}};
    using Kind = serving::ArrivalProcess::Kind;
    const auto kind = query.load.traffic.arrivals.kind;
    const auto& traffic = request.at("workload").at("traffic");
    if (query.load.replay || !traffic.contains("arrivals") || kind == Kind::Static || kind == Kind::Closed) {
        return Error{"not-supported",
                     "/workload/traffic/arrivals",
                     {"error.these-arrivals-have-no-rate-could"},
                     {"accepted.poisson-gamma-or-even-arrivals-with"},
                     {}};
    }
    return {};
}

/// What must hold: limits with a percentile one by one, the others together.
std::vector<Message> levelText(const serving::ServiceLevel& level, double wanted) {
    std::vector<Message> parts;
    bool together = false;
    const auto say = [&parts](Message part) {
        if (!parts.empty()) parts.push_back({"note.level-and"});
        parts.push_back(std::move(part));
    };
    const auto add = [&](const serving::Limit& limit, const char* text) {
        together |= limit.stated() && !limit.alone();
        if (limit.alone()) say({text, {{"percentile", 100 * limit.share}, {"limit", Amount{limit.seconds, "s"}}}});
    };
    add(level.ttft, "note.level-ttft");
    add(level.tpot, "note.level-tpot");
    add(level.e2e, "note.level-e2e");
    if (together) say({parts.empty() ? "note.level-all" : "note.level-others", {{"share", Amount{wanted, "1"}}}});
    return parts;
}

Note cannotKeep(const ServingQuery& query, double wanted) {
    const bool parallel = query.pools.prompts.graph.tensor_parallel > 1;
    return {Note::Level::Warning,
            "never-kept",
            {"note.never-kept", {{"level", levelText(query.load.level, wanted)}}},
            "/plan/slo",
            {{parallel ? "fix.looser-or-ranks" : "fix.looser-or-tp"}}};
}

/// How the capacity is searched, as the plan states it.
struct CapacitySearch {
    double wanted = kKept; ///< share of the requests that must keep the service level
    int seeds = kSeeds;
    std::uint64_t longest = kLongest; ///< requests of the longest run
    std::uint64_t first_seed = 0;

    std::uint64_t seed(int replication) const { return first_seed + static_cast<std::uint64_t>(replication); }
};

CapacitySearch statedSearch(const Json& request, const ServingQuery& query) {
    const Json& stated = servingMember(servingMember(request, "plan"), "capacity");
    return {stated.value("kept", kKept), stated.value("replications", kSeeds), stated.value("longest_run", kLongest),
            query.load.traffic.seed};
}

/// One search of each seed, and behind them those of the first seed with iterations at the two ends of their interval.
std::vector<Search> startedSearches(const PreparedServing& prepared, const Context& context,
                                    const CapacitySearch& asked, std::uint64_t length) {
    std::vector<Search> searches;
    for (int i = 0; i < asked.seeds; ++i)
        searches.push_back({Trials(prepared, context, asked.wanted, asked.seed(i), length)});
    for (const double ratio : {prepared.engines.prompts.ratio_high, prepared.engines.prompts.ratio_low})
        searches.push_back({Trials(prepared, context, asked.wanted, asked.first_seed, length, ratio)});
    return searches;
}

/// The highest rate of each seed; `rates` is shorter than the seeds where one keeps the level at no rate.
struct Replications {
    std::vector<double> rates;
    Table table{"replications", {"seed", "capacity_per_s", "goodput"}, {}};
};

Result<Replications> replicationsOf(std::span<Search> searches, const CapacitySearch& asked) {
    Replications replications;
    for (int i = 0; i < asked.seeds; ++i) {
        Search& search = searches[static_cast<std::size_t>(i)];
        if (!search.largest) return search.largest.error();
        if (!*search.largest) return replications;
        const int k = **search.largest;
        replications.rates.push_back(search.trials.rate(k));
        const auto kept = search.trials.at(k);
        if (!kept) return kept.error();
        replications.table.rows.push_back(
            {static_cast<std::int64_t>(asked.seed(i)), replications.rates.back(), kept->goodput});
    }
    return replications;
}

/// The mean of all seeds with the logarithms of its interval's ends.
struct Capacity {
    double mean = 0;
    double chance = 0; ///< relative error of the mean by the choice of seeds
    double below = 0, above = 0;
};

/// @param ends searches of the first seed with longer and with shorter iterations. That iterations may be longer or
/// shorter than they are taken to be moves the capacity of one seed; this error and that of chance are independent.
Result<Capacity> capacityOf(std::span<const double> rates, std::span<const Search> ends) {
    Capacity capacity;
    const auto seeds = static_cast<int>(rates.size());
    double squares = 0;
    for (const double rate : rates)
        capacity.mean += rate / seeds;
    for (const double rate : rates)
        squares += (rate - capacity.mean) * (rate - capacity.mean);
    capacity.chance = student90(seeds - 1) * std::sqrt(squares / (seeds - 1) / seeds) / capacity.mean;
    std::array<double, 2> moved{0, 0};
    for (std::size_t end = 0; end < moved.size(); ++end) {
        const Search& search = ends[end];
        if (!search.largest) return search.largest.error();
        if (*search.largest) moved[end] = std::log(search.trials.rate(**search.largest) / rates[0]);
    }
    capacity.below = std::hypot(capacity.chance, std::min(0.0, moved[0]));
    capacity.above = std::hypot(capacity.chance, std::max(0.0, moved[1]));
    return capacity;
}

void addCapacity(const Capacity& capacity, double devices, Estimate& estimate) {
    const auto add = [&](std::string_view name, double value) {
        estimate.metrics.push_back(
            {std::string(name), value, value * std::exp(-capacity.below), value * std::exp(capacity.above), kCoverage});
    };
    add(kCapacityMetric, capacity.mean);
    add("capacity_per_device_s", capacity.mean / devices);
}

/// Share of the requests that keep the level at each rate that was tried.
Table rateTable(const Lengths& lengths, const Trials& trials) {
    Table table{"rates", {"rate_per_s", "goodput"}, {}};
    for (const auto& [k, kept] : lengths.known)
        table.rows.push_back({trials.rate(k), kept.goodput});
    return table;
}

Note tooShortNote(double requests) {
    return {Note::Level::Warning,
            "run-too-short",
            {"note.run-too-short", {{"requests", requests}}},
            "/plan/capacity/longest_run",
            {{"fix.longest-run"}}};
}

Note capacityMessage(const ServingQuery& query, const CapacitySearch& asked, double chance) {
    return {Note::Level::Info,
            "capacity",
            {"note.capacity",
             {{"level", levelText(query.load.level, asked.wanted)},
              {"seeds", asked.seeds},
              {"chance", Amount{chance, "1"}}}},
            "/plan/slo"};
}

Estimate withoutNumbers(Estimate estimate, Note why) {
    estimate.valid = false;
    estimate.notes = {std::move(why)};
    return estimate;
}

} // namespace

Result<Estimate> estimateCapacity(const Request& request, const Context& context) {
    auto prepared = prepareServing(queryOf<ServingQuery>(request, context.library, resolveServing), context);
    if (!prepared) return prepared.error();
    const ServingQuery& query = prepared->query;
    if (auto able = check(*request.document, query); !able) return able.error();
    Estimate estimate;
    estimate.calibrations = prepared->calibrations;
    if (prepared->misfit) return withoutNumbers(std::move(estimate), *prepared->misfit);
    // The first seed finds where to look and how long to run; the others, and the first one with iterations at the
    // ends of their interval, begin there side by side.
    const CapacitySearch asked = statedSearch(*request.document, query);
    const auto lengths = longEnough(*prepared, context, asked.wanted, asked.longest);
    if (!lengths) return lengths.error();
    if (!lengths->k) return withoutNumbers(std::move(estimate), cannotKeep(query, asked.wanted));
    std::vector<Search> searches = startedSearches(*prepared, context, asked, lengths->factor);
    searchAll(searches, *lengths->k, context.executor);

    auto replications = replicationsOf(searches, asked);
    if (!replications) return replications.error();
    const auto seeds = static_cast<std::size_t>(asked.seeds);
    if (replications->rates.size() < seeds) return withoutNumbers(std::move(estimate), cannotKeep(query, asked.wanted));
    const auto capacity = capacityOf(replications->rates, std::span(searches).subspan(seeds));
    if (!capacity) return capacity.error();
    addCapacity(*capacity, devicesOf(query), estimate);
    const Trials& first = searches.front().trials;
    estimate.tables = {std::move(replications->table), rateTable(*lengths, first), lengths->table};
    if (const auto& imported = prepared->engines.prompts.imported) estimate.notes.push_back(importedNote(*imported));
    addLayerNotes(prepared->below, estimate);
    if (!lengths->still) estimate.notes.push_back(tooShortNote(first.requestsAt(*lengths->k)));
    estimate.notes.push_back(capacityMessage(query, asked, capacity->chance));
    return estimate;
}

} // namespace strata::methods
