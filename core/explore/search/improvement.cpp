// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/improvement.h"

#include "core/base/normal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// E[max(0, edge - value)] of a normal value.
double expectedRoom(double edge, const learn::Prediction& value) {
    if (edge == -kInfinity) return 0;
    return meanShortfall(edge, value.mean, std::sqrt(value.variance));
}

} // namespace

Improvement::Improvement(const ObjectiveRows& front, std::span<const double> reference)
    : objectives_(reference.size()) {
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < front.rows(); ++i) {
        const auto row = front.row(i);
        const bool inside =
            std::ranges::equal(row, reference, [](double value, double limit) { return value < limit; });
        if (!inside) continue;
        rows.push_back(static_cast<std::uint32_t>(values_.size() / objectives_));
        values_.insert(values_.end(), row.begin(), row.end());
    }
    edges_.resize(objectives_);
    for (std::size_t m = 0; m < objectives_; ++m) {
        edges_[m] = {-kInfinity, reference[m]};
        for (const std::uint32_t row : rows)
            edges_[m].push_back(values_[row * objectives_ + m]);
        std::ranges::sort(edges_[m]);
        const auto [from, to] = std::ranges::unique(edges_[m]);
        edges_[m].erase(from, to);
    }
    std::vector<std::uint32_t> low, high;
    split(std::move(rows), objectives_, low, high);
}

/// Slabs of the last objective that is left: in each, only the rows below it dominate, and the rest is a problem with
/// one objective less. `low` and `high` hold the edges of the slabs that were chosen so far, last objective first.
void Improvement::split(std::vector<std::uint32_t> rows, std::size_t objective, std::vector<std::uint32_t>& low,
                        std::vector<std::uint32_t>& high) {
    const std::size_t m = objective - 1;
    const auto placeOf = [&](double value) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(edges_[m], value) - edges_[m].begin());
    };
    const auto valueOf = [&](std::uint32_t row) { return values_[row * objectives_ + m]; };
    std::ranges::sort(rows, {}, valueOf);
    const auto last = static_cast<std::uint32_t>(edges_[m].size() - 1);
    const auto emit = [&](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t> below) {
        if (from == to) return;
        low.push_back(from);
        high.push_back(to);
        if (m == 0) {
            lowers_.insert(lowers_.end(), low.rbegin(), low.rend());
            uppers_.insert(uppers_.end(), high.rbegin(), high.rend());
        } else {
            split(std::move(below), m, low, high);
        }
        low.pop_back();
        high.pop_back();
    };
    if (m == 0) { // free up to the first row
        emit(0, rows.empty() ? last : placeOf(valueOf(rows.front())), {});
        return;
    }
    std::uint32_t from = 0;
    std::vector<std::uint32_t> below;
    for (const std::uint32_t row : rows) {
        const std::uint32_t place = placeOf(valueOf(row));
        emit(from, place, below);
        from = place;
        below.push_back(row);
    }
    emit(from, last, std::move(below));
}

double Improvement::expected(std::span<const learn::Prediction> objectives) const {
    std::vector<std::vector<double>> room(objectives_);
    for (std::size_t m = 0; m < objectives_; ++m) {
        for (const double edge : edges_[m])
            room[m].push_back(expectedRoom(edge, objectives[m]));
    }
    double sum = 0;
    for (std::size_t box = 0; box < uppers_.size(); box += objectives_) {
        double product = 1;
        for (std::size_t m = 0; m < objectives_ && product > 0; ++m)
            product *= room[m][uppers_[box + m]] - room[m][lowers_[box + m]];
        sum += product;
    }
    return sum;
}

} // namespace strata::explore
