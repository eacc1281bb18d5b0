// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/validation_chart.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/text.h"
#include "views/validation/error_axis.h"
#include "views/validation/group_histograms.h"
#include "views/validation/row_cloud.h"
#include "views/validation/running_medians.h"
#include "views/validation/validation_legend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QCoreApplication>
#include <qcustomplot.h>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kReachPixels = 8.0;
constexpr float kGround = 0.4F;
constexpr double kLegendMargin = 8.0;
constexpr double kGroupLines = 1.5; // lines of text that a group takes at least
constexpr double kFar = 1e15;       // beyond every measurement, so that the reader never zooms past the ends

void addLine(QCustomPlot& plot, const QPointF& start, const QPointF& end, const QPen& pen) {
    auto* line = new QCPItemLine(&plot);
    line->setSelectable(false);
    line->setClipToAxisRect(true);
    line->setPen(pen);
    line->start->setCoords(start);
    line->end->setCoords(end);
}

} // namespace

struct ValidationChart::Private {
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    bool groups() const { return options.plot == ValidationPlot::Groups; }
    QPointF valueOf(const assess::SuiteRow& row) const {
        return {row.measured, options.plot == ValidationPlot::Residuals ? row.predicted / row.measured : row.predicted};
    }
    QPointF pixelOf(const QPointF& value) const {
        return {plot.xAxis->coordToPixel(value.x()), plot.yAxis->coordToPixel(value.y())};
    }
    void fitAxes();
    void addRows();
    void addLines();
    void showGroups(bool reset_axes);
    void showAxes();
    void countTicks();
    void layOutLegend();
    void paintOver(QPainter& painter) const;

    QCustomPlot& plot;
    Validation data;
    ValidationOptions options;
    std::vector<std::size_t> drawn;
    Legend legend;
    GroupHistograms histograms;
    QCPLayoutElement* header = nullptr;
};

ValidationChart::ValidationChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    Private* d = d_.get();
    d->header = addPaintedRow(plot, true, [d](QPainter& painter, const QRectF& rectangle) {
        d->legend.paint(painter, rectangle.topLeft() + QPointF(kLegendMargin, 0), d->options.theme, d->options.font);
    });
    addPaintedItem(plot, [d](QPainter& painter) { d->paintOver(painter); });
    addPaintedItem(
        plot,
        [d](QPainter& painter) {
            if (!d->options.chosen || *d->options.chosen >= d->data.report->rows.size() || d->groups()) return;
            painter.setPen(QPen(d->options.theme.text, 1.6 * d->options.line_width));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(d->pixelOf(d->valueOf(d->data.report->rows[*d->options.chosen])), 2.2 * kMarkRadius,
                                2.2 * kMarkRadius);
        },
        true);
}

ValidationChart::~ValidationChart() = default;

void ValidationChart::Private::layOutLegend() {
    legend.layOut(validationLegend(data, options), options.font, plot.viewport().width() - 2.0 * kLegendMargin);
    setRowHeight(*header, legend.height() + kLegendMargin);
}

void ValidationChart::Private::fitAxes() {
    constexpr double kMargin = 1.4;
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    double lowest = 0.8; // errors of the band have room on both sides
    double highest = 1.25;
    for (const std::size_t index : drawn) {
        const assess::SuiteRow& row = data.report->rows[index];
        const bool residuals = options.plot == ValidationPlot::Residuals;
        low = std::min({low, row.measured, residuals ? row.measured : row.predicted});
        high = std::max({high, row.measured, residuals ? row.measured : row.predicted});
        lowest = std::min(lowest, row.predicted / row.measured);
        highest = std::max(highest, row.predicted / row.measured);
    }
    if (!(low < high)) low = high > 0.0 ? high / 2.0 : 0.1, high = low * 4.0;
    plot.xAxis->setRange(low / kMargin, high * kMargin);
    plot.yAxis->setRange(low / kMargin, high * kMargin);
    if (options.plot == ValidationPlot::Residuals) plot.yAxis->setRange(lowest / 1.1, highest * 1.1);
}

void ValidationChart::Private::addRows() {
    // The largest group first, so that small ones stay visible on top.
    std::vector<CloudGroup> clouds;
    for (const ValidationGroup& group : data.groups) {
        CloudGroup cloud{group.letter, groupColor(group, options), {}, {}};
        // Under medians and band the rows are the ground.
        if (options.plot == ValidationPlot::Residuals) cloud.color.setAlphaF(kGround * cloud.color.alphaF());
        for (const std::size_t index : group.rows) {
            const assess::SuiteRow& row = data.report->rows[index];
            if (!drawable(row)) continue;
            const QPointF value = valueOf(row);
            cloud.x.push_back(value.x());
            cloud.y.push_back(value.y());
            drawn.push_back(index);
        }
        clouds.push_back(std::move(cloud));
    }
    addCloud(plot, std::move(clouds), options.line_width, options.pixels_per_unit);
}

