// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QVector>
#include <vector>

class QCustomPlot;

namespace strata::views {

/// Radius of the mark of a row, in the plot's units.
inline constexpr double kMarkRadius = 3.0;

/// Marks of one group; the places are in the units of the plot's axes.
struct CloudGroup {
    char letter = 0; ///< 0: the grey rest
    QColor color;
    QVector<double> x;
    QVector<double> y;
};

/// Adds the marks of many rows, the first group lowest. On a screen (`pixels_per_unit` 0) the plot leaves out
/// marks that others hide; a figure has all of them, as one picture of that resolution where they are too
/// many for a vector file.
void addCloud(QCustomPlot& plot, std::vector<CloudGroup> groups, double line_width, double pixels_per_unit);

/// Takes away what addCloud() added to a figure; marks on a screen are graphs of the plot.
void removeClouds(QCustomPlot& plot);

} // namespace strata::views
