// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/study.h"

#include "core/base/random.h"
#include "core/schedule/tuner.h"

#include <algorithm>
#include <cmath>

namespace strata::schedule {
namespace {

constexpr std::uint64_t kStudyStream = 2; ///< of the numbers that draw the order of the measured configurations
constexpr std::size_t kFewestReported = 10;

std::vector<std::size_t> drawnOrder(std::vector<std::size_t> rows, std::uint64_t seed) {
    CounterRandom random(seed, kStudyStream);
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[random.nextBelow(i)]);
    return rows;
}

/// The space as it was when only these rows had been measured.
TuningSpace measuredAlone(const TuningSpace& space, std::span<const std::size_t> rows) {
    TuningSpace part = space;
    for (std::size_t row = 0; row < part.rows(); ++row) {
        if (part.outcomes[row] != Outcome::Measured) continue;
        part.outcomes[row] = Outcome::Open;
        part.seconds[row] = 0;
    }
    for (const std::size_t row : rows) {
        part.outcomes[row] = Outcome::Measured;
        part.seconds[row] = space.seconds[row];
    }
    return part;
}

/// How a model orders what it has not seen. `times` hold the fastest measured first.
void setOrder(SampleFit& fit, std::size_t best) {
    std::vector<double> said, measured, errors;
    for (const RankedTime& time : fit.times) {
        said.push_back(time.predicted_s);
        measured.push_back(time.measured_s);
        errors.push_back(std::abs(time.predicted_s / time.measured_s - 1.0));
    }
    fit.rank = rankCorrelation(said, measured);
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::ranges::nth_element(errors, middle);
    fit.error = *middle;
    std::vector<RankedTime> by_prediction = fit.times;
    std::ranges::stable_sort(by_prediction, {}, &RankedTime::predicted_s);
    by_prediction.resize(std::min(by_prediction.size(), std::max<std::size_t>(1, best)));
    fit.first = measured.front() / by_prediction.front().measured_s;
    fit.best_of = measured.front() / std::ranges::min(by_prediction, {}, &RankedTime::measured_s).measured_s;
}

Result<SampleFit> fitOf(const TuningSpace& space, std::span<const std::size_t> samples,
                        std::span<const std::size_t> reported, const StudyOptions& options,
                        const std::stop_token& stop) {
    const auto model = fitCostModel(measuredAlone(space, samples), nullptr, options.model, stop);
    if (!model) return model.error();
    const auto times = predictTimes(*model, space, stop);
    if (!times) return times.error();
    SampleFit fit;
    fit.samples = samples.size();
    for (const std::size_t row : reported)
        fit.times.push_back({row, space.seconds[row], (*times)[row].seconds});
    std::ranges::stable_sort(fit.times, {}, &RankedTime::measured_s);
    setOrder(fit, options.best);
    return fit;
}

Result<std::vector<std::size_t>> nextOf(const TuningSpace& space, const StudyOptions& options,
                                        const std::stop_token& stop) {
    TunerOptions tuning;
    tuning.seed = options.model.seed;
    const auto tuner = Tuner::over(space, tuning);
    if (!tuner) return tuner.error();
    std::vector<double> logs;
    for (const double seconds : space.seconds)
        logs.push_back(seconds > 0 ? std::log(seconds) : 0.0);
    return tuner->next(space.outcomes, logs, options.next, stop);
}

} // namespace

Result<ScheduleStudy> studySchedules(const TuningSpace& space, const StudyOptions& options,
                                     const std::stop_token& stop) {
    ScheduleStudy study;
    const auto order = drawnOrder(space.rowsWith(Outcome::Measured), options.model.seed);
    study.measured = order.size();
    study.open = space.rowsWith(Outcome::Open).size();
    study.failed = space.rowsWith(Outcome::Failed).size();
    study.best = options.best;
    const std::size_t reports =
        std::max(kFewestReported, static_cast<std::size_t>(options.report_share * static_cast<double>(order.size())));
    if (order.size() < kFewestMeasurements + reports)
        return Error{"too-few",
                     "",
                     {"error.measured-configurations", {{"count", order.size()}}},
                     {"accepted.measured-configurations-at-least", {{"fewest", kFewestMeasurements + reports}}},
                     {}};
    const std::size_t most = order.size() - reports;
    std::vector<std::size_t> counts;
    for (const std::size_t samples : options.samples)
        if (samples >= kFewestMeasurements && samples < most) counts.push_back(samples);
    counts.push_back(most);
    const std::span reported = std::span(order).subspan(most);
    for (const std::size_t samples : counts) {
        auto fit = fitOf(space, std::span(order).first(samples), reported, options, stop);
        if (!fit) return fit.error();
        study.fits.push_back(*std::move(fit));
    }
    auto next = nextOf(space, options, stop);
    if (!next) return next.error();
    if (stop.stop_requested()) return Error{"cancelled", "", {"error.study-was-stopped"}, {}, {}};
    study.next = *std::move(next);
    return study;
}

} // namespace strata::schedule
