// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::npu {

/// The factors that legalFactors() lists, of loops over the dimensions of one problem. Bounds that divide a dimension
/// are listed once; a search asks for them millions of times.
class FactorLists {
public:
    FactorLists(const workload::Problem& problem, bool allow_imperfect);

    /// The factors of one loop, ascending.
    class Choice {
    public:
        std::size_t size() const { return size_; }
        std::uint64_t operator[](std::size_t i) const {
            return !listed_.empty() ? listed_[i] : i + 1 == size_ ? bound_ : i + 2;
        }

    private:
        friend class FactorLists;
        std::span<const std::uint64_t> listed_; ///< empty: every number from 2 on, and the bound
        std::uint64_t bound_ = 1;
        std::size_t size_ = 0;
    };
    /// @param listed takes the factors of a bound that does not divide its dimension
    Choice of(std::uint32_t dimension, std::uint64_t bound, std::vector<std::uint64_t>& listed) const;

private:
    struct Divisors {
        std::uint64_t bound = 1;
        std::vector<std::uint64_t> factors;
    };
    bool allow_imperfect_;
    std::vector<std::vector<Divisors>> divisors_; ///< by dimension, ascending
};

} // namespace strata::npu
