// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofline_chart.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

inline constexpr int kRooflinePadding = 12; ///< around the whole plot

/// What the marks and lines of a roofline mean. The entries paint with the given options, so those must outlive the
/// legend.
std::vector<Legend::Entry> rooflineLegend(const Roofline& roofline, const RooflineOptions& options);

/// Height that totals and legend take in a plot of that width.
double rooflineHeaderHeight(const Roofline& roofline, const RooflineOptions& options, double width);

/// Letter and rate of each design: of the whole model, or of the only kernel.
void paintRooflineTotals(QPainter& painter, const QRectF& row, const Roofline& roofline,
                         const RooflineOptions& options);

} // namespace strata::views
