// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/pareto.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace strata::explore {
namespace {

/// A row on its way through the sweep; the first three objectives beside each other.
struct Candidate {
    double first, second, third;
    std::uint32_t row;
};

std::vector<Candidate> sortedCandidates(const ObjectiveRows& rows) {
    std::vector<Candidate> candidates;
    candidates.reserve(rows.rows());
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        if (!rows.complete(i)) continue;
        const auto row = rows.row(i);
        const auto at = [&](std::size_t o) { return o < row.size() ? row[o] : 0.0; };
        candidates.push_back({at(0), at(1), at(2), static_cast<std::uint32_t>(i)});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        if (a.first != b.first) return a.first < b.first;
        if (a.second != b.second) return a.second < b.second;
        if (a.third != b.third) return a.third < b.third;
        return a.row < b.row;
    });
    return candidates;
}

/// The second and third objectives of what came before: the third falls as the second rises.
class Staircase {
public:
    /// False where something before dominates the candidate; else the candidate becomes a step.
    bool take(const Candidate& candidate) {
        auto after = steps_.upper_bound(candidate.second);
        if (after != steps_.begin()) {
            const auto before = std::prev(after);
            if (before->second.third <= candidate.third) {
                const bool equal = before->first == candidate.second && before->second.third == candidate.third &&
                                   before->second.first == candidate.first;
                return equal;
            }
        }
        auto same = after == steps_.begin() ? after : std::prev(after);
        const bool replaces = after != steps_.begin() && same->first == candidate.second;
        while (after != steps_.end() && after->second.third >= candidate.third)
            after = steps_.erase(after);
        if (replaces) {
            same->second = {candidate.third, candidate.first};
        } else {
            steps_.emplace_hint(after, candidate.second, Step{candidate.third, candidate.first});
        }
        return true;
    }

private:
    struct Step {
        double third, first;
    };
    std::map<double, Step> steps_;
};

std::vector<std::uint32_t> sweep(const ObjectiveRows& rows) {
    std::vector<std::uint32_t> front;
    Staircase stairs;
    for (const Candidate& candidate : sortedCandidates(rows)) {
        if (stairs.take(candidate)) front.push_back(candidate.row);
    }
    return front;
}

/// Rows in the order of their first objective are only dominated by rows before them. What dominated last is
/// tried first.
std::vector<std::uint32_t> compareWithFront(const ObjectiveRows& rows) {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        if (rows.complete(i)) order.push_back(static_cast<std::uint32_t>(i));
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto left = rows.row(a), right = rows.row(b);
        if (std::equal(left.begin(), left.end(), right.begin())) return a < b;
        return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
    });
    std::vector<std::uint32_t> front;
    for (const std::uint32_t i : order) {
        const auto found = std::find_if(front.begin(), front.end(),
                                        [&](std::uint32_t other) { return dominates(rows.row(other), rows.row(i)); });
        if (found == front.end()) {
            front.push_back(i);
        } else if (found != front.begin()) {
            std::iter_swap(found, found - (found - front.begin() + 1) / 2);
        }
    }
    return front;
}

} // namespace

bool ObjectiveRows::complete(std::size_t i) const {
    const auto values_here = row(i);
    return std::none_of(values_here.begin(), values_here.end(), [](double value) { return std::isnan(value); });
}

bool dominates(std::span<const double> a, std::span<const double> b) {
    bool better = false;
    for (std::size_t o = 0; o < a.size(); ++o) {
        if (a[o] > b[o]) return false;
        better = better || a[o] < b[o];
    }
    return better;
}

std::vector<std::uint32_t> paretoFront(const ObjectiveRows& rows) {
    std::vector<std::uint32_t> front = rows.objectives <= 3 ? sweep(rows) : compareWithFront(rows);
    std::sort(front.begin(), front.end());
    return front;
}

Extent extentOf(const ObjectiveRows& rows, std::span<const std::uint32_t> front) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Extent extent{std::vector<double>(rows.objectives, kInfinity), std::vector<double>(rows.objectives, -kInfinity)};
    for (const std::uint32_t i : front) {
        for (std::size_t o = 0; o < rows.objectives; ++o) {
            extent.low[o] = std::min(extent.low[o], rows.row(i)[o]);
            extent.high[o] = std::max(extent.high[o], rows.row(i)[o]);
        }
    }
    return extent;
}

std::vector<std::uint32_t> epsilonFront(const ObjectiveRows& rows, std::span<const std::uint32_t> front,
                                        double epsilon) {
    const Extent extent = extentOf(rows, front);
    const auto box = [&](std::uint32_t i) {
        std::vector<double> corner(rows.objectives, 0.0);
        for (std::size_t o = 0; o < rows.objectives; ++o) {
            const double side = epsilon * (extent.high[o] - extent.low[o]);
            if (side > 0) corner[o] = std::floor((rows.row(i)[o] - extent.low[o]) / side);
        }
        return corner;
    };
    // One row a box: the one nearest to the box's lower corner, by the sum of its objectives.
    const auto total = [&](std::uint32_t i) {
        double sum = 0;
        for (std::size_t o = 0; o < rows.objectives; ++o) {
            const double side = extent.high[o] - extent.low[o];
            if (side > 0) sum += (rows.row(i)[o] - extent.low[o]) / side;
        }
        return sum;
    };
    std::map<std::vector<double>, std::uint32_t> boxes;
    for (const std::uint32_t i : front) {
        const auto [place, first] = boxes.emplace(box(i), i);
        if (!first && total(i) < total(place->second)) place->second = i;
    }
    std::vector<double> corners;
    std::vector<std::uint32_t> holders;
    for (const auto& [corner, holder] : boxes) {
        corners.insert(corners.end(), corner.begin(), corner.end());
        holders.push_back(holder);
    }
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t place : paretoFront({corners, rows.objectives}))
        kept.push_back(holders[place]);
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::uint32_t kneeOf(const ObjectiveRows& rows, std::span<const std::uint32_t> front) {
    const Extent extent = extentOf(rows, front);
    std::uint32_t knee = front.front();
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : front) {
        double sum = 0;
        for (std::size_t o = 0; o < rows.objectives; ++o) {
            const double side = extent.high[o] - extent.low[o];
            if (side > 0) sum += (rows.row(i)[o] - extent.low[o]) / side;
        }
        if (sum < least) {
            least = sum;
            knee = i;
        }
    }
    return knee;
}

} // namespace strata::explore
