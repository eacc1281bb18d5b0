// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/power_order.h"

#include "core/assess/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

namespace strata::assess {
namespace {

constexpr double kContradiction = 1.25;
constexpr double kBadColumn = 0.2;    ///< share of a column's pairs that contradict
constexpr double kLikeWorst = 0.9;    ///< columns as bad as that of the worst are taken out with it
constexpr std::size_t kCompared = 9;  ///< nearest problems on either side
constexpr std::size_t kKept = 40;     ///< of which some drop out
constexpr std::size_t kLeast = 3;
constexpr std::size_t kLeastColumn = 8;
constexpr int kPasses = 3;

using Index = std::size_t;

/// Nearest problems with less and with more work, by the sum of the ratios' logarithms.
struct Neighbours {
    std::vector<Index> smaller, larger;
};

using Distances = std::vector<std::pair<double, Index>>;

std::vector<Index> nearest(Distances& all) {
    const std::size_t count = std::min(kKept, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
    std::vector<Index> kept(count);
    for (std::size_t i = 0; i < count; ++i) kept[i] = all[i].second;
    return kept;
}

class Order {
public:
    explicit Order(std::span<const SweptReading> readings)
        : readings_(readings), near_(readings.size()), bad_(readings.size()), inColumn_(readings.size()),
          contradicts_(readings.size()) {
        std::map<std::pair<std::string, std::string>, std::vector<Index>> families;
        for (Index i = 0; i < readings.size(); ++i) families[{readings[i].sweep, readings[i].family}].push_back(i);
        for (const auto& [key, members] : families) {
            for (const Index i : members) find(i, members);
        }
    }

    OrderCheck check() {
        std::map<std::string, std::vector<Index>> sweeps;
        for (Index i = 0; i < readings_.size(); ++i) sweeps[readings_[i].sweep].push_back(i);
        OrderCheck result;
        for (const auto& [sweep, members] : sweeps) {
            while (takeWorst(members)) {}
            for (int pass = 0; pass < kPasses; ++pass) judge(members);
            nameColumns(sweep, members, result.columns);
        }
        result.contradicts = bad_;
        return result;
    }

private:
    void find(Index i, std::span<const Index> members) {
        Distances smaller, larger;
        const std::vector<double>& own = readings_[i].sizes;
        for (const Index j : members) {
            double distance = 0, signedDistance = 0;
            for (std::size_t s = 0; s < own.size(); ++s) {
                const double step = std::log2(readings_[j].sizes[s] / own[s]);
                distance += std::abs(step);
                signedDistance += step;
            }
            if (distance <= 0) continue;
            if (signedDistance <= -distance * (1 - 1e-12)) smaller.emplace_back(distance, j);
            if (signedDistance >= distance * (1 - 1e-12)) larger.emplace_back(distance, j);
        }
        near_[i] = {nearest(smaller), nearest(larger)};
    }

    /// The value at a share of what the nearest trusted ones read; 0 where there are too few.
    double among(std::span<const Index> neighbours, double share) const {
        std::vector<double> watts;
        for (const Index j : neighbours) {
            if (!bad_[j] && watts.size() < kCompared) watts.push_back(readings_[j].watts);
        }
        return watts.size() < kLeast ? 0 : quantile(std::move(watts), share);
    }

    void judge(std::span<const Index> members) {
        for (const Index i : members) {
            const double below = among(near_[i].smaller, 0.75), above = among(near_[i].larger, 0.5);
            contradicts_[i] = (below > 0 && readings_[i].watts * kContradiction < below) ||
                              (above > 0 && readings_[i].watts > above * kContradiction);
        }
        for (const Index i : members) bad_[i] = contradicts_[i] || inColumn_[i];
    }

    /// Pairs of a reading with its nearest neighbours in other columns, and how many contradict.
    struct Pairs {
        std::size_t all = 0, contradicting = 0, readings = 0;
        double share() const { return static_cast<double>(contradicting) / static_cast<double>(all); }
    };

    void count(Index i, std::size_t dimension, Pairs& pairs) const {
        const SweptReading& own = readings_[i];
        const std::size_t before = pairs.all;
        const auto side = [&](std::span<const Index> neighbours, bool smaller) {
            std::size_t taken = 0;
            for (const Index j : neighbours) {
                const SweptReading& other = readings_[j];
                if (inColumn_[j] || other.sizes[dimension] == own.sizes[dimension]) continue;
                if (++taken > kCompared) break;
                ++pairs.all;
                const double less = smaller ? own.watts : other.watts, more = smaller ? other.watts : own.watts;
                pairs.contradicting += more > kContradiction * less ? 1 : 0;
            }
        };
        side(near_[i].smaller, true);
        side(near_[i].larger, false);
        pairs.readings += pairs.all > before ? 1 : 0;
    }

    /// Takes out the worst columns of a sweep; false where none is bad enough.
    bool takeWorst(std::span<const Index> members) {
        std::map<std::pair<std::size_t, double>, Pairs> columns;
        for (const Index i : members) {
            for (std::size_t s = 0; s < readings_[i].swept.size() && !inColumn_[i]; ++s)
                count(i, s, columns[{s, readings_[i].sizes[s]}]);
        }
        std::erase_if(columns, [](const auto& one) { return one.second.readings < kLeastColumn; });
        double worst = 0;
        for (const auto& [column, pairs] : columns) worst = std::max(worst, pairs.share());
        if (worst <= kBadColumn) return false;
        for (const auto& [column, pairs] : columns) {
            if (pairs.share() <= std::max(kBadColumn, kLikeWorst * worst)) continue;
            for (const Index i : members) {
                if (readings_[i].sizes[column.first] == column.second) inColumn_[i] = bad_[i] = true;
            }
        }
        return true;
    }

    void nameColumns(const std::string& sweep, std::span<const Index> members, std::vector<std::string>& named) const {
        const auto& swept = readings_[members.front()].swept;
        for (std::size_t s = 0; s < swept.size(); ++s) {
            std::map<double, bool> whole;
            for (const Index i : members) {
                const auto [found, first] = whole.try_emplace(readings_[i].sizes[s], true);
                found->second = found->second && inColumn_[i];
            }
            std::ostringstream text;
            for (const auto& [value, bad] : whole) {
                if (bad) text << (text.tellp() > 0 ? ", " : "") << value;
            }
            if (text.tellp() > 0) named.push_back(sweep + ": " + std::string(swept[s]) + " = " + text.str());
        }
    }

    std::span<const SweptReading> readings_;
    std::vector<Neighbours> near_;
    std::vector<bool> bad_, inColumn_, contradicts_;
};

} // namespace

OrderCheck checkOrder(std::span<const SweptReading> readings) { return Order(readings).check(); }

} // namespace strata::assess
