// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace strata {

/// Counter-based generator Philox4x32-10 (Salmon et al., SC 2011): the n-th number of a stream is a pure function of
/// seed, stream and n, so results do not depend on which thread draws it.
class CounterRandom {
public:
    explicit CounterRandom(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

    /// Four 32-bit numbers of block n.
    std::array<std::uint32_t, 4> block(std::uint64_t n) const;

    std::uint64_t nextBits();                     ///< 64 random bits
    double nextUniform();                         ///< in [0, 1), 53 bits
    std::uint64_t nextBelow(std::uint64_t bound); ///< unbiased in [0, bound); 0 when bound is 0

private:
    std::uint64_t seed_;
    std::uint64_t stream_;
    std::uint64_t counter_ = 0;
};

} // namespace strata
