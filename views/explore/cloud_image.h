// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <span>

namespace strata::views {

struct Theme;

/// Rows as places on two axes, and optionally on a third that is their colour.
struct Cloud {
    std::span<const float> x, y;
    std::span<const float> color;                ///< empty: all alike
    std::span<const unsigned char> states;       ///< Exploration::RowState
    double left = 0, right = 1, low = 0, high = 1;  ///< ends of the axes, in places: the edges of the picture
    double color_low = 0, color_high = 1;
};

/// Above this many rows a picture of how many lie where says more than their marks.
inline constexpr std::size_t kMostMarks = 50'000;

/// How many rows lie in each cell, the more the stronger; with a third axis the colour is the mean of the cell's rows.
/// Rows outside the filter are a faint ground. `infeasible`: these too, as outlines of what they cover.
QImage densityImage(const Cloud& cloud, const QSize& cells, const Theme& theme, bool infeasible);

/// Each row as a disc, infeasible ones hollow; `scale`: pixels of the picture in a unit of the plot.
QImage markImage(const Cloud& cloud, const QSize& pixels, double scale, const Theme& theme, bool infeasible);

/// Colours of the marks.
QColor cloudColor(const Theme& theme);
QColor hiddenColor(const Theme& theme);

}  // namespace strata::views
