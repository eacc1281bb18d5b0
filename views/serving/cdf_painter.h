// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/serving/plot_axis.h"
#include "views/serving/serving_data.h"

namespace strata::views {

/// Cumulative distributions of one latency, with percentiles and the service level.
struct CdfPicture {
    Latency latency = Latency::EndToEnd;
    CdfSide selected;
    std::optional<CdfSide> baseline;
    PlotAxis axis; ///< of the latency; its pixels are set by place()
};

/// The range that shows both designs and their service levels.
PlotAxis fittingAxis(const CdfPicture& picture, bool logarithmic);
/// Where the curves stand in a rectangle of this size; sets the pixels of the axis.
QRectF place(CdfPicture& picture, const QRectF& whole, const ServingLook& look);
void paintCdf(QPainter& painter, const QRectF& area, const CdfPicture& picture, const ServingLook& look);
/// x of the selected design's service level where it is within reach.
std::optional<double> sloNear(const CdfPicture& picture, const QRectF& area, const QPointF& at, double reach);
QString cdfAnswer(const CdfPicture& picture, const QRectF& area, const ServingLook& look, const QPointF& at);

} // namespace strata::views
