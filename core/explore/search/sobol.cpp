// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/explore/search/sampler.h"

#include <boost/random/sobol.hpp>

namespace strata::explore {
namespace {

constexpr std::uint64_t kShiftStream = ~std::uint64_t{0};

class SobolSampler final : public Sampler {
public:
    SobolSampler(std::size_t dimensions, std::uint64_t seed) : Sampler(dimensions), first_(dimensions) {
        CounterRandom random(seed, kShiftStream);
        for (std::size_t d = 0; d < dimensions; ++d)
            shifts_.push_back(seed == 0 ? 0 : random.nextBits());
    }

    void fill(std::uint64_t first, std::span<double> points) const override {
        boost::random::sobol engine = first_;
        const std::size_t width = dimensions();
        std::size_t i = 0;
        // The library's sequence starts behind the origin, which is a point of every net.
        if (first == 0) {
            for (; i < width && i < points.size(); ++i)
                points[i] = toUnit(shifts_[i]);
        } else {
            engine.seed(first - 1);
        }
        for (; i < points.size(); ++i)
            points[i] = toUnit(engine() ^ shifts_[i % width]);
    }

private:
    static double toUnit(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

    boost::random::sobol first_;
    std::vector<std::uint64_t> shifts_;
};

} // namespace

Result<std::unique_ptr<Sampler>> sobolSampler(std::size_t dimensions, std::uint64_t seed) {
    if (dimensions == 0 || dimensions > kMostSobolDimensions) {
        return Error{"too-large",
                     {},
                     {"error.there-no-sobol-sequence-dimensions", {{"dimensions", dimensions}}},
                     {"accepted.1-to-dimensions", {{"most_sobol_dimensions", kMostSobolDimensions}}},
                     {}};
    }
    return std::unique_ptr<Sampler>(std::make_unique<SobolSampler>(dimensions, seed));
}

} // namespace strata::explore
