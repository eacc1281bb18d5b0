// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/ranks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::assess {

std::vector<double> ranksOf(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        for (std::size_t i = begin; i < end; ++i)
            ranks[order[i]] = 0.5 * static_cast<double>(begin + end - 1);
        begin = end;
    }
    return ranks;
}

double spearman(std::span<const double> a, std::span<const double> b) {
    const std::vector<double> x = ranksOf(a), y = ranksOf(b);
    const double mean = 0.5 * (static_cast<double>(a.size()) - 1);
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0.0;
}

double kendall(std::span<const double> a, std::span<const double> b) {
    double agree = 0, only_a = 0, only_b = 0, disagree = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double product = (a[i] - a[j]) * (b[i] - b[j]);
            if (product > 0)
                ++agree;
            else if (product < 0)
                ++disagree;
            else if (a[i] != a[j])
                ++only_a; // b ties
            else if (b[i] != b[j])
                ++only_b;
        }
    }
    const double x = agree + disagree + only_a, y = agree + disagree + only_b;
    return x > 0 && y > 0 ? (agree - disagree) / std::sqrt(x * y) : 0.0;
}

} // namespace strata::assess
