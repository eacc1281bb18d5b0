// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

namespace strata::serving {

/// The numbers of Python's `random` module for an integer seed, so that runs of Python simulators can be repeated:
/// MT19937 seeded by an array of 32-bit words (Matsumoto and Nishimura, ACM TOMACS 1998, with the 2002 initialization).
class PythonRandom {
public:
    explicit PythonRandom(std::uint32_t seed);
    double uniform(); ///< in [0, 1), 53 bits
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

private:
    std::mt19937 engine_;
};

} // namespace strata::serving
