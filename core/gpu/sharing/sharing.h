// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace strata::gpu {

/// What one unit of progress of a flow takes of a resource.
struct Use {
    std::size_t resource = 0;
    double amount = 0.0;
};

/// A stream of work: `rate` units a second, at most `most`, each taking some of up to four resources.
struct Flow {
    static constexpr std::size_t kMostUses = 4;
    std::array<Use, kMostUses> uses{};
    std::size_t use_count = 0;
    double most = 0.0;
    double rate = 0.0; ///< result

    void add(std::size_t resource, double amount);
};

/// Shares capacities by progressive filling: all flows speed up in proportion to their speed alone until a resource is
/// full; who uses it is held there and the others go on. The result is max-min fair in the slowdown (D. Bertsekas and
/// R. Gallager, Data Networks, 2nd ed., section 6.5.2, with the speed alone as weight). `capacities` are consumed.
void shareFairly(std::span<Flow> flows, std::vector<double>& capacities);

} // namespace strata::gpu
