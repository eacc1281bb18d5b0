// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/executor.h"
#include "core/npu/network/layer_run.h"

namespace strata::npu {

/// Whether consecutive layers run tile by tile, depth first, and what becomes of the rows that two tiles share.
enum class LayerFusion : std::uint8_t {
    None,
    Kept,       ///< shared rows stay in the buffer until the next tile
    Recomputed, ///< shared rows are computed again
    Best        ///< whichever is better for each group, or neither
};
std::string_view name(LayerFusion fusion);

/// How several cores, each with the whole hierarchy on the chip, divide the work. They share the memory outside.
enum class CoreSplit : std::uint8_t {
    Layers,  ///< all work on one layer at a time
    Pipeline ///< each runs layers of its own, on one input after the other
};
std::string_view name(CoreSplit split);

struct NetworkSettings {
    LayerSearch search;
    bool keep_activations = true; ///< in the shared buffer, where they fit
    LayerFusion fusion = LayerFusion::None;
    std::uint32_t cores = 1;
    CoreSplit split = CoreSplit::Layers;
};

/// Consecutive layers that run tile by tile.
struct FusedGroup {
    std::size_t first = 0, last = 0;
    double tiles = 1; ///< of one copy of the group
    bool recomputes = false;
    bool pins_weights = false; ///< the weights of all its layers stay in the buffer
};

/// One layer inside of the network; numbers are of one copy.
struct LayerOutcome {
    LayerRun alone;  ///< with all operands in the memory outside
    LayerRun placed; ///< as it runs in the network
    Mapping mapping; ///< of the placed layer, or of one of its tiles; empty for a vector pass
    std::optional<workload::Problem>
        problem; ///< that the mapping is of where no tiles are: the layer, or a core's piece of it
    Placement placement;
    std::optional<std::size_t> group; ///< among NetworkRun::groups
    std::uint32_t cores = 1;          ///< that work on it
};

/// A core of a pipeline: the layers that it runs and how long one input keeps it busy.
struct PipelineCore {
    std::size_t first = 0, last = 0;
    double cycles = 0;
};

struct NetworkRun {
    std::vector<LayerOutcome> layers; ///< as in Network::layers
    std::vector<bool> stays;          ///< by activation: in the shared buffer from its maker to its last reader
    std::vector<FusedGroup> groups;
    std::vector<PipelineCore> pipeline; ///< empty unless layers are spread over cores
    LayerRun alone, placed;             ///< sums over all copies
    double interval_cycles = 0;         ///< between two inputs: that of the slowest core of a pipeline
};

/// Runs the layers one after the other, each with the best mapping of a search, activations in the shared buffer where
/// that lowers what the search makes smallest. Equal layers are looked at once. The same on any number of threads.
/// Errors: "does-not-fit" with the name of the layer, "cancelled".
Result<NetworkRun> runNetwork(const hardware::NpuArchitecture& architecture, const Network& network,
                              const NetworkSettings& settings, Executor* executor, const std::stop_token& stop);

} // namespace strata::npu
