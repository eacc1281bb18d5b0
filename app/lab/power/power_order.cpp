// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_order.h"

#include "app/lab/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace strata::assess {
namespace {

constexpr double kContradiction = 1.25;
constexpr std::size_t kCompared = 9; ///< nearest problems on either side
constexpr std::size_t kKept = 40;    ///< of which some drop out
constexpr std::size_t kLeast = 3;
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
    for (std::size_t i = 0; i < count; ++i)
        kept[i] = all[i].second;
    return kept;
}

class Order {
public:
    explicit Order(std::span<const SweptReading> readings)
        : readings_(readings), near_(readings.size()), bad_(readings.size()), contradicts_(readings.size()) {
        std::map<std::pair<std::string, std::string>, std::vector<Index>> families;
        for (Index i = 0; i < readings.size(); ++i)
            families[{readings[i].sweep, readings[i].family}].push_back(i);
        for (const auto& [key, members] : families) {
            for (const Index i : members)
                find(i, members);
        }
    }

    std::vector<bool> check() {
        std::map<std::string, std::vector<Index>> sweeps;
        for (Index i = 0; i < readings_.size(); ++i)
            sweeps[readings_[i].sweep].push_back(i);
        for (const auto& [sweep, members] : sweeps) {
            for (int pass = 0; pass < kPasses; ++pass)
                judge(members);
        }
        return bad_;
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
        for (const Index i : members)
            bad_[i] = contradicts_[i];
    }

    std::span<const SweptReading> readings_;
    std::vector<Neighbours> near_;
    std::vector<bool> bad_, contradicts_;
};

} // namespace

std::vector<bool> checkOrder(std::span<const SweptReading> readings) { return Order(readings).check(); }

} // namespace strata::assess
