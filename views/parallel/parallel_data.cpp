// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_data.h"

#include "views/explore/cloud_grid.h"
#include "views/explore/exploration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace strata::views {
namespace {

// Counts of pairs of axes that are no neighbours now: an axis that is moved back and forth finds them again.
constexpr std::size_t kMostRested = 48;

} // namespace

void ParallelData::update(const Exploration& run, const std::vector<ParallelAxis>& axes, const ScaledColumn* color) {
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
        // Where the architect has not said: as the run varies a parameter; metrics that span more than a decade.
        const ExploreColumn& of = run.columns()[column];
        line.logarithmic = axis.logarithmic.value_or(of.axis ? of.logarithmic : run.extent(column).spansADecade());
        line.places.update(run, column, line.logarithmic);
        if (line.inverted != axis.inverted) line.bins.clear();
        line.inverted = axis.inverted;
        fillBins(line);
        lines_.push_back(std::move(line));
    }
    seeColor(color);
    countGaps();
}

/// Colours depend on the ends of their column as well.
void ParallelData::seeColor(const ScaledColumn* color) {
    const bool same =
        color == color_ && (color == nullptr || (color->version() == color_places_ && color->low() == color_low_ &&
                                                 color->high() == color_high_));
    if (same) return;
    color_ = color;
    color_version_ = ++versions_;
    if (color == nullptr) return;
    color_places_ = color->version();
    color_low_ = color->low();
    color_high_ = color->high();
}

