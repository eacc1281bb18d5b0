// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_view.h"

#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <nlohmann/json.hpp>

namespace strata::views {

void CompositionView::computeNow(const Scene& scene, Executor& executor) {
    const DesignState* design = scene.selectedDesign();
    if (design == nullptr || !design->estimate || !design->resolved) return;
    const Context context{*scene.library, {}, nullptr, scene.registry, &executor};
    if (needs() == Needs::Propagation)
        showPropagation(design->design.request,
                        composition::propagation(*design->resolved, *design->estimate, context));
    if (needs() == Needs::Communication)
        showCommunication(design->design.request,
                          composition::communicationFidelity(*design->resolved, *design->estimate, context));
}

} // namespace strata::views