void ValidationChart::Private::addLines() {
    // On top: in a cloud of many rows the band is what the eye looks for.
    for (const double factor : {1.0, 1.0 + kBand, 1.0 - kBand}) {
        const QPen pen(options.theme.text, options.line_width, factor == 1.0 ? Qt::SolidLine : Qt::DashLine);
        switch (options.plot) {
        case ValidationPlot::Against: addLine(plot, {1.0 / kFar, factor / kFar}, {kFar, factor * kFar}, pen); break;
        case ValidationPlot::Residuals: addLine(plot, {1.0 / kFar, factor}, {kFar, factor}, pen); break;
        case ValidationPlot::Groups: addLine(plot, {factor, -kFar}, {factor, kFar}, pen); break;
        }
    }
}

void ValidationChart::Private::showGroups(bool reset_axes) {
    const QFontMetricsF metrics(options.font);
    const double width = plot.viewport().width();
    setErrorTicks(*plot.xAxis, options.locale);
    plot.xAxis->setLabel(QCoreApplication::translate("Validation", "Error of the prediction"));
    plot.yAxis->setScaleType(QCPAxis::stLinear);
    plot.yAxis->setTicks(false);
    plot.yAxis->setLabel({});
    plot.yAxis->grid()->setVisible(false);
    plot.yAxis->setRangeReversed(true);
    const auto [low, high] = GroupHistograms::range(data);
    if (reset_axes) {
        // As many groups as find room with their names; the others by dragging.
        const double room = plot.viewport().height() - legend.height() - 4.0 * metrics.height();
        const double lines = std::max(1.0, std::floor(room / (kGroupLines * metrics.height())));
        plot.xAxis->setRange(low, high);
        plot.yAxis->setRange(0.0, std::min(lines, static_cast<double>(data.groups.size())));
    }
    histograms.layOut(data, options, width, low, high);
    countTicks();
    plot.axisRect()->setAutoMargins(QCP::msBottom);
    plot.axisRect()->setMargins(
        QMargins(qCeil(histograms.nameWidth()) + 16, 4, qCeil(histograms.numberWidth()) + 16, 0));
}

/// As many ticks as find room beside each other.
void ValidationChart::Private::countTicks() {
    const QFontMetricsF metrics(options.font);
    const double label = metrics.horizontalAdvance(QStringLiteral("100 ms")) + 2.0 * kLegendMargin;
    const double across = plot.viewport().width() - 2.0 * label;
    const double up = plot.viewport().height() - legend.height() - 4.0 * metrics.height();
    fitTickCount(*plot.xAxis, across, options.font, 9);
    plot.yAxis->ticker()->setTickCount(std::max(2, static_cast<int>(up / (1.8 * metrics.height()))));
}

void ValidationChart::Private::showAxes() {
    plot.axisRect()->setAutoMargins(QCP::msAll);
    plot.yAxis->setTicks(true);
    plot.yAxis->grid()->setVisible(true);
    plot.yAxis->setRangeReversed(false);
    plot.xAxis->setLabel(QCoreApplication::translate("Validation", "Measured"));
    setQuantityTicks(*plot.xAxis, data.unit, options.locale, true);
    if (options.plot == ValidationPlot::Residuals) {
        plot.yAxis->setLabel(QCoreApplication::translate("Validation", "Error of the prediction"));
        setErrorTicks(*plot.yAxis, options.locale);
    } else {
        plot.yAxis->setLabel(QCoreApplication::translate("Validation", "Predicted"));
        setQuantityTicks(*plot.yAxis, data.unit, options.locale, true);
    }
}

void ValidationChart::Private::paintOver(QPainter& painter) const {
    if (!groups() || data.empty()) return;
    histograms.paint(
        painter, QRectF(plot.axisRect()->rect()), [this](double ratio) { return plot.xAxis->coordToPixel(ratio); },
        [this](std::size_t group) { return plot.yAxis->coordToPixel(static_cast<double>(group)); }, options);
}

void ValidationChart::show(const Validation& validation, const ValidationOptions& options, bool reset_axes) {
    d_->data = validation;
    d_->options = options;
    d_->drawn.clear();
    QCustomPlot& plot = d_->plot;
    removeClouds(plot);
    plot.clearGraphs();
    for (int i = plot.itemCount(); i-- > 0;) {
        if (qobject_cast<QCPItemLine*>(plot.item(i)) != nullptr) plot.removeItem(i);
    }
    stylePlot(plot, options.theme, options.font, options.line_width);
    d_->layOutLegend();
    if (d_->groups()) {
        d_->addLines();
        return d_->showGroups(reset_axes);
    }
    d_->showAxes();
    d_->addRows();
    if (options.plot == ValidationPlot::Residuals) addSpreads(plot, d_->data, options);
    d_->addLines();
    if (reset_axes) d_->fitAxes();
    d_->countTicks();
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

std::optional<std::size_t> ValidationChart::groupAt(const QPointF& position) const {
    if (!d_->groups() || position.y() < d_->plot.axisRect()->top() || position.y() > d_->plot.axisRect()->bottom())
        return {};
    const double at = std::floor(d_->plot.yAxis->pixelToCoord(position.y()));
    if (at < 0.0 || at >= static_cast<double>(d_->data.groups.size())) return {};
    return static_cast<std::size_t>(at);
}

QPointF ValidationChart::positionOf(std::size_t row) const {
    return d_->pixelOf(d_->valueOf(d_->data.report->rows[row]));
}

} // namespace strata::views
