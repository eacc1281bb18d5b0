// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/serving/plot_axis.h"
#include "views/serving/serving_data.h"

namespace strata::views {

/// Goodput and throughput over the arrival rate; both axes logarithmic.
struct LoadPicture {
    LoadSide selected;
    std::optional<LoadSide> baseline;
    PlotAxis rate, answered;
};

/// Sets the ranges, unless the reader has chosen one of the rate, and the pixels; the area of the curves.
QRectF place(LoadPicture& picture, const QRectF& whole, const std::optional<PlotAxis>& chosen, const ServingLook& look);
void paintLoad(QPainter& painter, const QRectF& area, const LoadPicture& picture, const ServingLook& look);
/// x of the present rate where it is within reach.
std::optional<double> rateNear(const LoadPicture& picture, const QRectF& area, const QPointF& at, double reach);
QString loadAnswer(const LoadPicture& picture, const QRectF& area, const ServingLook& look, const QPointF& at);

} // namespace strata::views
