// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/schedule/schedule_suite.h"

#include "app/lab/run/manifest.h"
#include "app/lab/schedule/measured_space.h"
#include "core/schedule/cost_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace strata::assess {
namespace {

using schedule::CostModel;
using schedule::CostModelOptions;
using schedule::TuningSpace;

constexpr std::uint64_t kSeeds = 5, kTransferSeeds = 3, kSearchSeeds = 15;
constexpr std::size_t kSamples = 1000, kFewSamples = 200, kFewestSamples = 50;
constexpr std::size_t kMostMeasurements = 2000; ///< of a search, by whatever agent

/// How well a model orders the configurations that it has not seen.
struct Order {
    double rank = 0;  ///< Spearman's correlation
    double first = 0; ///< fastest time divided by the time of the configuration that is predicted fastest
};

Order orderOf(const MeasuredSpace& measured, const TuningSpace& sample, const CostModel& model) {
    const auto times = schedule::predictTimes(model, measured.space);
    std::vector<double> said, true_times;
    for (const std::size_t row : sample.rowsWith(schedule::Outcome::Open)) {
        said.push_back((*times)[row].seconds);
        true_times.push_back(measured.space.seconds[row]);
    }
    const auto first = static_cast<std::size_t>(std::ranges::min_element(said) - said.begin());
    return {schedule::rankCorrelation(said, true_times), std::ranges::min(true_times) / true_times[first]};
}

template <class Value>
Value median(std::vector<Value> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

Order medianOf(const std::vector<Order>& orders) {
    std::vector<double> ranks, firsts;
    for (const Order& order : orders) {
        ranks.push_back(order.rank);
        firsts.push_back(order.first);
    }
    return {median(ranks), median(firsts)};
}

CostModelOptions optionsOf(std::uint64_t seed, std::size_t folds) {
    CostModelOptions options;
    options.seed = seed;
    options.folds = folds;
    return options;
}

Order rankedAfter(const MeasuredSpace& measured, std::size_t samples) {
    std::vector<Order> orders;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const TuningSpace sample = sampleOf(measured, samples, seed);
        if (const auto model = schedule::fitCostModel(sample, nullptr, optionsOf(seed, 0)))
            orders.push_back(orderOf(measured, sample, *model));
    }
    return medianOf(orders);
}

/// Few samples with the model of another device.
Order rankedWithPrior(const MeasuredSpace& measured, const CostModel& prior, std::size_t samples, std::size_t& taken) {
    std::vector<Order> orders;
    taken = 0;
    for (std::uint64_t seed = 1; seed <= kTransferSeeds; ++seed) {
        const TuningSpace sample = sampleOf(measured, samples, seed);
        const auto model = schedule::fitCostModel(sample, &prior, optionsOf(seed, CostModelOptions().folds));
        if (!model) continue;
        taken += model->uses_prior ? 1U : 0U;
        orders.push_back(orderOf(measured, sample, *model));
    }
    return medianOf(orders);
}

std::size_t searched(const MeasuredSpace& measured, SearchAgent agent) {
    std::vector<std::size_t> counts;
    for (std::uint64_t seed = 1; seed <= kSearchSeeds; ++seed)
        counts.push_back(measurementsUntilFast(measured, agent, seed, kMostMeasurements));
    return median(counts);
}

Result<void> addRows(const MeasuredSpace& measured, std::string_view role, SuiteReport& report) {
    const TuningSpace sample = sampleOf(measured, kSamples, 1);
    const auto model = schedule::fitCostModel(sample);
    if (!model) return model.error();
    const auto times = schedule::predictTimes(*model, measured.space);
    if (!times) return times.error();
    for (const std::size_t row : sample.rowsWith(schedule::Outcome::Open)) {
        const schedule::PredictedTime& time = (*times)[row];
        SuiteRow line;
        line.id = measured.file + ":" + std::to_string(row + 2);
        line.group = {{"split", std::string(role)}, {"kernel", measured.kernel}, {"device", measured.device}};
        line.quantity = "latency_s";
        line.unit = "s";
        line.measured = measured.space.seconds[row];
        line.predicted = time.seconds;
        line.low = time.low_s;
        line.high = time.high_s;
        line.method = "schedule.boosted";
        report.rows.push_back(std::move(line));
    }
    return {};
}

/// The device that lends its measurements: the first other one with the kernel.
const MeasuredSpace* lenderOf(const std::vector<MeasuredSpace>& spaces, const MeasuredSpace& target) {
    const auto found = std::ranges::find_if(spaces, [&](const MeasuredSpace& other) {
        return other.kernel == target.kernel && other.device != target.device;
    });
    return found == spaces.end() ? nullptr : &*found;
}

void tell(const Order& order, std::ostringstream& text) { text << order.rank << "/" << order.first; }

} // namespace

Result<SuiteReport> runSchedules(const SuiteOptions& options) {
    const auto spaces = readMeasuredSpaces(options.data);
    if (!spaces) return spaces.error();
    const auto manifest = manifestOf("schedules");
    if (!manifest) return manifest.error();
    SuiteReport report;
    report.suite = "schedules";
    report.data = options.data.string();
    std::map<std::string, CostModel> models; ///< of whole spaces, by their names
    std::ostringstream text;
    text.precision(3);
    for (const MeasuredSpace& measured : *spaces) {
        const std::string_view role = manifest->roleOf(measured.device);
        if (auto added = addRows(measured, role, report); !added) return added.error();
        text << measured.name() << " (" << role << "): rank/top-1 after 1000 samples ";
        tell(rankedAfter(measured, kSamples), text);
        text << ", after 200 ";
        tell(rankedAfter(measured, kFewSamples), text);
        text << ", after 50 ";
        tell(rankedAfter(measured, kFewestSamples), text);
        if (const MeasuredSpace* lender = lenderOf(*spaces, measured)) {
            if (!models.contains(lender->name())) {
                auto fitted = schedule::fitCostModel(lender->space, nullptr, optionsOf(1, 0));
                if (!fitted) return fitted.error();
                models.emplace(lender->name(), *std::move(fitted));
            }
            const CostModel& prior = models.at(lender->name());
            for (const std::size_t samples : {kFewSamples, kFewestSamples}) {
                std::size_t taken = 0;
                text << ", with " << lender->device << " after " << samples << " ";
                tell(rankedWithPrior(measured, prior, samples, taken), text);
                text << " (taken " << taken << " of " << kTransferSeeds << ")";
            }
        }
        text << "; measurements to 95 % of the optimum: tuner " << searched(measured, SearchAgent::Model)
             << ", genetic " << searched(measured, SearchAgent::Genetic) << ", random "
             << searched(measured, SearchAgent::Random) << "\n";
    }
    report.summary = text.str();
    report.notes = {"all configurations are valid ones: failed configurations stand in no table, so that constraints "
                    "are not tested",
                    "medians over 5 draws of samples, 3 with another device's measurements and 15 searches of at most "
                    "2,000 measurements"};
    return report;
}

} // namespace strata::assess
