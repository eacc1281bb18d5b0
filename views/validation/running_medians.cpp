// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/running_medians.h"

#include "views/validation/validation_legend.h"

#include <qcustomplot.h>

namespace strata::views {
namespace {

void addSpread(QCustomPlot& plot, const std::vector<SpreadPoint>& along, const QColor& color, bool band,
               const ValidationOptions& options) {
    if (along.empty()) return;
    QVector<double> x, low, median, high;
    for (const SpreadPoint& point : along) {
        x.push_back(point.measured);
        low.push_back(point.spread.low);
        median.push_back(point.spread.median);
        high.push_back(point.spread.high);
    }
    const auto add = [&](const QVector<double>& y, const QPen& pen) {
        QCPGraph* graph = plot.addGraph();
        graph->setData(x, y, true);
        graph->setPen(pen);
        graph->removeFromLegend();
        return graph;
    };
    if (band) {
        QColor fill = options.theme.text;
        fill.setAlphaF(0.16F);
        const QPen edge(options.theme.text, 1.4 * options.line_width, Qt::DotLine);
        QCPGraph* lower = add(low, edge);
        QCPGraph* upper = add(high, edge);
        upper->setBrush(fill);
        upper->setChannelFillGraph(lower);
    }
    // A line over points of its own colour needs an edge of paper.
    add(median, QPen(options.theme.surface, 4.5 * options.line_width));
    add(median, QPen(color, 2.4 * options.line_width));
}

} // namespace

void addSpreads(QCustomPlot& plot, const Validation& validation, const ValidationOptions& options) {
    const std::vector<SpreadPoint>* banded = &validation.along;
    for (const ValidationGroup& group : validation.groups)
        if (!options.only.empty() && group.name == options.only) banded = &group.along;
    addSpread(plot, *banded, options.theme.text, true, options);
    for (const ValidationGroup& group : validation.groups) {
        if (group.letter == 0 || (!options.only.empty() && options.only != group.name)) continue;
        addSpread(plot, group.along, groupColor(group, options), false, options);
    }
}

} // namespace strata::views
