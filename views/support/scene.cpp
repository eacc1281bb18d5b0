// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/scene.h"

namespace strata::views {

const DesignState* Scene::selectedDesign() const {
    if (selected < 0 || selected >= static_cast<int>(designs.size())) return nullptr;
    return &designs[static_cast<std::size_t>(selected)];
}

const DesignState* Scene::baselineDesign() const {
    if (baseline < 0 || baseline >= static_cast<int>(designs.size()) || baseline == selected) return nullptr;
    return &designs[static_cast<std::size_t>(baseline)];
}

}  // namespace strata::views
