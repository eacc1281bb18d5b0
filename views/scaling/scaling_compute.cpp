// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_view.h"

#include "core/catalog/library.h"

#include <nlohmann/json.hpp>

namespace strata::views {

void ScalingView::computeNow(const Scene& scene, Executor&) {
    const auto run = [&](const DesignState* design) -> std::shared_ptr<const explore::ScalingRun> {
        if (!design) return nullptr;
        return std::make_shared<const explore::ScalingRun>(
            explore::runScaling(design->design.request, *scene.library, scaling(), kPoints, {}));
    };
    showRuns(run(scene.selectedDesign()), run(scene.baselineDesign()));
}

} // namespace strata::views
