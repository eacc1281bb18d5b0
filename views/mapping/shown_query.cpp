// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/shown_query.h"

#include "core/evaluate/engine/found_mapping.h"

namespace strata::views {
namespace {

std::optional<npu::Mapping> foundMapping(const DesignState& state) {
    const auto query = queryOf<LayerQuery>(state);
    if (!query || !query->search || !state.estimate) return std::nullopt;
    return mappingOf(*state.estimate, *query);
}

} // namespace

std::optional<LayerQuery> shownQuery(const DesignState& state) {
    const auto resolved = queryOf<LayerQuery>(state);
    if (!resolved) return std::nullopt;
    LayerQuery query = *resolved;
    if (auto found = foundMapping(state)) {
        query.mapping = *std::move(found);
        query.mapping_from_recipe = false;
    }
    return query;
}

bool showsFoundMapping(const DesignState& state) { return foundMapping(state).has_value(); }

} // namespace strata::views
