// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/shown_query.h"

#include "core/evaluate/engine/found_mapping.h"

namespace strata::views {
namespace {

std::optional<LayerQuery> foundQuery(const DesignState& state, const Library& library) {
    const Json& request = *state.design.request;
    if (!state.estimate || findPointer(request, "/plan/search") == nullptr) return std::nullopt;
    auto query = resolveLayerForPoints(request, library);
    if (!query) return std::nullopt;
    auto mapping = mappingOf(*state.estimate, *query);
    if (!mapping) return std::nullopt;
    query->mapping = *std::move(mapping);
    query->mapping_from_recipe = false;
    return *std::move(query);
}

} // namespace

Result<LayerQuery> shownQuery(const DesignState& state, const Library& library) {
    if (auto found = foundQuery(state, library)) return *std::move(found);
    return resolveLayer(*state.design.request, library);
}

bool showsFoundMapping(const DesignState& state, const Library& library) {
    return state.design.request && foundQuery(state, library).has_value();
}

} // namespace strata::views
