// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_timeline.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

constexpr double kMean_s = 1.0, kRenewed_s = 0.1, kRead_s = 0.1;
constexpr double kAge_s = kRenewed_s / 2; ///< of the value that a reading finds, in the mean
constexpr double kUneven = 0.8;

/// Spread evenly over -1 to 1 by the golden ratio, another series for each course.
double deviation(std::size_t place, int course) {
    constexpr double kGolden = 0.6180339887498949;
    const double turns = static_cast<double>(place + 1) * kGolden * (1 + 0.37 * course);
    return 2 * (turns - std::floor(turns)) - 1;
}

/// What one board has done so far.
class Board {
public:
    explicit Board(double idle_w) : idle_w_(idle_w) {}

    double now_s() const { return until_s_.back(); }

    void add(double seconds, double watts) {
        energy_j_.push_back(energy_j_.back() + seconds * watts);
        until_s_.push_back(until_s_.back() + seconds);
    }

    /// Joule in the last `span_s`.
    double energyOfLast(double span_s) const {
        const double from_s = now_s() - span_s;
        if (from_s <= 0) return energy_j_.back() - idle_w_ * from_s;
        const auto after = std::upper_bound(until_s_.begin(), until_s_.end(), from_s);
        if (after == until_s_.end()) return 0;
        const auto i = static_cast<std::size_t>(after - until_s_.begin());
        const double share = (until_s_[i] - from_s) / (until_s_[i] - until_s_[i - 1]);
        return energy_j_.back() - energy_j_[i] + share * (energy_j_[i] - energy_j_[i - 1]);
    }

private:
    double idle_w_ = 0;
    std::vector<double> until_s_{0.0}, energy_j_{0.0};
};

/// Mean of the meter's values while a board that has just prepared a problem calls it.
double readingOf(const Board& board, const Spell& own) {
    const auto values = static_cast<std::size_t>(own.calls_s / kRead_s) + 1;
    double sum_w = 0;
    for (std::size_t i = 0; i < values; ++i) {
        const double called_s = kRead_s * static_cast<double>(i) - kAge_s;
        if (called_s >= kMean_s) {
            sum_w += own.calls_w * static_cast<double>(values - i);
            break;
        }
        double energy_j = own.calls_w * std::max(called_s, 0.0) + board.energyOfLast(kMean_s - called_s);
        if (called_s < 0) energy_j -= board.energyOfLast(-called_s);
        sum_w += energy_j / kMean_s;
    }
    return sum_w / static_cast<double>(values);
}

} // namespace

std::vector<double> sweepReadings(std::span<const Spell> in_order, std::span<const std::size_t> places,
                                  std::size_t boards, double idle_w, int courses) {
    std::vector<double> readings(places.size());
    if (boards == 1) courses = 1;
    const double uneven = boards > 1 ? kUneven : 0.0;
    for (int course = 0; course < courses; ++course) {
        std::vector<Board> all(boards, Board(idle_w));
        std::size_t next = 0;
        for (std::size_t i = 0; i < in_order.size(); ++i) {
            Board& board = *std::min_element(all.begin(), all.end(),
                                             [](const Board& a, const Board& b) { return a.now_s() < b.now_s(); });
            const Spell& own = in_order[i];
            if (own.waits_s > 0) board.add(own.waits_s, own.waits_w);
            board.add(own.prepare_s * (1 + uneven * deviation(i, course)), own.prepare_w);
            for (; next < places.size() && places[next] == i; ++next)
                readings[next] += readingOf(board, own) / courses;
            board.add(own.calls_s, own.calls_w);
        }
    }
    return readings;
}

} // namespace strata::assess
