// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>
#include <QPointF>
#include <QStringList>
#include <utility>
#include <vector>

namespace strata::views {

/// One number of a row: filled where it was measured or answers, hollow where it is what something else would say.
struct CompositionMark {
    std::size_t series = 0; ///< index into CompositionPicture::series
    double value = 0.0;
    std::optional<double> low, high;
};

/// A group of measured rows, a level, or a model.
struct CompositionRow {
    QString label;
    std::vector<CompositionMark> marks;
    std::vector<std::pair<Category, double>> stack; ///< what the hollow mark is made of
    double judged = 0.0;                            ///< what the tolerance is about
    QStringList details;
};

struct CompositionLine {
    QString label;
    std::vector<QPointF> points;
    bool strong = false; ///< measured; the others are laws
    QString detail;
};

struct CompositionSeries {
    QString label;
    bool hollow = false;
};

/// One page: rows of marks over a common axis, or lines.
struct CompositionPicture {
    QString headline; ///< a sentence
    QString axis;     ///< title of the axis of values
    QString across;   ///< title of the other axis; of lines
    std::vector<CompositionSeries> series;
    std::vector<CompositionRow> rows;
    std::vector<CompositionLine> lines;
    bool logarithmic = false;     ///< of lines: both axes
    std::optional<double> marked; ///< of lines: where the present design stands
    double tolerance = 0.1;
    double right = 0.0; ///< of rows: what the tolerance is counted from; 1 where a model is right that accounts for all
    QString judged;     ///< what is compared with the tolerance
    QString source;     ///< where the numbers come from, with day and commit
    Table table;

    bool empty() const { return rows.empty() && lines.empty(); }
    std::size_t beyond() const; ///< rows whose judged number exceeds the tolerance
};

} // namespace strata::views