void ParallelData::fillBins(Line& line) {
    const double low = line.places.low(), high = line.places.high();
    const bool same = line.binned_low == low && line.binned_high == high &&
                      line.binned_version == line.places.version() && !line.bins.empty();
    if (!same) {
        line.bins.clear();
        line.version = ++versions_;
    }
    line.binned_low = low;
    line.binned_high = high;
    line.binned_version = line.places.version();
    const auto places = line.places.places();
    const auto first = static_cast<float>(low);
    const float steps = high > low ? static_cast<float>((kBins - 1) / (high - low)) : 0.0F;
    const std::size_t known = line.bins.size();
    line.bins.resize(places.size());
    for (std::size_t i = known; i < places.size(); ++i) {
        const float at = (places[i] - first) * steps;
        const bool inside = at > -1.0F && at < static_cast<float>(kBins);
        const int bin = std::clamp(static_cast<int>((inside ? at : 0.0F) + 0.5F), 0, kBins - 1);
        const int turned = line.inverted ? kBins - 1 - bin : bin;
        line.bins[i] = static_cast<std::uint8_t>(inside ? turned : int{kNone});
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

void ParallelData::countGaps() {
    std::vector<CountedGap> before = std::move(gaps_);
    before.insert(before.end(), std::make_move_iterator(rested_.begin()), std::make_move_iterator(rested_.end()));
    gaps_.clear();
    rested_.clear();
    for (std::size_t a = 0; a + 1 < lines_.size(); ++a) {
        const Line &left = lines_[a], &right = lines_[a + 1];
        const auto kept = std::ranges::find_if(before, [&](const CountedGap& gap) {
            return gap.left == left.column && gap.right == right.column && gap.left_version == left.version &&
                   gap.right_version == right.version && gap.colored_by == color_version_ && gap.seen.any;
        });
        CountedGap gap{left.column, right.column, left.version, right.version, color_version_, {}, {}};
        if (kept != before.end()) {
            gap = std::move(*kept);
            kept->seen.any = false;
        }
        countGap(gap, left, right);
        gaps_.push_back(std::move(gap));
    }
    for (CountedGap& gap : before)
        if (gap.seen.any && rested_.size() < kMostRested) rested_.push_back(std::move(gap));
}

void ParallelData::countGap(CountedGap& gap, const Line& left, const Line& right) {
    const RowStates& states = run_->filtered();
    const auto& reason = run_->table().reason;
    Gap& counts = gap.counts;
    const auto cellOf = [&](std::size_t row) -> std::optional<std::size_t> {
        const std::uint8_t a = left.bins[row], b = right.bins[row];
        if (a == kNone || b == kNone) return std::nullopt;
        return std::size_t{a} * kBins + b;
    };
    const auto enter = [&](std::size_t row, std::size_t cell, unsigned char state, int sign) {
        if (state == kInfeasible) counts.infeasible[cell] += static_cast<std::uint32_t>(sign);
        if (state != kShown) return;
        counts.shown[cell] += static_cast<std::uint32_t>(sign);
        if (counts.colors.empty() || std::isnan(color_->places()[row])) return;
        const auto color = static_cast<std::int64_t>(colorIndex(color_->places()[row], color_low_, color_high_));
        counts.colors[cell] += static_cast<std::uint64_t>(sign * color);
        counts.colored[cell] += static_cast<std::uint32_t>(sign);
    };
    const auto add = [&](std::size_t row) {
        const auto cell = cellOf(row);
        if (!cell) return;
        counts.feasible[*cell] += reason[row] == 0 ? 1 : 0;
        enter(row, *cell, states.states()[row], 1);
    };
    const SeenStates before = gap.seen;
    const bool follows = gap.seen.follow(
        states,
        [&](const StateFlip& flip) {
            const auto cell = cellOf(flip.row);
            if (!cell) return;
            enter(flip.row, *cell, flip.before, -1);
            enter(flip.row, *cell, flip.after, 1);
        },
        add);
    const bool more = !follows || before.rows != gap.seen.rows;
    if (more || before.revision != gap.seen.revision) counts.version = ++versions_;
    if (more) counts.ground = ++versions_;
    if (follows) return;
    countAll(counts, left.bins, right.bins);
}

/// All rows at once: one increment a row, without the questions that rows are followed by.
void ParallelData::countAll(Gap& counts, std::span<const std::uint8_t> left,
                            std::span<const std::uint8_t> right) const {
    constexpr std::size_t kCells = std::size_t{kBins} * kBins;
    enum Kind : std::uint8_t { kIsShown, kIsInfeasible, kIsOutside, kIsNeither, kKinds };
    // By state, of feasible rows and of others.
    constexpr std::array<Kind, 6> kKindOf{kIsOutside, kIsNeither, kIsInfeasible, kIsInfeasible, kIsShown, kIsShown};
    static_assert(kHidden == 0 && kInfeasible == 1 && kShown == 2);
    const auto& states = run_->rowStates();
    const auto& reason = run_->table().reason;
    std::vector<std::uint32_t> cells(kCells * kKinds, 0);
    for (std::size_t row = 0; row < states.size(); ++row) {
        if (left[row] == kNone || right[row] == kNone) continue;
        const std::size_t kind = kKindOf[states[row] * 2U + (reason[row] != 0 ? 1U : 0U)];
        ++cells[kind * kCells + std::size_t{left[row]} * kBins + right[row]];
    }
    const auto ofKind = [&](Kind kind) { return cells.begin() + static_cast<std::ptrdiff_t>(kind * kCells); };
    counts.shown.assign(ofKind(kIsShown), ofKind(kIsShown) + kCells);
    counts.infeasible.assign(ofKind(kIsInfeasible), ofKind(kIsInfeasible) + kCells);
    counts.feasible.resize(kCells);
    std::transform(ofKind(kIsShown), ofKind(kIsShown) + kCells, ofKind(kIsOutside), counts.feasible.begin(),
                   std::plus{});
    counts.colors.assign(color_ ? kCells : 0, 0);
    counts.colored.assign(counts.colors.size(), 0);
    for (std::size_t row = 0; color_ && row < states.size(); ++row) {
        if (states[row] != kShown || left[row] == kNone || right[row] == kNone) continue;
        if (std::isnan(color_->places()[row])) continue;
        const std::size_t cell = std::size_t{left[row]} * kBins + right[row];
        counts.colors[cell] += colorIndex(color_->places()[row], color_low_, color_high_);
        ++counts.colored[cell];
    }
}

} // namespace strata::views
