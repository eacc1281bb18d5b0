// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/validation_chart.h"

#include "views/support/axis_ticks.h"
#include "views/support/marker.h"
#include "views/support/plot_parts.h"
#include "views/support/plot_style.h"
#include "views/support/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QCoreApplication>
#include <QPainter>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kReachPixels = 8.0;
constexpr double kMarkRadius = 3.0;
constexpr double kFaint = 0.15;
constexpr double kLegendMargin = 8.0;

/// A marker as a picture: the fastest way to draw many points.
QPixmap markOf(char letter, const QColor& color, double line_width, double ratio) {
    const double size = 2.0 * kMarkRadius + 3.0;
    QPixmap picture(QSize(qCeil(size * ratio), qCeil(size * ratio)));
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.darker(120), 0.6 * line_width));
    painter.setBrush(color);
    paintMarker(painter, QPointF(size / 2, size / 2), kMarkRadius, letter == 0 ? 'A' : letter);
    return picture;
}

void addLine(QCustomPlot& plot, double factor, const QPen& pen) {
    auto* line = new QCPItemLine(&plot);
    line->setSelectable(false);
    line->setClipToAxisRect(true);
    line->setPen(pen);
    // Beyond every measurement, so that the reader never zooms past the ends.
    constexpr double kFar = 1e15;
    line->start->setCoords(1.0 / kFar, factor / kFar);
    line->end->setCoords(kFar, factor * kFar);
}

}  // namespace

struct ValidationChart::Private {
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    void fitAxes();
    void addGroup(const ValidationGroup& group);
    QColor colorOf(const ValidationGroup& group) const;
    void layOutLegend();

    QCustomPlot& plot;
    Validation data;
    ValidationOptions options;
    std::vector<std::size_t> drawn;
    Legend legend;
    QCPLayoutElement* header = nullptr;
};

ValidationChart::ValidationChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) axis->setScaleType(QCPAxis::stLogarithmic);
    d_->header = addPaintedRow(plot, true, [d = d_.get()](QPainter& painter, const QRectF& rectangle) {
        d->legend.paint(painter, rectangle.topLeft() + QPointF(kLegendMargin, 0), d->options.theme, d->options.font);
    });
    addPaintedItem(plot, [d = d_.get()](QPainter& painter) {
        if (!d->options.chosen || *d->options.chosen >= d->data.report->rows.size()) return;
        const assess::SuiteRow& row = d->data.report->rows[*d->options.chosen];
        painter.setPen(QPen(d->options.theme.text, 1.6 * d->options.line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(d->plot.xAxis->coordToPixel(row.measured), d->plot.yAxis->coordToPixel(row.predicted)),
                            2.2 * kMarkRadius, 2.2 * kMarkRadius);
    }, true);
}

ValidationChart::~ValidationChart() = default;

QColor ValidationChart::Private::colorOf(const ValidationGroup& group) const {
    QColor color = group.letter == 0 ? options.theme.text_muted : options.theme.design(group.letter);
    if (!options.only.empty() && options.only != group.name) color.setAlphaF(static_cast<float>(kFaint));
    return color;
}

/// What each mark means; groups beyond the eight markers share one entry.
void ValidationChart::Private::layOutLegend() {
    std::vector<Legend::Entry> entries;
    std::size_t others = 0;
    for (const ValidationGroup& group : data.groups) {
        if (group.letter == 0) {
            ++others;
            continue;
        }
        const auto mark = [color = colorOf(group), letter = group.letter](QPainter& painter, const QRectF& place) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            paintMarker(painter, place.center(), kMarkRadius, letter);
        };
        if (!group.name.empty()) entries.push_back({toQString(group.name), mark, group.name});
    }
    if (others > 0) {
        entries.push_back({QCoreApplication::translate("Validation", "%1 further groups, grey").arg(others), {}, {}});
    }
    legend.layOut(std::move(entries), options.font, plot.viewport().width() - 2.0 * kLegendMargin);
    setRowHeight(*header, legend.height() + kLegendMargin);
}

void ValidationChart::Private::fitAxes() {
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    for (const std::size_t index : drawn) {
        const assess::SuiteRow& row = data.report->rows[index];
        low = std::min({low, row.measured, row.predicted});
        high = std::max({high, row.measured, row.predicted});
    }
    if (!(low < high)) low = high > 0.0 ? high / 2.0 : 0.1, high = low * 4.0;
    constexpr double kMargin = 1.4;
    plot.xAxis->setRange(low / kMargin, high * kMargin);
    plot.yAxis->setRange(low / kMargin, high * kMargin);
}

void ValidationChart::Private::addGroup(const ValidationGroup& group) {
    QVector<double> measured;
    QVector<double> predicted;
    for (const std::size_t index : group.rows) {
        const assess::SuiteRow& row = data.report->rows[index];
        if (!(row.measured > 0.0 && row.predicted > 0.0)) continue;
        measured.push_back(row.measured);
        predicted.push_back(row.predicted);
        drawn.push_back(index);
    }
    const QColor color = colorOf(group);
    QCPGraph* graph = plot.addGraph();
    graph->setData(measured, predicted);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setAdaptiveSampling(true);
    graph->setName(QString::fromStdString(group.name));
    graph->setScatterStyle(QCPScatterStyle(markOf(group.letter, color, options.line_width, plot.bufferDevicePixelRatio())));
}

void ValidationChart::show(const Validation& validation, const ValidationOptions& options, bool reset_axes) {
    d_->data = validation;
    d_->options = options;
    d_->drawn.clear();
    QCustomPlot& plot = d_->plot;
    plot.clearGraphs();
    for (int i = plot.itemCount(); i-- > 0;) {
        if (qobject_cast<QCPItemLine*>(plot.item(i)) != nullptr) plot.removeItem(i);
    }
    const Theme& theme = options.theme;
    stylePlot(plot, theme, options.font, options.line_width);
    // The largest group first, so that small ones stay visible on top.
    for (const ValidationGroup& group : d_->data.groups) d_->addGroup(group);
    // On top: in a cloud of many rows the band is what the eye looks for.
    addLine(plot, 1.0, QPen(theme.text, options.line_width));
    for (const double factor : {1.0 + kBand, 1.0 / (1.0 + kBand)}) {
        addLine(plot, factor, QPen(theme.text, options.line_width, Qt::DashLine));
    }
    plot.xAxis->setLabel(QCoreApplication::translate("Validation", "Measured"));
    plot.yAxis->setLabel(QCoreApplication::translate("Validation", "Predicted"));
    setQuantityTicks(*plot.xAxis, d_->data.unit, options.locale, true);
    setQuantityTicks(*plot.yAxis, d_->data.unit, options.locale, true);
    d_->layOutLegend();
    if (reset_axes) d_->fitAxes();
}

std::optional<std::size_t> ValidationChart::rowAt(const QPointF& position) const {
    std::optional<std::size_t> best;
    double nearest = kReachPixels;
    for (const std::size_t index : d_->drawn) {
        const QPointF away = positionOf(index) - position;
        const double distance = std::hypot(away.x(), away.y());
        if (distance > nearest) continue;
        nearest = distance;
        best = index;
    }
    return best;
}

QPointF ValidationChart::positionOf(std::size_t row) const {
    const assess::SuiteRow& found = d_->data.report->rows[row];
    return {d_->plot.xAxis->coordToPixel(found.measured), d_->plot.yAxis->coordToPixel(found.predicted)};
}

}  // namespace strata::views
