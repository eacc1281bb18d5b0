// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "core/hardware/npu.h"
#include "core/npu/mapping.h"
#include "core/workload/problem.h"

namespace strata {

/// A `layer` request with every name resolved.
struct LayerQuery {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    npu::Mapping mapping;
    bool mapping_from_recipe = false;  ///< the request has no mapping: the architecture's default recipe made this one
};

/// Resolves hardware, layer and mapping. Errors point into the request. Cheap enough for the window's thread.
Result<LayerQuery> resolveLayer(const Json& request, const Library& library);

}  // namespace strata
