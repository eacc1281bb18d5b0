// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/rollout.h"

#include "core/base/normal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <queue>

namespace strata::system {
namespace {

constexpr double kSample = 4096; // quantiles that the mean of a whole batch is taken from
constexpr int kHalvings = 60;    // of the factor's range: to the last bits
constexpr double kWidest = 1e6;  // most by which quantiles and a cut can lower the mean

double cut(double length, double limit) { return limit > 0.0 ? std::min(length, limit) : length; }

/// The factor on all lengths with which their mean after the cut is `mean`.
double factorFor(std::span<const double> lengths, double mean, double limit) {
    double low = 1.0 / kWidest, high = kWidest;
    for (int i = 0; i < kHalvings; ++i) {
        const double factor = std::sqrt(low * high);
        double sum = 0.0;
        for (const double length : lengths)
            sum += cut(factor * length, limit);
        (sum < mean * static_cast<double>(lengths.size()) ? low : high) = factor;
    }
    return low;
}

/// The length before the cut that the share `upper` exceeds.
double lengthAt(const ResponseLengths& of, double upper) {
    const double sigma = std::sqrt(std::log1p(of.spread * of.spread));
    return of.mean_tokens * std::exp(sigma * normalUpperQuantile(upper) - sigma * sigma / 2.0);
}

/// Quantiles of so many equally likely parts of the distribution before the cut, longest first.
std::vector<double> quantiles(const ResponseLengths& of, double count) {
    std::vector<double> lengths(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < lengths.size(); ++i)
        lengths[i] = lengthAt(of, (static_cast<double>(i) + 0.5) / count);
    return lengths;
}

/// The longest of so many answers, after the cut.
double longestOf(const ResponseLengths& of, double count) {
    const double factor = factorFor(quantiles(of, std::min(count, kSample)), of.mean_tokens, of.limit_tokens);
    return cut(factor * lengthAt(of, 0.5 / count), of.limit_tokens);
}

/// The same lengths in an order that has nothing to do with them: by the golden ratio, as low-discrepancy sequences.
std::vector<double> mixed(std::span<const double> lengths) {
    std::vector<std::size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [](std::size_t i) {
        const double turn = static_cast<double>(i) * (std::numbers::phi - 1.0);
        return turn - std::floor(turn);
    };
    std::ranges::sort(order, {}, key);
    std::vector<double> result;
    for (const std::size_t i : order)
        result.push_back(lengths[i]);
    return result;
}

} // namespace

std::vector<double> responseLengths(const ResponseLengths& of, double sequences, double batch) {
    const double count = std::max(1.0, std::round(sequences));
    std::vector<double> lengths(static_cast<std::size_t>(count), of.mean_tokens);
    if (of.spread <= 0.0 || (of.limit_tokens > 0.0 && of.limit_tokens <= of.mean_tokens)) return lengths;
    lengths = quantiles(of, count);
    const double factor = factorFor(lengths, of.mean_tokens, of.limit_tokens);
    for (double& length : lengths)
        length = cut(factor * length, of.limit_tokens);
    if (batch > count) lengths.front() = std::max(lengths.front(), longestOf(of, std::round(batch)));
    return lengths;
}

std::vector<DecodeSteps> decodeSteps(std::span<const double> lengths, std::size_t places) {
    const std::vector<double> waiting = mixed(lengths);
    std::priority_queue<double, std::vector<double>, std::greater<>> ends; // in steps since the start
    std::vector<DecodeSteps> result;
    double now = 0.0;
    std::size_t next = 0;
    while (next < waiting.size() || !ends.empty()) {
        for (; next < waiting.size() && ends.size() < places; ++next)
            ends.push(now + waiting[next]);
        const double end = ends.top();
        if (end > now) result.push_back({static_cast<double>(ends.size()), end - now});
        now = end;
        while (!ends.empty() && ends.top() <= now)
            ends.pop();
    }
    return result;
}

} // namespace strata::system
