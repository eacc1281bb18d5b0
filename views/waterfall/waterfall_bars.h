// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/waterfall/waterfall_chart.h"

#include <functional>
#include <QStringList>

class QPainter;

namespace strata::views {

/// The plotted area and its value axis, in pixels.
struct WaterfallFrame {
    QRectF area;
    std::function<double(double)> y; ///< pixel of a value
    WaterfallRoom room;

    QRectF column(std::size_t bar, std::size_t bars) const;
    /// Rectangle of an extent, cut to the area. The baseline's twin stands behind, a little to the right and wider.
    QRectF rectangle(const Waterfall& waterfall, std::size_t bar, bool of_baseline) const;
};

/// Bars, connectors, cut marks, whiskers, values and the measured line.
void paintWaterfallBars(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                        const WaterfallOptions& options);
/// Labels below the bars, wrapped to their columns or slanted; needs barLabelHeight() of room, and cuts them to their
/// columns in less.
void paintBarLabels(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame, const QRectF& row,
                    const WaterfallOptions& options);
double barLabelHeight(const Waterfall& waterfall, double column_width, const QFont& font);
double lowBarLabelHeight(const QFont& font);

/// A bar's label as people read it.
QString barText(const WaterfallBar& bar);
/// Signed for steps, plain for the sum of kernels and the total.
QString barValueText(const WaterfallBar& bar, const WaterfallExtent& extent, const QLocale& locale);

} // namespace strata::views
