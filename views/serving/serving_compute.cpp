// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/serving_view.h"

#include <nlohmann/json.hpp>

namespace strata::views {

// Goodput over the rate. A design without an answer has none.
void ServingView::computeNow(const Scene& scene, Executor& executor) {
    for (const DesignState& design : scene.designs) {
        const auto rate = arrivalRate(*design.design.request);
        if (!rate) continue;
        std::vector<LoadPoint> points;
        const auto keep = [&points](const LoadPoint& point) {
            points.push_back(point);
            return true;
        };
        if (loadCurve(*design.design.request, loadRates(*rate), scene.library, {}, keep, &executor))
            setLoad(design.design.id, design.design.request, std::move(points), true);
    }
}

} // namespace strata::views
