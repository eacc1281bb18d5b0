// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace strata::explore {

/// A design of experiments in the unit cube. Point i is a pure function of i and the seed, so any thread may
/// ask for any part, and a longer run repeats a shorter one (but a Latin hypercube, whose strata depend on
/// the number of points).
class Sampler {
public:
    virtual ~Sampler() = default;

    std::size_t dimensions() const { return dimensions_; }

    /// Points first, first + 1, ... row by row into `points`, whose size is a multiple of dimensions(); each
    /// in [0, 1).
    virtual void fill(std::uint64_t first, std::span<double> points) const = 0;

protected:
    explicit Sampler(std::size_t dimensions) : dimensions_(dimensions) {}

private:
    std::size_t dimensions_;
};

/// Independent uniform points.
std::unique_ptr<Sampler> randomSampler(std::size_t dimensions, std::uint64_t seed);

/// Sobol's sequence with the direction numbers of Joe and Kuo (SIAM J. Sci. Comput. 30, 2008, the table of
/// Boost.Random). A seed other than 0 shifts every dimension by a random digit vector, which keeps the
/// sequence a net. Errors: "too-large" above kMostSobolDimensions.
Result<std::unique_ptr<Sampler>> sobolSampler(std::size_t dimensions, std::uint64_t seed);
inline constexpr std::size_t kMostSobolDimensions = 3667;

/// A Latin hypercube (McKay, Beckman and Conover, Technometrics 21, 1979): of `points` equal slices of each
/// axis, each holds one point. Errors: "too-large" above kMostLatinCells points x dimensions; points beyond
/// the last wrap around.
Result<std::unique_ptr<Sampler>> latinHypercubeSampler(std::size_t dimensions, std::uint64_t points,
                                                       std::uint64_t seed);
inline constexpr std::uint64_t kMostLatinCells = std::uint64_t{1} << 28;

/// Every combination of steps, the last axis fastest; coordinates are the middles of `sizes[d]` equal cells.
std::unique_ptr<Sampler> gridSampler(std::vector<std::uint64_t> sizes);

/// Number of points of a grid; 2^64 - 1 where it is larger.
std::uint64_t gridSize(std::span<const std::uint64_t> sizes);

} // namespace strata::explore
