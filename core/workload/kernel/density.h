// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace strata::workload {

/// Which words of a tensor are zero.
struct TensorDensity {
    enum class Distribution : std::uint8_t {
        Dense,      ///< none
        Uniform,    ///< any of them, each as likely as the others
        Structured, ///< as many in each tile as its size says: n of m
        Banded,     ///< those farther from the diagonal of a square matrix than `half_width`
        Histogram,  ///< blocks of `block` words have one of several shares
    };
    struct Bin {
        double share = 1.0;  ///< of the words of a block that are not zero
        double weight = 1.0; ///< share of the blocks; all weights sum to 1
    };

    Distribution distribution = Distribution::Dense;
    double share = 1.0; ///< of the words that are not zero, over the whole tensor; Banded: follows from its size
    std::uint64_t half_width = 0;
    double block = 1.0;
    std::vector<Bin> bins;

    bool dense() const { return distribution == Distribution::Dense; }
};

/// Reads a density: a share for a uniform distribution, or an object with `distribution`. Errors: "bad-value",
/// "missing", "unknown-key", "out-of-range".
Result<TensorDensity> readDensity(const Json& density, std::string_view pointer);

/// Counts the words of a mask: numbers, one a word, apart by white space, in the order of the tensor, cut into blocks
/// of `block` words. The document is what readDensity() takes. Errors: "malformed", "empty".
Result<Json> densityOfMask(std::string_view text, std::uint64_t block);

} // namespace strata::workload
