// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::uint32_t> sortedBy(const ObjectiveRows& rows, std::span<const std::uint32_t> members, std::size_t o) {
    std::vector<std::uint32_t> order(members.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double left = rows.row(members[a])[o], right = rows.row(members[b])[o];
        return left != right ? left < right : a < b;
    });
    return order;
}

/// Members scaled to the extent of their rank, row by row.
std::vector<double> scaled(const ObjectiveRows& rows, std::span<const std::uint32_t> members) {
    const Extent extent = extentOf(rows, members);
    std::vector<double> values;
    for (const std::uint32_t i : members) {
        for (std::size_t o = 0; o < rows.objectives; ++o) {
            const double side = extent.high[o] - extent.low[o];
            values.push_back(side > 0 ? (rows.row(i)[o] - extent.low[o]) / side : 0.0);
        }
    }
    return values;
}

/// Distances between the members of one rank, and which are still there.
class Neighbourhood {
public:
    Neighbourhood(const ObjectiveRows& rows, std::span<const std::uint32_t> members)
        : count_(members.size()), nearest_(rows.objectives), distances_(count_ * count_), present_(count_, true) {
        const auto values = scaled(rows, members);
        for (std::size_t a = 0; a < count_; ++a) {
            for (std::size_t b = 0; b < count_; ++b) {
                double square = 0;
                for (std::size_t o = 0; o < rows.objectives; ++o) {
                    const double way = values[a * rows.objectives + o] - values[b * rows.objectives + o];
                    square += way * way;
                }
                distances_[a * count_ + b] = std::sqrt(square);
            }
        }
        for (std::size_t a = 0; a < count_; ++a)
            room_.push_back(roomOf(a));
    }

    void keep(std::size_t member) { kept_.push_back(member); }

    void removeMostCrowded() {
        std::size_t worst = count_;
        for (std::size_t a = 0; a < count_; ++a) {
            if (!present_[a] || std::find(kept_.begin(), kept_.end(), a) != kept_.end()) continue;
            if (worst == count_ || room_[a] < room_[worst]) worst = a;
        }
        if (worst == count_)
            worst = static_cast<std::size_t>(std::find(present_.begin(), present_.end(), true) - present_.begin());
        present_[worst] = false;
        for (std::size_t a = 0; a < count_; ++a) {
            if (present_[a]) room_[a] = roomOf(a);
        }
    }

    bool present(std::size_t member) const { return present_[member]; }

private:
    /// Product of the distances to the nearest present neighbours.
    double roomOf(std::size_t a) {
        near_.clear();
        for (std::size_t b = 0; b < count_; ++b) {
            if (present_[b] && b != a) near_.push_back(distances_[a * count_ + b]);
        }
        const std::size_t k = std::min(nearest_, near_.size());
        std::partial_sort(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(k), near_.end());
        double product = 1;
        for (std::size_t i = 0; i < k; ++i)
            product *= near_[i];
        return product;
    }

    std::size_t count_;
    std::size_t nearest_;
    std::vector<double> distances_;
    std::vector<bool> present_;
    std::vector<double> room_;
    std::vector<double> near_;
    std::vector<std::size_t> kept_;
};

std::vector<std::uint32_t> thinnedByDistance(const ObjectiveRows& rows, const std::vector<std::uint32_t>& members,
                                             std::size_t wanted) {
    Neighbourhood neighbourhood(rows, members);
    for (std::size_t o = 0; o < rows.objectives; ++o) {
        neighbourhood.keep(sortedBy(rows, members, o).front());
    }
    for (std::size_t left = members.size(); left > wanted; --left)
        neighbourhood.removeMostCrowded();
    std::vector<std::uint32_t> kept;
    for (std::size_t a = 0; a < members.size(); ++a) {
        if (neighbourhood.present(a)) kept.push_back(members[a]);
    }
    return kept;
}

} // namespace

bool ScoredRows::beats(std::size_t a, std::size_t b) const {
    if (violations[a] != violations[b]) return violations[a] < violations[b];
    return violations[a] == 0 && dominates(objectives.row(a), objectives.row(b));
}

std::vector<std::uint32_t> nonDominatedRanks(const ScoredRows& rows) {
    const std::size_t count = rows.violations.size();
    std::vector<std::vector<std::uint32_t>> beaten(count);
    std::vector<std::uint32_t> beaters(count, 0), ranks(count, 0), current;
    for (std::uint32_t a = 0; a < count; ++a) {
        for (std::uint32_t b = 0; b < count; ++b) {
            if (!rows.beats(a, b)) continue;
            beaten[a].push_back(b);
            ++beaters[b];
        }
    }
    for (std::uint32_t a = 0; a < count; ++a) {
        if (beaters[a] == 0) current.push_back(a);
    }
    for (std::uint32_t rank = 0; !current.empty(); ++rank) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t a : current) {
            ranks[a] = rank;
            for (const std::uint32_t b : beaten[a]) {
                if (--beaters[b] == 0) next.push_back(b);
            }
        }
        current = std::move(next);
    }
    return ranks;
}

std::vector<double> crowdingDistances(const ObjectiveRows& rows, std::span<const std::uint32_t> members) {
    std::vector<double> distances(members.size(), 0.0);
    for (std::size_t o = 0; o < rows.objectives; ++o) {
        const auto order = sortedBy(rows, members, o);
        const auto value = [&](std::size_t place) { return rows.row(members[order[place]])[o]; };
        const double extent = value(order.size() - 1) - value(0);
        distances[order.front()] = distances[order.back()] = kInfinity;
        for (std::size_t place = 1; extent > 0 && place + 1 < order.size(); ++place) {
            distances[order[place]] += (value(place + 1) - value(place - 1)) / extent;
        }
    }
    return distances;
}

std::vector<std::uint32_t> thinned(const ObjectiveRows& rows, std::vector<std::uint32_t> members, std::size_t wanted) {
    if (rows.objectives > 2 && wanted < members.size()) return thinnedByDistance(rows, members, wanted);
    while (members.size() > wanted) {
        const auto distances = crowdingDistances(rows, members);
        members.erase(members.begin() + (std::min_element(distances.begin(), distances.end()) - distances.begin()));
    }
    return members;
}

Population chosenOf(const Population& population, std::span<const std::uint32_t> chosen, std::size_t width,
                    std::size_t objectives) {
    Population kept;
    const auto append = [](std::vector<double>& rows, std::span<const double> row) {
        rows.insert(rows.end(), row.begin(), row.end());
    };
    for (const std::uint32_t i : chosen) {
        append(kept.points, std::span(population.points).subspan(i * width, width));
        append(kept.values, std::span(population.values).subspan(i * objectives, objectives));
        kept.violations.push_back(population.violations[i]);
    }
    return kept;
}

} // namespace strata::explore
