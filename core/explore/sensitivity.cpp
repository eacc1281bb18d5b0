// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sensitivity.h"

#include <algorithm>
#include <cmath>

namespace strata::explore {
namespace {

class SaltelliSampler final : public Sampler {
public:
    SaltelliSampler(std::size_t dimensions, std::unique_ptr<Sampler> halves)
        : Sampler(dimensions), halves_(std::move(halves)) {}

    void fill(std::uint64_t first, std::span<double> points) const override {
        const std::size_t width = dimensions();
        const std::size_t group_size = width + 2;
        std::vector<double> both(2 * width);
        std::uint64_t held = ~std::uint64_t{0};
        for (std::size_t row = 0; row * width < points.size(); ++row) {
            const std::uint64_t index = first + row;
            if (const std::uint64_t group = index / group_size; group != held) {
                held = group;
                halves_->fill(group, both);
            }
            const std::size_t member = index % group_size;
            for (std::size_t d = 0; d < width; ++d) {
                const bool from_b = member == 1 || member == d + 2;
                points[row * width + d] = both[from_b ? width + d : d];
            }
        }
    }

private:
    std::unique_ptr<Sampler> halves_;
};

/// Mean of numbers and the standard error of that mean.
struct Mean {
    double sum = 0, squares = 0;
    std::size_t count = 0;

    void add(double value) {
        sum += value;
        squares += value * value;
        ++count;
    }
    double mean() const { return sum / static_cast<double>(count); }
    double error() const {
        const double n = static_cast<double>(count);
        return std::sqrt(std::max(0.0, squares / n - mean() * mean()) / n);
    }
};

} // namespace

Result<std::unique_ptr<Sampler>> saltelliSampler(std::size_t dimensions, std::uint64_t seed) {
    auto halves = sobolSampler(2 * dimensions, seed);
    if (!halves) return halves.error();
    return std::unique_ptr<Sampler>(std::make_unique<SaltelliSampler>(dimensions, *std::move(halves)));
}

std::vector<SobolIndex> sobolIndices(std::span<const double> metric, std::size_t dimensions, std::size_t* groups) {
    const std::size_t group_size = dimensions + 2;
    std::vector<std::span<const double>> complete;
    for (std::size_t begin = 0; begin + group_size <= metric.size(); begin += group_size) {
        const auto group = metric.subspan(begin, group_size);
        if (std::none_of(group.begin(), group.end(), [](double value) { return std::isnan(value); }))
            complete.push_back(group);
    }
    if (groups != nullptr) *groups = complete.size();
    if (complete.size() < 2) return {};
    Mean values;
    for (const auto group : complete) {
        values.add(group[0]);
        values.add(group[1]);
    }
    // About the mean, or else large values lose the digits in which they differ.
    const double middle = values.mean();
    Mean centred;
    for (const auto group : complete) {
        centred.add(group[0] - middle);
        centred.add(group[1] - middle);
    }
    const double variance = centred.squares / static_cast<double>(centred.count) - centred.mean() * centred.mean();
    if (!(variance > 1e-24 * middle * middle)) return {};
    std::vector<SobolIndex> indices;
    for (std::size_t d = 0; d < dimensions; ++d) {
        Mean first, total;
        for (const auto group : complete) {
            const double a = group[0], b = group[1], mixed = group[d + 2];
            first.add((b - middle) * (mixed - a) / variance);
            total.add(0.5 * (a - mixed) * (a - mixed) / variance);
        }
        indices.push_back({first.mean(), total.mean(), first.error(), total.error()});
    }
    return indices;
}

} // namespace strata::explore
