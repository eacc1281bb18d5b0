// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/filter.h"

#include "views/explore/scaled_column.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::views {
namespace {

using Corners = std::vector<std::pair<double, double>>;

/// Even-odd rule along a ray to the right (Shimrat, Commun. ACM 5, 1962).
bool inside(const Corners& corners, double x, double y) {
    bool result = false;
    for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
        const auto& [ax, ay] = corners[i];
        const auto& [bx, by] = corners[j];
        if ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) result = !result;
    }
    return result;
}

void applyLasso(const Lasso& lasso, std::span<const std::vector<double>> columns, std::size_t first,
                std::span<unsigned char> passes) {
    Corners corners = lasso.corners;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, low = kInfinity, high = -kInfinity;
    for (auto& [x, y] : corners) {
        left = std::min(left, x);
        right = std::max(right, x);
        low = std::min(low, y);
        high = std::max(high, y);
        x = scaled(x, lasso.log_x);
        y = scaled(y, lasso.log_y);
    }
    const double* xs = columns[lasso.x].data() + first;
    const double* ys = columns[lasso.y].data() + first;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (passes[i] == 0) continue;
        // Most rows are told by the bounds, without a logarithm.
        const bool near = xs[i] >= left && xs[i] <= right && ys[i] >= low && ys[i] <= high;
        if (!near || !inside(corners, scaled(xs[i], lasso.log_x), scaled(ys[i], lasso.log_y))) passes[i] = 0;
    }
}

} // namespace

const ColumnRange* Filter::rangeOf(std::size_t column) const {
    const auto found = std::ranges::find(ranges, column, &ColumnRange::column);
    return found == ranges.end() ? nullptr : &*found;
}

void Filter::setRange(const ColumnRange& range) {
    std::erase_if(ranges, [&](const ColumnRange& other) { return other.column == range.column; });
    if (!std::isinf(range.low) || !std::isinf(range.high)) ranges.push_back(range);
    std::ranges::sort(ranges, {}, &ColumnRange::column);
}

ColumnRange bestRange(std::size_t column, std::span<const double> values, std::span<const unsigned char> states,
                      unsigned char among, std::size_t count, bool maximize) {
    constexpr double kOpen = std::numeric_limits<double>::infinity();
    std::vector<double> candidates;
    for (std::size_t i = 0; i < values.size() && i < states.size(); ++i)
        if (states[i] == among && !std::isnan(values[i])) candidates.push_back(maximize ? -values[i] : values[i]);
    if (count == 0 || candidates.size() <= count) return {column, -kOpen, kOpen};
    const auto last = candidates.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(candidates, last);
    return maximize ? ColumnRange{column, -*last, kOpen} : ColumnRange{column, -kOpen, *last};
}

void applyFilter(const Filter& filter, std::span<const std::vector<double>> columns, std::size_t first,
                 std::span<unsigned char> passes) {
    for (const ColumnRange& range : filter.ranges) {
        const double* values = columns[range.column].data() + first;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            // Not `or`: without branches the compiler compares several rows at a time.
            passes[i] = static_cast<unsigned char>(passes[i] & (values[i] >= range.low) & (values[i] <= range.high));
        }
    }
    for (const Lasso& lasso : filter.lassos)
        applyLasso(lasso, columns, first, passes);
}

void FilterHistory::go(int steps) {
    const auto target = static_cast<std::ptrdiff_t>(at_) + steps;
    at_ =
        static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(target, 0, static_cast<std::ptrdiff_t>(pages_.size()) - 1));
    gesture_.clear();
}

void FilterHistory::set(Filter filter, std::string_view gesture) {
    if (filter == pages_[at_]) return;
    const bool same = !gesture.empty() && gesture == gesture_ && at_ + 1 == pages_.size();
    gesture_ = gesture;
    if (same && at_ > 0) {
        // A drag that is taken back leaves no page.
        const bool taken_back = filter == pages_[at_ - 1];
        if (!taken_back)
            pages_[at_] = std::move(filter);
        else
            pages_.resize(at_--);
        if (taken_back) gesture_.clear();
        return;
    }
    pages_.resize(at_ + 1);
    pages_.push_back(std::move(filter));
    if (pages_.size() > kMostPages) pages_.erase(pages_.begin());
    at_ = pages_.size() - 1;
}

} // namespace strata::views
