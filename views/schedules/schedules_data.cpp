// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schedules/schedules_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::views {
namespace {

std::vector<RankPoint> ranksOf(const exchange::TuningStudy& study, const schedule::SampleFit& fit) {
    std::vector<std::size_t> order(fit.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return fit.times[i].predicted_s; });
    std::vector<RankPoint> ranks(fit.times.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        ranks[order[place]].predicted_rank = static_cast<double>(place + 1);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ranks[i].measured_rank = static_cast<double>(i + 1); // the fastest stands first
        ranks[i].measured_s = fit.times[i].measured_s;
        ranks[i].predicted_s = fit.times[i].predicted_s;
        ranks[i].configuration = study.configuration(fit.times[i].row);
    }
    return ranks;
}

} // namespace

std::size_t nearestSamples(const std::vector<OrderPoint>& learning, double samples) {
    if (learning.empty() || samples <= 0) return learning.empty() ? 0 : learning.size() - 1;
    const auto away = [&](const OrderPoint& point) {
        return std::abs(std::log(static_cast<double>(point.samples) / samples));
    };
    return static_cast<std::size_t>(std::ranges::min_element(learning, {}, away) - learning.begin());
}

SchedulesPicture makeSchedulesPicture(const exchange::TuningStudy& study, std::size_t samples) {
    SchedulesPicture picture;
    picture.file = study.file;
    picture.kernel = study.tuning.kernel;
    picture.device = study.tuning.device;
    picture.measured = study.study.measured;
    picture.open = study.study.open;
    picture.failed = study.study.failed;
    picture.best = study.study.best;
    for (const schedule::SampleFit& fit : study.study.fits)
        picture.learning.push_back({fit.samples, fit.rank, fit.first, fit.best_of, fit.error});
    if (picture.empty()) return picture;
    picture.chosen = nearestSamples(picture.learning, static_cast<double>(samples));
    picture.ranks = ranksOf(study, study.study.fits[picture.chosen]);
    for (const std::size_t row : study.study.next)
        picture.next.push_back(study.configuration(row));
    return picture;
}

Table schedulesTable(const SchedulesPicture& picture) {
    Table table{
        "schedules",
        {"part", "samples", "rank", "first", "best_of", "error_p50", "configuration", "measured_s", "predicted_s"},
        {}};
    for (const OrderPoint& point : picture.learning)
        table.rows.push_back({std::string("learning"), static_cast<std::int64_t>(point.samples), point.rank,
                              point.first, point.best_of, point.error, Cell(), Cell(), Cell()});
    const auto samples = picture.empty() ? Cell() : Cell(static_cast<std::int64_t>(picture.point().samples));
    for (const RankPoint& point : picture.ranks)
        table.rows.push_back({std::string("order"), samples, Cell(), Cell(), Cell(), Cell(), point.configuration,
                              point.measured_s, point.predicted_s});
    for (const std::string& configuration : picture.next)
        table.rows.push_back(
            {std::string("next"), Cell(), Cell(), Cell(), Cell(), Cell(), configuration, Cell(), Cell()});
    return table;
}

} // namespace strata::views
