// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/front.h"

#include "core/explore/pareto.h"
#include "views/explore/exploration.h"

#include <algorithm>
#include <cmath>

namespace strata::views {
namespace {

constexpr std::size_t kSample = 4000;  // rows
constexpr std::size_t kStrong = 64;    // of its front: as many as a row is compared with at most

/// Values of some rows as they are minimised, row by row; without a value NaN.
std::vector<double> valuesOf(const Exploration& run, const std::vector<Aim>& aims,
                             const std::vector<std::uint32_t>& rows) {
    std::vector<double> values;
    values.reserve(rows.size() * aims.size());
    for (const std::uint32_t row : rows) {
        for (const Aim& aim : aims)
            values.push_back((aim.maximize ? -1.0 : 1.0) * run.table().columns[aim.column][row]);
    }
    return values;
}

/// Strong rows, those first that beat others more often.
class Sieve {
public:
    Sieve(std::vector<double> values, std::size_t aims) : values_(std::move(values)), aims_(aims) {}

    bool beats(const double* row) {
        const std::size_t count = values_.size() / aims_;
        for (std::size_t s = 0; s < count; ++s) {
            double* strong = values_.data() + s * aims_;
            bool nowhere_worse = true, better = false;
            for (std::size_t a = 0; a < aims_; ++a) {
                nowhere_worse &= strong[a] <= row[a];
                better |= strong[a] < row[a];
            }
            if (!nowhere_worse || !better) continue;
            if (s > 0) std::swap_ranges(strong, strong + aims_, strong - aims_);
            return true;
        }
        return false;
    }

private:
    std::vector<double> values_;
    std::size_t aims_;
};

Sieve sieveOf(const Exploration& run, const std::vector<Aim>& aims) {
    const auto& states = run.rowStates();
    std::vector<std::uint32_t> sample;
    const std::size_t step = std::max<std::size_t>(1, states.size() / kSample);
    for (std::size_t i = 0; i < states.size(); i += step) {
        if (states[i] == Exploration::kShown) sample.push_back(static_cast<std::uint32_t>(i));
    }
    const auto values = valuesOf(run, aims, sample);
    const auto front = explore::paretoFront({values, aims.size()});
    std::vector<std::uint32_t> strong;
    const std::size_t every = front.size() / kStrong + 1;
    for (std::size_t i = 0; i < front.size(); i += every) strong.push_back(sample[front[i]]);
    return {valuesOf(run, aims, strong), aims.size()};
}

/// Rows that the strong ones do not beat.
std::vector<std::uint32_t> candidatesOf(const Exploration& run, const std::vector<Aim>& aims) {
    const auto& states = run.rowStates();
    Sieve sieve = sieveOf(run, aims);
    std::vector<std::uint32_t> rows;
    std::vector<double> row(aims.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i] != Exploration::kShown) continue;
        bool complete = true;
        for (std::size_t a = 0; a < aims.size(); ++a) {
            const double value = run.table().columns[aims[a].column][i];
            row[a] = aims[a].maximize ? -value : value;
            complete &= !std::isnan(value);
        }
        if (complete && !sieve.beats(row.data())) rows.push_back(static_cast<std::uint32_t>(i));
    }
    return rows;
}

}  // namespace

ShownFront shownFront(const Exploration& run, const std::vector<Aim>& aims, double epsilon) {
    ShownFront result;
    if (aims.empty()) return result;
    const std::vector<std::uint32_t> candidates = candidatesOf(run, aims);
    const std::vector<double> values = valuesOf(run, aims, candidates);
    const explore::ObjectiveRows rows{values, aims.size()};
    std::vector<std::uint32_t> front = explore::paretoFront(rows);
    if (front.empty()) return result;
    result.knee = candidates[explore::kneeOf(rows, front)];
    std::vector<std::uint32_t> kept = epsilon > 0.0 ? explore::epsilonFront(rows, front, epsilon) : front;
    const auto in_order = [&](std::vector<std::uint32_t>& some) {
        std::ranges::stable_sort(some, {}, [&](std::uint32_t i) { return values[i * aims.size()]; });
        for (std::uint32_t& i : some) i = candidates[i];
    };
    in_order(front);
    in_order(kept);
    result.rows = std::move(front);
    result.kept = std::move(kept);
    return result;
}

}  // namespace strata::views
