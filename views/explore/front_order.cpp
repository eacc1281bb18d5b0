// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/front_order.h"

#include "views/explore/exploration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::views {
namespace {

constexpr std::size_t kStrong = 64; // rows of a sieve: as many as a row is compared with at most
constexpr std::size_t kBlock = 256; // rows

struct Keyed {
    double first;
    std::uint32_t row;

    bool operator<(const Keyed& other) const { return first != other.first ? first < other.first : row < other.row; }
};

} // namespace

std::vector<double> aimValues(const Exploration& run, const std::vector<Aim>& aims,
                              std::span<const std::uint32_t> rows) {
    std::vector<double> values;
    values.reserve(rows.size() * aims.size());
    for (const std::uint32_t row : rows) {
        for (const Aim& aim : aims)
            values.push_back((aim.maximize ? -1.0 : 1.0) * run.table().columns[aim.column][row]);
    }
    return values;
}

bool Sieve::beats(const double* row) {
    for (std::size_t at = 0; at < values_.size(); at += aims_) {
        double* strong = values_.data() + at;
        bool nowhere_worse = true, better = false;
        for (std::size_t a = 0; a < aims_; ++a) {
            nowhere_worse &= strong[a] <= row[a];
            better |= strong[a] < row[a];
        }
        if (!nowhere_worse || !better) continue;
        if (at > 0) std::swap_ranges(strong, strong + aims_, strong - aims_);
        return true;
    }
    return false;
}

void Sieve::add(const double* row) {
    if (values_.size() >= kStrong * aims_) values_.resize(values_.size() - aims_);
    values_.insert(values_.begin(), row, row + aims_);
}

void FrontOrder::sort(const Exploration& run, const std::vector<Aim>& aims) {
    aims_ = aims.size();
    sorted_ = run.rows();
    const auto& table = run.table();
    std::vector<Keyed> keys;
    keys.reserve(sorted_);
    for (std::uint32_t row = 0; row < sorted_; ++row) {
        const double value = table.columns[aims[0].column][row];
        const bool complete =
            std::ranges::none_of(aims, [&](const Aim& aim) { return std::isnan(table.columns[aim.column][row]); });
        if (table.reason[row] == 0 && complete) keys.push_back({aims[0].maximize ? -value : value, row});
    }
    std::ranges::sort(keys, std::less{});
    rows_.resize(keys.size());
    std::ranges::transform(keys, rows_.begin(), &Keyed::row);
    values_ = aimValues(run, aims, rows_);
    best_.assign((rows_.size() + kBlock - 1) / kBlock * aims_, std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        double* best = best_.data() + k / kBlock * aims_;
        for (std::size_t a = 0; a < aims_; ++a)
            best[a] = std::min(best[a], values_[k * aims_ + a]);
    }
}

std::vector<std::uint32_t> FrontOrder::candidates(const Exploration& run, Sieve& sieve) const {
    std::vector<std::uint32_t> found;
    const auto& states = run.rowStates();
    for (std::size_t first = 0; first < rows_.size(); first += kBlock) {
        if (sieve.beats(best_.data() + first / kBlock * aims_)) continue;
        const std::size_t end = std::min(first + kBlock, rows_.size());
        for (std::size_t k = first; k < end; ++k) {
            const double* row = values_.data() + k * aims_;
            if (states[rows_[k]] != kShown || sieve.beats(row)) continue;
            found.push_back(rows_[k]);
            sieve.add(row);
        }
    }
    return found;
}

} // namespace strata::views
