// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/scaling.h"

#include <optional>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <vector>

namespace strata::views {

/// What one design's run shows.
struct ScalingCurve {
    const explore::ScalingRun* run = nullptr;
    std::string metric;
};

/// One number of devices as it is drawn.
struct ScalingSpot {
    const explore::ScalingPoint* point = nullptr;
    QPointF value;                    ///< on the curve; absent ones stand at the bottom
    std::optional<QPointF> low, high; ///< interval
};

/// Places of two charts above each other: a metric, and shares of communication, over devices on a
/// logarithmic axis.
struct ScalingLayout {
    QRectF header;
    QRectF chart, shares; ///< shares: empty where the run has no communication
    double least_devices = 1.0, most_devices = 2.0;
    double least = 0.0, most = 1.0; ///< of the metric
    double most_share = 1.0;
    bool logarithmic = false; ///< the metric's axis
    QPointF legend;
    std::vector<ScalingSpot> spots;

    double x(double devices) const;
    double y(double value) const;
    double shareY(double share) const { return shares.bottom() - share / most_share * shares.height(); }
};

/// Times and rates stand on logarithmic axes, so that ideal scaling is a straight line; shares and sizes from
/// zero.
bool isLogarithmic(std::string_view metric);
/// The metric if the run has it, else the first that it has.
std::string shownMetric(const explore::ScalingRun& run, const std::string& wanted);
/// The metric at `devices` if it scaled ideally from the run's smallest valid point; nothing where that means
/// nothing.
std::optional<double> idealAt(const explore::ScalingRun& run, std::string_view metric, double devices);

ScalingLayout layOutScaling(const ScalingCurve& selected, const ScalingCurve* baseline, const QFont& font,
                            const QSizeF& size, double legend_height);

/// The run's point nearest to a place along the axis; nullptr where there is none.
const explore::ScalingPoint* nearestPoint(const explore::ScalingRun& run, const ScalingLayout& layout, double x,
                                          bool valid_only);

} // namespace strata::views
