// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_data.h"

#include "views/explore/exploration.h"

#include <algorithm>
#include <cmath>

namespace strata::views {
namespace {

constexpr double kDecade = 10.0;

}  // namespace

void ParallelData::update(const Exploration& run, const std::vector<ParallelAxis>& axes) {
    std::vector<Line> before = std::move(lines_);
    if (run_ != &run || generation_ != run.generation()) before.clear();
    run_ = &run;
    generation_ = run.generation();
    lines_.clear();
    for (const ParallelAxis& axis : axes) {
        const auto column = static_cast<std::size_t>(run.columnNamed(axis.column));
        const auto kept = std::ranges::find(before, column, &Line::column);
        Line line = kept == before.end() ? Line{} : std::move(*kept);
        line.column = column;
        seeValues(line);
        // Where the architect has not said: as the run varies a parameter; metrics that span more than a decade.
        const bool decade = line.least > 0.0 && line.most > kDecade * line.least;
        const ExploreColumn& of = run.columns()[column];
        line.logarithmic = axis.logarithmic.value_or(of.axis ? of.logarithmic : decade);
        line.places.update(run, column, line.logarithmic);
        if (line.inverted != axis.inverted) line.bins.clear();
        line.inverted = axis.inverted;
        fillBins(line);
        lines_.push_back(std::move(line));
    }
}

void ParallelData::seeValues(Line& line) const {
    const auto& values = run_->table().columns[line.column];
    const auto& reason = run_->table().reason;
    for (; line.seen < values.size(); ++line.seen) {
        const double value = values[line.seen];
        if (reason[line.seen] != 0 || std::isnan(value)) continue;
        line.least = std::min(line.least, value);
        line.most = std::max(line.most, value);
    }
}

void ParallelData::fillBins(Line& line) const {
    const double low = line.places.low(), high = line.places.high();
    if (line.binned_low != low || line.binned_high != high) line.bins.clear();
    line.binned_low = low;
    line.binned_high = high;
    const auto places = line.places.places();
    const auto first = static_cast<float>(low);
    const float steps = high > low ? static_cast<float>((kBins - 1) / (high - low)) : 0.0F;
    for (std::size_t i = line.bins.size(); i < places.size(); ++i) {
        const float at = (places[i] - first) * steps;
        if (!(at > -1.0F && at < static_cast<float>(kBins))) {
            line.bins.push_back(kNone);
            continue;
        }
        const int bin = std::clamp(static_cast<int>(at + 0.5F), 0, kBins - 1);
        line.bins.push_back(static_cast<std::uint8_t>(line.inverted ? kBins - 1 - bin : bin));
    }
}

std::pair<double, double> ParallelData::ends(std::size_t axis) const {
    return {valueAt(axis, 0.0), valueAt(axis, 1.0)};
}

double ParallelData::shareOf(std::size_t axis, double value) const {
    const Line& line = lines_[axis];
    const double span = line.places.high() - line.places.low();
    const double share = span > 0.0 ? (scaled(value, line.logarithmic) - line.places.low()) / span : 0.5;
    return line.inverted ? 1.0 - share : share;
}

double ParallelData::valueAt(std::size_t axis, double share) const {
    const Line& line = lines_[axis];
    const double along = line.inverted ? 1.0 - share : share;
    return unscaled(line.places.low() + along * (line.places.high() - line.places.low()), line.logarithmic);
}

double ParallelData::rowShare(std::size_t axis, std::size_t row) const {
    const Line& line = lines_[axis];
    const double span = line.places.high() - line.places.low();
    const double place = static_cast<double>(line.places.places()[row]);
    const double share = span > 0.0 ? (place - line.places.low()) / span : place - place + 0.5;
    return line.inverted ? 1.0 - share : share;
}

ParallelData::PairCounts ParallelData::pairCounts(const Exploration& run, std::size_t left_axis) const {
    PairCounts counts(std::size_t{3} * kBins * kBins, 0);
    const auto& left = lines_[left_axis].bins;
    const auto& right = lines_[left_axis + 1].bins;
    const auto& states = run.rowStates();
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (left[i] == kNone || right[i] == kNone) continue;
        ++counts[(static_cast<std::size_t>(states[i]) * kBins + left[i]) * kBins + right[i]];
    }
    return counts;
}

}  // namespace strata::views
