// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/hardware/npu/component.h"
#include "core/hardware/npu/npu.h"
#include "core/npu/network/network_run.h"
#include "core/workload/graph.h"

namespace strata {

/// A `model` request for an NPU with every name resolved and the model cut into layers.
struct NpuModelQuery {
    hardware::NpuArchitecture architecture;
    npu::Network network;
    npu::NetworkSettings settings;
    workload::GraphOptions options;
    workload::ModelGraph graph;
    bool names_types = false;             ///< the request states number formats, which words of an NPU do not follow
    std::shared_ptr<const Json> hardware; ///< the resolved document, for its sources
    std::vector<hardware::Component> components; ///< of the library: what estimates that the hardware does not state
};

/// Errors point into the request. Cheap enough for the window's thread.
Result<NpuModelQuery> resolveNpuModel(const Json& request, const Library& library);

/// The request about one layer of the network, by the name of a row of its table of operators; the hardware stays as
/// the request has it. Errors: "not-found", "not-supported" for what has no loop nest, those of resolving.
Result<Json> layerOfNetwork(const Json& request, std::string_view layer, const Library& library);

} // namespace strata
