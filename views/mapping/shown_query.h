// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/support/base/scene.h"

namespace strata::views {

/// The layer of a design with the mapping that its estimate counted: where the request asks for a search, the found one
/// once there is an estimate, before that the one that the search begins at. Nothing where the design is no layer that
/// resolves.
std::optional<LayerQuery> shownQuery(const DesignState& state);

/// Whether the design asks for a search, and its estimate has what was found.
bool showsFoundMapping(const DesignState& state);

} // namespace strata::views
