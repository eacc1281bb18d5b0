// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/front.h"

#include "core/explore/search/pareto.h"
#include "views/explore/exploration.h"

#include <algorithm>
#include <cmath>

namespace strata::views {
namespace {

constexpr std::size_t kMostFronts = 4; // aims that are remembered
constexpr std::size_t kStaleShare = 4; // rows outside the order, as a share, that are worth sorting again

std::vector<std::uint32_t> frontOf(const Exploration& run, const std::vector<Aim>& aims,
                                   const std::vector<std::uint32_t>& candidates) {
    const auto values = aimValues(run, aims, candidates);
    std::vector<std::uint32_t> front = explore::paretoFront({values, aims.size()});
    for (std::uint32_t& i : front)
        i = candidates[i];
    return front;
}

/// Shown rows from `first` on that the sieve does not beat.
void addLate(const Exploration& run, const std::vector<Aim>& aims, std::size_t first, Sieve& sieve,
             std::vector<std::uint32_t>& candidates) {
    std::vector<double> row(aims.size());
    const auto& states = run.rowStates();
    for (std::size_t i = first; i < states.size(); ++i) {
        if (states[i] != kShown) continue;
        bool complete = true;
        for (std::size_t a = 0; a < aims.size(); ++a) {
            const double value = run.table().columns[aims[a].column][i];
            row[a] = aims[a].maximize ? -value : value;
            complete &= !std::isnan(value);
        }
        if (!complete || sieve.beats(row.data())) continue;
        candidates.push_back(static_cast<std::uint32_t>(i));
        sieve.add(row.data());
    }
}

} // namespace

const std::vector<std::uint32_t>& FrontMemory::front(const Exploration& run, const std::vector<Aim>& aims) {
    const auto known = std::ranges::find(fronts_, aims, &Front::aims);
    if (known == fronts_.end()) {
        fronts_.push_front({aims, {}, {}, {}});
        if (fronts_.size() > kMostFronts) fronts_.pop_back();
    } else {
        fronts_.splice(fronts_.begin(), fronts_, known);
    }
    Front& front = fronts_.front();
    const RowStates& states = run.filtered();
    if (front.seen.any && front.seen.revision == states.revision() && front.seen.rows == states.states().size())
        return front.rows;
    Sieve sieve(aims.size());
    const std::vector<double> strong = aimValues(run, aims, front.rows);
    const std::size_t counted = front.seen.rows;
    std::vector<std::uint32_t> candidates = front.rows;
    bool lost = false;
    const bool follows = front.seen.follow(
        states,
        [&](const StateFlip& flip) {
            if (flip.after == kShown) candidates.push_back(flip.row);
            lost |= flip.before == kShown && std::ranges::binary_search(front.rows, flip.row);
        },
        [](std::size_t) {});
    if (follows && !lost) {
        for (std::size_t i = 0; i < front.rows.size(); ++i)
            sieve.add(strong.data() + i * aims.size());
        addLate(run, aims, counted, sieve, candidates);
    } else {
        const std::size_t late = run.rows() - front.order.rows();
        if (late > run.rows() / kStaleShare) front.order.sort(run, aims);
        candidates = front.order.candidates(run, sieve);
        addLate(run, aims, front.order.rows(), sieve, candidates);
    }
    front.rows = frontOf(run, aims, candidates);
    std::ranges::sort(front.rows);
    return front.rows;
}

ShownFront shownFront(const Exploration& run, const std::vector<Aim>& aims, double epsilon) {
    ShownFront result;
    if (aims.empty()) return result;
    const std::vector<std::uint32_t>& rows_on = run.frontRows(aims);
    if (rows_on.empty()) return result;
    const std::vector<double> values = aimValues(run, aims, rows_on);
    const explore::ObjectiveRows rows{values, aims.size()};
    std::vector<std::uint32_t> front(rows_on.size());
    for (std::size_t i = 0; i < front.size(); ++i)
        front[i] = static_cast<std::uint32_t>(i);
    result.knee = rows_on[explore::kneeOf(rows, front)];
    std::vector<std::uint32_t> kept = epsilon > 0.0 ? explore::epsilonFront(rows, front, epsilon) : front;
    const auto in_order = [&](std::vector<std::uint32_t>& some) {
        std::ranges::stable_sort(some, {}, [&](std::uint32_t i) { return values[i * aims.size()]; });
        for (std::uint32_t& i : some)
            i = rows_on[i];
    };
    in_order(front);
    in_order(kept);
    result.rows = std::move(front);
    result.kept = std::move(kept);
    return result;
}

} // namespace strata::views
