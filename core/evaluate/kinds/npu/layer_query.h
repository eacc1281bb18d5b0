// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/hardware/npu/component.h"
#include "core/hardware/npu/npu.h"
#include "core/npu/mapper.h"
#include "core/workload/kernel/problem.h"

#include <optional>

namespace strata::workload {
struct LayerListOptions;
}

namespace strata {

/// `/plan/search` of a request.
struct MappingSearch {
    const npu::Mapper* mapper = nullptr;
    npu::MapperSettings settings;
    double time_limit_s = 10.0; ///< of a search with a proof
};

/// A `layer` request with every name resolved.
struct LayerQuery {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    npu::Mapping mapping;
    std::string family;                     ///< of the operator, as recipes call it
    std::optional<MappingSearch> search;    ///< the request asks for a mapping: the one above is where to begin
    npu::MappingFix constraints;            ///< of the plan: what searches keep to, beside what they fix themselves
    std::optional<npu::FoundMapping> found; ///< of the search, once it has run
    bool mapping_from_recipe = false; ///< the request has no mapping: the architecture's default recipe made this one
    std::shared_ptr<const Json> hardware;        ///< the resolved document, for its sources
    std::vector<hardware::Component> components; ///< of the library: what estimates that the hardware does not state
};

/// What a workload says about the layers of its model: batch, sequence, and whether it decodes.
workload::LayerListOptions layerListOptions(const Json& workload);

/// The layer document of a request: a model's layer with the request's members on top. Errors point into the request.
Result<Json> resolveLayerDocument(const Json& request, const Library& library);

/// The layer as its model has it, without the request's members; the same as resolveLayerDocument() without a model.
Result<Json> catalogLayerDocument(const Json& request, const Library& library);

/// Resolves hardware, layer and mapping. Errors point into the request. Cheap enough for the window's thread.
Result<LayerQuery> resolveLayer(const Json& request, const Library& library);

/// The same of a request that is known to be valid and of this kind.
Result<LayerQuery> resolveValidLayer(const Json& request, const Library& library);

/// As resolveLayer(), without making a mapping by recipe: query.mapping is empty where mapping_from_recipe.
Result<LayerQuery> resolveLayerWithoutRecipe(const Json& request, const Library& library);

/// The same for one of many points, which no limit of time ends: a search with a proof has a budget.
Result<LayerQuery> resolveLayerForPoints(const Json& request, const Library& library);

/// For methods that count every word. Errors: "not-modelled" where a tensor has zeros.
Result<void> requireDense(const workload::Problem& problem);

/// The mapping of a query as its plan asks for it, found or made for an architecture whose numbers may have changed;
/// where the plan states one, that one. `evaluator` serves a search and holds the same architecture. Errors:
/// "does-not-fit", "cancelled". What was not searched counts no evaluated mappings.
Result<npu::FoundMapping> chooseMapping(const LayerQuery& query, const hardware::NpuArchitecture& architecture,
                                        npu::LoopNestEvaluator& evaluator, const std::stop_token& stop);

} // namespace strata
