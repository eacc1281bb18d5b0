// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/layer_query.h"
#include "views/support/base/scene.h"

namespace strata::views {

/// The layer of a design with the mapping that its estimate counted: where the request asks for a search, the found one
/// once there is an estimate, before that the one that the search begins at. Errors: those of resolveLayer().
Result<LayerQuery> shownQuery(const DesignState& state, const Library& library);

/// Whether the design asks for a search, and its estimate has what was found.
bool showsFoundMapping(const DesignState& state, const Library& library);

} // namespace strata::views
