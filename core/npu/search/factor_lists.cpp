// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/factor_lists.h"

#include "core/npu/mapper/map_space.h"

#include <algorithm>

namespace strata::npu {

FactorLists::FactorLists(const workload::Problem& problem, bool allow_imperfect)
    : allow_imperfect_(allow_imperfect), divisors_(problem.dimensions.size()) {
    for (std::size_t d = 0; d < divisors_.size() && !allow_imperfect; ++d) {
        const std::vector<std::uint64_t> bounds = detail::divisorsOf(problem.dimensions[d].bound);
        for (const std::uint64_t bound : bounds) {
            Divisors& divisors = divisors_[d].emplace_back(Divisors{bound, {}});
            for (const std::uint64_t factor : bounds)
                if (factor > 1 && factor <= bound && bound % factor == 0) divisors.factors.push_back(factor);
        }
    }
}

FactorLists::Choice FactorLists::of(std::uint32_t dimension, std::uint64_t bound,
                                    std::vector<std::uint64_t>& listed) const {
    constexpr std::uint64_t kMostListed = 4096;
    Choice choice;
    choice.bound_ = bound;
    if (allow_imperfect_) {
        choice.size_ = bound < 2 ? 0 : std::min(bound - 2, kMostListed - 1) + 1;
        return choice;
    }
    const auto found = std::ranges::lower_bound(divisors_[dimension], bound, {}, &Divisors::bound);
    if (found != divisors_[dimension].end() && found->bound == bound) {
        choice.listed_ = found->factors;
    } else {
        listed = detail::divisorsOf(bound);
        choice.listed_ = std::span<const std::uint64_t>(listed).subspan(1);
    }
    choice.size_ = choice.listed_.size();
    return choice;
}

} // namespace strata::npu
