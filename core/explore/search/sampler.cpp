// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/sampler.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace strata::explore {
namespace {

// Streams of the seed: one for points, others for what is drawn once per axis.
constexpr std::uint64_t kAxisStreams = std::uint64_t{1} << 63;

double unit(std::uint32_t low, std::uint32_t high) {
    const std::uint64_t bits = std::uint64_t{low} | (std::uint64_t{high} << 32U);
    return static_cast<double>(bits >> 11U) * 0x1.0p-53;
}

class RandomSampler final : public Sampler {
public:
    RandomSampler(std::size_t dimensions, std::uint64_t seed) : Sampler(dimensions), seed_(seed) {}

    void fill(std::uint64_t first, std::span<double> points) const override {
        const std::size_t width = dimensions();
        for (std::size_t row = 0; row * width < points.size(); ++row) {
            const CounterRandom random(seed_, first + row);
            for (std::size_t d = 0; d < width; d += 2) {
                const auto words = random.block(d / 2);
                points[row * width + d] = unit(words[0], words[1]);
                if (d + 1 < width) points[row * width + d + 1] = unit(words[2], words[3]);
            }
        }
    }

private:
    std::uint64_t seed_;
};

class LatinHypercubeSampler final : public Sampler {
public:
    LatinHypercubeSampler(std::size_t dimensions, std::uint64_t points, std::uint64_t seed)
        : Sampler(dimensions), points_(points), jitter_(dimensions, seed) {
        for (std::size_t d = 0; d < dimensions; ++d) {
            std::vector<std::uint32_t> order(points);
            std::iota(order.begin(), order.end(), std::uint32_t{0});
            CounterRandom random(seed, kAxisStreams + d);
            for (std::size_t left = order.size(); left > 1; --left) {
                std::swap(order[left - 1], order[random.nextBelow(left)]);
            }
            slices_.push_back(std::move(order));
        }
    }

    void fill(std::uint64_t first, std::span<double> points) const override {
        jitter_.fill(first, points);
        const std::size_t width = dimensions();
        const double largest = std::nextafter(1.0, 0.0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::uint32_t slice = slices_[i % width][(first + i / width) % points_];
            points[i] = std::min(largest, (slice + points[i]) / static_cast<double>(points_));
        }
    }

private:
    std::uint64_t points_;
    RandomSampler jitter_;
    std::vector<std::vector<std::uint32_t>> slices_; ///< per axis, by point
};

class GridSampler final : public Sampler {
public:
    explicit GridSampler(std::vector<std::uint64_t> sizes) : Sampler(sizes.size()), sizes_(std::move(sizes)) {}

    void fill(std::uint64_t first, std::span<double> points) const override {
        const std::size_t width = dimensions();
        for (std::size_t row = 0; row * width < points.size(); ++row) {
            std::uint64_t rest = first + row;
            for (std::size_t d = width; d-- > 0;) {
                const std::uint64_t step = rest % sizes_[d];
                rest /= sizes_[d];
                points[row * width + d] = (static_cast<double>(step) + 0.5) / static_cast<double>(sizes_[d]);
            }
        }
    }

private:
    std::vector<std::uint64_t> sizes_;
};

} // namespace

std::unique_ptr<Sampler> randomSampler(std::size_t dimensions, std::uint64_t seed) {
    return std::make_unique<RandomSampler>(dimensions, seed);
}

Result<std::unique_ptr<Sampler>> latinHypercubeSampler(std::size_t dimensions, std::uint64_t points,
                                                       std::uint64_t seed) {
    if (points == 0 || points > kMostLatinCells / std::max<std::size_t>(dimensions, 1)) {
        return Error{"too-large",
                     {},
                     {"error.latin-hypercube-points-on-axes-cannot", {{"points", points}, {"dimensions", dimensions}}},
                     {"accepted.1-to-points", {{"dimensions", kMostLatinCells / std::max<std::size_t>(dimensions, 1)}}},
                     {}};
    }
    return std::unique_ptr<Sampler>(std::make_unique<LatinHypercubeSampler>(dimensions, points, seed));
}

std::unique_ptr<Sampler> gridSampler(std::vector<std::uint64_t> sizes) {
    return std::make_unique<GridSampler>(std::move(sizes));
}

std::uint64_t gridSize(std::span<const std::uint64_t> sizes) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t points = 1;
    for (const std::uint64_t size : sizes) {
        if (size == 0) return 0;
        points = points > kMost / size ? kMost : points * size;
    }
    return points;
}

} // namespace strata::explore
