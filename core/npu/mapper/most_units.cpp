// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/most_units.h"

#include "core/npu/mapper/branch_and_bound.h"
#include "core/npu/mapper/spatial_list.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {
namespace {

constexpr std::uint64_t kBudgetOfStep = 100'000; ///< mappings

MapperSettings withShare(const MapperSettings& settings, double share) {
    MapperSettings any = settings;
    any.least_utilization = share;
    any.fix.least_utilization = 0.0;
    any.gap = 1e9; // the first mapping ends the search
    any.remainder_budget = 0;
    any.budget = std::max(settings.budget, kBudgetOfStep);
    any.watch = {};
    return any;
}

/// Numbers of units that spatial factors may use, in ascending order.
std::vector<double> unitCounts(const MapSpace& space) {
    const SpatialChoices choices = listSpatialChoices(space, MappingGoal::Latency, Worth{});
    std::vector<double> counts;
    for (std::uint32_t c = choices.count(); c-- > 0;) {
        const double units = std::round(space.macs / choices.cycles(c));
        if (counts.empty() || units > counts.back()) counts.push_back(units);
    }
    return counts;
}

/// The first three digits that are not 0.
double threeDigitsDown(double share) {
    const double unit = std::pow(10.0, std::floor(std::log10(share)) - 2.0);
    return std::floor(share / unit * (1.0 + 1e-12)) * unit;
}

} // namespace

std::optional<Error> tooManyUnits(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                  const MapperSettings& settings, const std::stop_token& stop) {
    const double asked = leastUtilization(settings);
    if (asked <= 0.0) return std::nullopt;
    const MapperSettings free = withShare(settings, 0.0);
    const MapSpace space = makeMapSpace(evaluator.architecture(), evaluator.problem(), family, free, start);
    const std::vector<double> counts = unitCounts(space);
    const auto ended = [&] { return stop.stop_requested() || (settings.out_of_time && settings.out_of_time()); };
    double most = 0.0;
    std::size_t low = 0, high = counts.size(); // below `low` a mapping is known, from `high` on none was found
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const auto found =
            searchBranchAndBound(evaluator, start, family, withShare(settings, counts[middle] / space.units), stop);
        if (ended()) return std::nullopt; // nothing is known of what was not looked at
        if (!found) {
            high = middle;
            continue;
        }
        most = std::round(shareOfUnits(evaluator.architecture(), found->mapping) * space.units);
        low = static_cast<std::size_t>(std::ranges::upper_bound(counts, most) - counts.begin());
    }
    if (most <= 0.0 || isEnough(most / space.units, asked)) return std::nullopt;
    const bool constrained = settings.fix.least_utilization >= settings.least_utilization;
    const double share = threeDigitsDown(most / space.units); // what the error names must fit
    return Error{"does-not-fit",
                 constrained ? settings.fix.pointer + "/least_utilization" : "/plan/search/least_utilization",
                 {"error.no-mapping-uses-so-many-units", {{"asked", Amount{asked, "1"}}, {"units", space.units}}},
                 {"accepted.least-utilization-up-to", {{"most", share}, {"used", most}, {"units", space.units}}},
                 {}};
}

} // namespace strata::npu::detail
