// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/scene.h"

#include <functional>
#include <map>
#include <string>

namespace strata::views {

/// Titles of an accelerator's levels by the names that parts and tables have: "shared_glb" -> "Global buffer".
using LevelTitles = std::map<std::string, std::string, std::less<>>;

/// Of the accelerator that a design's layer runs on. Empty for any other design, without a library, and where the
/// hardware cannot be read; levels without a title are left out.
LevelTitles levelTitles(const Scene& scene, const DesignState& design);

} // namespace strata::views
