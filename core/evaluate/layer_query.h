// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/hardware_query.h"
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
    std::string family;            ///< of the operator, as recipes call it
    bool mapping_from_recipe = false;  ///< the request has no mapping: the architecture's default recipe made this one
    std::shared_ptr<const Json> hardware;  ///< the resolved document, for its sources
};

/// The layer document of a request: a model's layer with the request's members on top. Errors point into the request.
Result<Json> resolveLayerDocument(const Json& request, const Library& library);

/// The layer as its model has it, without the request's members; the same as resolveLayerDocument() without a model.
Result<Json> catalogLayerDocument(const Json& request, const Library& library);

/// Resolves hardware, layer and mapping. Errors point into the request. Cheap enough for the window's thread.
Result<LayerQuery> resolveLayer(const Json& request, const Library& library);

/// The same without making a mapping by recipe: query.mapping is empty where mapping_from_recipe.
Result<LayerQuery> resolveLayerForPoints(const Json& request, const Library& library);

}  // namespace strata
