// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/explore/sensitivity.h"
#include "views/support/theme/theme.h"

#include <QLocale>
#include <QRectF>
#include <QString>
#include <string>
#include <vector>

class QPainter;

namespace strata::views {

class Exploration;

/// First-order and total Sobol indices of one metric, the most influential parameter first.
struct IndexChart {
    struct Row {
        std::string name; ///< of the axis
        QString title;
        explore::SobolIndex index;
    };
    std::string metric;
    std::vector<Row> rows;
    std::size_t groups = 0; ///< of the sweep that had every value: what the indices rest on
};

/// Of the points that are there; without rows where the run is no saltelli sweep, has too few points, or the
/// metric does not vary.
IndexChart indexChart(const Exploration& exploration, const std::string& metric);

/// Axis by axis: indices with their standard errors.
Table indexTable(const IndexChart& chart);

/// An index as people read it, with two digits. Estimates of no influence scatter around zero: what rounds to it has no
/// sign.
QString indexText(double index, const QLocale& locale);

struct IndexOptions {
    Theme theme;
    QFont font;
    QLocale locale;
    double line_width = 1.0;
    int current = -1; ///< row that is marked
};

/// Where the bars of a row are.
struct IndexRowPlace {
    QRectF row, first, total;
};

std::vector<IndexRowPlace> placeIndices(const IndexChart& chart, const QRectF& area, const IndexOptions& options);
void paintIndices(QPainter& painter, const IndexChart& chart, const QRectF& area, const IndexOptions& options);
/// Height that the chart likes at that font.
double indexChartHeight(const IndexChart& chart, const QFont& font);

} // namespace strata::views
