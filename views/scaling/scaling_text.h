// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scaling/scaling_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// One design beside another, each over the metric that is shown.
struct ScalingPair {
    std::shared_ptr<const explore::ScalingRun> selected, baseline; ///< baseline may be null
    std::string metric;
    bool stale = false; ///< a newer run is under way

    bool empty() const { return !selected || selected->points.empty(); }
    ScalingCurve curve() const { return {selected.get(), metric}; }
    std::optional<ScalingCurve> twin() const;
};

/// "Strong scaling: the batch stays; 87 % of ideal on 512 devices"; brief: without what stays.
QString scalingSummary(const ScalingPair& pair, const QLocale& locale, bool brief = false);
/// What the point under the pointer says.
PictureHit scalingHit(const ScalingPair& pair, const ScalingLayout& layout, const PictureLook& look,
                      const QPointF& position);
/// One row per design and number of devices.
Table scalingTable(const ScalingPair& pair);

} // namespace strata::views
