// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_view.h"

#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/layers/layer_chain.h"
#include "core/layers/layer_effects.h"

#include <nlohmann/json.hpp>

namespace strata::views {

void LayersView::computeNow(const Scene& scene, Executor& executor) {
    const DesignState* design = scene.selectedDesign();
    if (design == nullptr || !design->estimate || !design->resolved) return;
    const Context context{*scene.library, {}, nullptr, scene.registry, &executor};
    const auto chain = layers::layerChain(*design->resolved, *design->estimate, *scene.library, *scene.registry);
    showEffects(design->design.request, layers::layerEffects(*design->resolved, chain, context), true);
}

} // namespace strata::views
