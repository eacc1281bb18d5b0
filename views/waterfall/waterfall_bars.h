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
    std::function<double(double)> y; ///< pixel of a value, upwards, or to the right where the bars lie
    WaterfallRoom room;
    bool lying = false; ///< bars are rows below each other, so that their labels need no room side by side

    /// Room of a bar: a column, or a row where the bars lie.
    QRectF column(std::size_t bar, std::size_t bars) const;
    bool contains(double value) const { return value >= room.low && value <= room.high; }
    /// Rectangle of an extent, cut to the area. The baseline's twin stands behind, a little to the right and wider.
    QRectF rectangle(const Waterfall& waterfall, std::size_t bar, bool of_baseline) const;
};

/// Bars, connectors, cut marks, whiskers, values and the measured line.
void paintWaterfallBars(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                        const WaterfallOptions& options);
/// Labels below the bars, wrapped to their columns and cut where they have less than barLabelHeight() of room; or left
/// of bars that lie.
void paintBarLabels(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame, const QRectF& row,
                    const WaterfallOptions& options);
double barLabelHeight(const Waterfall& waterfall, double column_width, const QFont& font);
double lowBarLabelHeight(const QFont& font);
/// Whether every label stands upright below its column, whole.
bool labelsFit(const Waterfall& waterfall, double column_width, const QFont& font);
/// Room for the labels left of bars that lie, in a chart that wide; and the height that so many bars need.
double besideLabelWidth(const Waterfall& waterfall, const QFont& font, double chart_width);
double lyingHeight(const Waterfall& waterfall, const QFont& font);

/// A bar's label as people read it.
QString barText(const WaterfallBar& bar);
/// Signed for steps, plain for the sum of kernels and the total.
QString barValueText(const WaterfallBar& bar, const WaterfallExtent& extent, const QLocale& locale);

} // namespace strata::views
