// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/network/layer_runner.h"
#include "core/npu/network/network_run.h"
#include "core/npu/network/residency.h"

namespace strata::npu::detail {

/// A group with the runs of its layers, each of one copy of the whole layer.
struct FusedRuns {
    FusedGroup group;
    std::vector<MappedRun> runs;
    std::vector<Placement> placements;
    LayerRun sum;
};

/// The layers from `first` to `last` hand activations on in a chain that nobody else reads, by rows.
bool isChain(const Network& network, const Residency& residency, std::size_t first, std::size_t last);

/// The chain tile by tile with the tile heights that its activations fit in, those of the fewest tiles that fit and of
/// twice as many. Halos as `fusion` says. Empty where no tile fits.
std::vector<FusedRuns> fusedRuns(LayerRunner& runner, const Network& network, const Residency& residency,
                                 std::size_t first, std::size_t last, LayerFusion fusion);

} // namespace strata::npu::detail
