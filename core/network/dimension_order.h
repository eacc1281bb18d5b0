// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/alpha_beta.h"

#include <optional>
#include <vector>

namespace strata::network {

/// How the chunks of a collective pass the dimensions.
enum class DimensionOrder {
    Sequential, ///< one dimension after the other, all bytes at once
    Pipelined,  ///< in the same order, a chunk after the other
    Balanced    ///< each chunk begins where least was sent (S. Rashidi et al., "Themis", ISCA 2022)
};
std::string_view name(DimensionOrder order); ///< "sequential", "pipelined", "balanced"
std::optional<DimensionOrder> dimensionOrderNamed(std::string_view name);

/// A phase of one chunk: a collective among the ranks of one dimension.
struct DimensionPhase {
    std::size_t dimension = 0;
    Collective collective = Collective::AllReduce;
    Algorithm algorithm = Algorithm::Ring;
    double bytes = 0.0; ///< as in collective.h, of the dimension's groups
    PhaseTime time;
};

/// Phases of a collective over dimensions in the order of `order` (indices; innermost first where empty):
/// all-reduce scatters inwards out and gathers back, so that a dimension carries the bytes over the product
/// of the sizes before it. A broadcast passes whole, the outermost level first.
std::vector<DimensionPhase> phasesOf(const Fabric& fabric, Collective collective, double bytes,
                                     std::vector<std::size_t> order = {});

/// How a collective goes through the dimensions of a fabric.
struct CollectiveOptions {
    std::optional<Algorithm> algorithm{}; ///< in every dimension that can do it; the fastest where absent
    DimensionOrder order = DimensionOrder::Sequential;
    std::uint32_t chunks = 1; ///< of Pipelined and Balanced
};

/// Time of a collective, in seconds, and how long it keeps each dimension busy.
struct CollectiveTime {
    double seconds = 0.0;
    std::vector<DimensionPhase> phases; ///< of all bytes, in the order of the first chunk
    std::vector<PhaseTime> busy;        ///< of each dimension, all chunks together
    std::size_t slowest = 0;            ///< dimension that is busy longest
};

/// Time of a collective over all dimensions by the latency-bandwidth model. A broadcast goes whole from level to level,
/// or through the adapters of a whole group, whichever is faster.
CollectiveTime alphaBetaTime(const Fabric& fabric, Collective collective, double bytes,
                             const CollectiveOptions& options);

} // namespace strata::network
