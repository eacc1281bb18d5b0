// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/theme/theme.h"

#include <QFont>
#include <QLocale>
#include <QRectF>
#include <QString>
#include <string_view>
#include <vector>

class QPainter;

namespace strata::views {

/// Colours, type and letters of a picture, on the screen or on paper.
struct ServingLook {
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
    char letter = 'A';
    char baseline_letter = 0;
    bool figure = false; ///< on paper: nothing to drag, and no mark of what is selected now
};

/// Values along a line of pixels.
struct PlotAxis {
    double low = 0.0, high = 1.0;
    bool logarithmic = false;
    double first = 0.0, last = 1.0; ///< pixels of low and high

    double pixel(double value) const;
    double value(double pixel) const;
    bool contains(double value) const { return value >= low && value <= high; }
    /// By a factor around a pixel; below 1 zooms in.
    PlotAxis zoomed(double factor, double around) const;
    PlotAxis panned(double pixels) const;
};

/// A value with its unit: like shortText(), but rates as plain numbers, since "67.8 m/s" reads as a speed.
QString valueText(double value, std::string_view unit, const QLocale& locale);

/// The unit of arrival rates and of what is answered.
inline constexpr std::string_view kRequestRate = "requests/s";

/// "Arrival rate (requests/s)": rates are told by the title of their axis, whose ticks are plain numbers.
QString axisTitle(const QString& title, std::string_view unit);

/// The label of a round value, without zeros that say nothing: "20 ms", a rate as a plain number.
QString tickLabel(double value, std::string_view unit, const QLocale& locale);

/// Round values, at most about this many.
std::vector<double> axisTicks(const PlotAxis& axis, int most);
/// Grid lines over the area, labels below it, the title at the end of them.
void paintAcross(QPainter& painter, const QRectF& area, const PlotAxis& axis, std::string_view unit,
                 const QString& title, const ServingLook& look);
/// Grid lines, labels left of the area, the title above it.
void paintUpwards(QPainter& painter, const QRectF& area, const PlotAxis& axis, std::string_view unit,
                  const QString& title, const ServingLook& look);
/// Where a picture of this size has its data: room for labels and a title on the left, below and above.
QRectF plotArea(const QRectF& whole, const QFont& font, double above);

/// A vertical line, on the screen with a handle on top, for what can be dragged.
void paintHandle(QPainter& painter, const QRectF& area, double x, const QColor& color, const ServingLook& look);

} // namespace strata::views
