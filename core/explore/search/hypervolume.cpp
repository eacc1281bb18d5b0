// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/pareto.h"

#include <algorithm>
#include <map>

namespace strata::explore {
namespace {

/// Rows as owned vectors; the recursion below makes and drops many.
using Points = std::vector<std::vector<double>>;

double areaOf(Points& points, std::span<const double> reference) {
    std::sort(points.begin(), points.end());
    double area = 0;
    double lowest = reference[1];
    for (const auto& point : points) {
        if (point[1] >= lowest) continue;
        area += (reference[0] - point[0]) * (lowest - point[1]);
        lowest = point[1];
    }
    return area;
}

/// From low to high along the third axis, the area below the staircase of the first two times the way to the
/// next point.
double volumeOf(Points& points, std::span<const double> reference) {
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a[2] < b[2]; });
    std::map<double, double> stairs{{-1e300, reference[1]}, {reference[0], -1e300}}; // ends that nothing crosses
    double area = 0, volume = 0, height = points.empty() ? 0 : points.front()[2];
    for (const auto& point : points) {
        volume += area * (point[2] - height);
        height = point[2];
        auto next = stairs.upper_bound(point[0]);
        auto before = std::prev(next);
        if (before->second <= point[1]) continue;
        // What the point adds: columns from its left edge on, each up to the step above it.
        double left = point[0], top = before->second;
        while (next->second > point[1]) {
            area += (next->first - left) * (top - point[1]);
            left = next->first;
            top = next->second;
            next = stairs.erase(next);
        }
        area += (next->first - left) * (top - point[1]);
        stairs[point[0]] = point[1];
    }
    return volume + area * (reference[2] - height);
}

double volumeOfMany(Points& points, std::span<const double> reference);

Points withoutDominated(const Points& points) {
    Points kept;
    for (const auto& point : points) {
        const auto beaten = [&](const auto& other) { return dominates(other, point) || other == point; };
        if (std::any_of(kept.begin(), kept.end(), beaten)) continue;
        std::erase_if(kept, [&](const auto& other) { return dominates(point, other); });
        kept.push_back(point);
    }
    return kept;
}

double measure(Points& points, std::span<const double> reference) {
    switch (reference.size()) {
    case 2: return areaOf(points, reference);
    case 3: return volumeOf(points, reference);
    default: return volumeOfMany(points, reference);
    }
}

double volumeOfMany(Points& points, std::span<const double> reference) {
    // Worst last objective first: later points are then cut to few different ones.
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.back() > b.back(); });
    double total = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        double own = 1;
        for (std::size_t o = 0; o < reference.size(); ++o)
            own *= reference[o] - points[i][o];
        Points limited;
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            limited.push_back(points[j]);
            for (std::size_t o = 0; o < reference.size(); ++o) {
                limited.back()[o] = std::max(limited.back()[o], points[i][o]);
            }
        }
        limited = withoutDominated(limited);
        total += own - (limited.empty() ? 0.0 : volumeOfMany(limited, reference));
    }
    return total;
}

} // namespace

double hypervolume(const ObjectiveRows& rows, std::span<const double> reference) {
    Points inside;
    double best = reference.empty() ? 0 : reference[0];
    for (const std::uint32_t i : paretoFront(rows)) {
        const auto row = rows.row(i);
        best = std::min(best, row[0]);
        const bool within =
            std::equal(row.begin(), row.end(), reference.begin(), [](double a, double b) { return a < b; });
        if (within) inside.emplace_back(row.begin(), row.end());
    }
    if (reference.size() == 1) return reference[0] - best;
    return inside.empty() ? 0 : measure(inside, reference);
}

} // namespace strata::explore
