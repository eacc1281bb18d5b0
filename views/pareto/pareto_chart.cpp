// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_chart.h"

#include "views/explore/cloud_image.h"
#include "views/explore/exploration.h"
#include "views/explore/scaled_column.h"
#include "views/pareto/pareto_legend.h"
#include "views/pareto/pareto_painter.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/text.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <qcustomplot.h>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kReach = 8.0; // pixels
constexpr double kHandleReach = 9.0;
constexpr int kHandleRoom = 12;           // beside the plot
constexpr qsizetype kLongestTickUnit = 5; // letters
constexpr double kMargin = 0.04;          // of the range, on each side
constexpr double kCell = 2.0;             // plot units that a cell of the density covers
constexpr std::size_t kMostVectors = 3000;
constexpr double kVectorRadius = 1.8;

/// Words instead of numbers.
void setWordTicks(QCPAxis& axis, const ExploreColumn& column) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < column.words.size(); ++i)
        ticker->addTick(static_cast<double>(i), column.words[i]);
    axis.setScaleType(QCPAxis::stLinear);
    axis.setTicker(ticker);
}

} // namespace

struct ParetoChart::Private {
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    ParetoPicture picture() const;
    Cloud cloud() const;
    void fitAxis(QCPAxis& axis, const ScaledColumn& column, bool logarithmic) const;
    void showAxis(QCPAxis& axis, std::size_t column, bool logarithmic) const;
    void fitTicks() const;
    void paintCloud(QPainter& painter) const;
    void paintVectors(QPainter& painter) const;
    QPointF pixelOf(std::size_t row) const;

    QCustomPlot& plot;
    std::shared_ptr<const Exploration> run;
    ParetoSettings settings;
    ParetoAxes axes;
    ParetoLook look;
    ShownFront front;
    ScaledColumn x, y, color;
    mutable Density density;
    ParetoLegend legend;
    QCPLayoutElement* header = nullptr;
    QPolygonF band;
};

ParetoChart::ParetoChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    Private* d = d_.get();
    QObject::connect(plot.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), &plot, [d] { d->fitTicks(); });
    d->header = addPaintedRow(plot, true, [d](QPainter& painter, const QRectF& place) {
        if (d->run) d->legend.paint(painter, place, *d->run, d->axes, d->color, d->look);
    });
    addPaintedItem(plot, [d](QPainter& painter) {
        if (!d->run) return;
        d->paintCloud(painter);
        paintBounds(painter, d->picture(), d->look.pixels_per_unit == 0.0);
        paintFront(painter, d->picture());
    });
    addPaintedItem(
        plot,
        [d](QPainter& painter) {
            if (!d->run) return;
            paintRows(painter, d->picture());
            if (d->band.isEmpty()) return;
            QColor fill = d->look.theme.accent;
            painter.setPen(QPen(fill, 1.0));
            fill.setAlphaF(0.12F);
            painter.setBrush(fill);
            painter.drawPolygon(d->band);
        },
        true);
}

ParetoChart::~ParetoChart() = default;

ParetoPicture ParetoChart::Private::picture() const {
    return {run.get(),
            &axes,
            &front,
            &look,
            QRectF(plot.axisRect()->rect()),
            [this](double value) { return plot.xAxis->coordToPixel(value); },
            [this](double value) { return plot.yAxis->coordToPixel(value); }};
}

Cloud ParetoChart::Private::cloud() const {
    const QCPRange across = plot.xAxis->range(), up = plot.yAxis->range();
    return {x.places(),
            y.places(),
            axes.color ? color.places() : std::span<const float>(),
            run->rowStates(),
            scaled(across.lower, axes.log_x),
            scaled(across.upper, axes.log_x),
            scaled(up.lower, axes.log_y),
            scaled(up.upper, axes.log_y),
            color.low(),
            color.high(),
            {x.version(), y.version(), axes.color ? color.version() : 0}};
}

void ParetoChart::Private::fitAxis(QCPAxis& axis, const ScaledColumn& column, bool logarithmic) const {
    const double low = column.any() ? column.low() : 0.0;
    const double high = column.any() ? column.high() : 1.0;
    const double span = high > low ? high - low : std::max(std::abs(low) * 0.1, logarithmic ? 0.1 : 1e-12);
    axis.setRange(unscaled(low - kMargin * span, logarithmic), unscaled(high + kMargin * span, logarithmic));
}

void ParetoChart::Private::showAxis(QCPAxis& axis, std::size_t index, bool logarithmic) const {
    const ExploreColumn& column = run->columns()[index];
    // A long unit stands once, in the title: repeated at each tick it would leave room for few.
    const QString unit = unitText(column.unit);
    const bool titled = column.words.empty() && unit.size() > kLongestTickUnit;
    axis.setLabel(titled ? QStringLiteral("%1 (%2)").arg(column.title, unit) : column.title);
    if (column.words.empty())
        setQuantityTicks(axis, titled ? std::string() : column.unit, look.locale, logarithmic);
    else
        setWordTicks(axis, column);
    const QFontMetricsF metrics(look.font);
    const bool across = axis.orientation() == Qt::Horizontal;
    const double room = across ? plot.viewport().width() / (metrics.horizontalAdvance(QStringLiteral("100 ms")) + 16.0)
                               : plot.viewport().height() / (2.2 * metrics.height());
    if (column.words.empty()) axis.ticker()->setTickCount(std::max(2, static_cast<int>(0.8 * room)));
}

/// As many ticks across as have room for their labels, whatever is zoomed into.
void ParetoChart::Private::fitTicks() const {
    constexpr int kMostTicks = 12;
    if (!run || !run->columns()[axes.x].words.empty()) return;
    const double inner = plot.axisRect()->width();
    const double length = inner > 0.5 * plot.viewport().width() ? inner : 0.8 * plot.viewport().width();
    fitTickCount(*plot.xAxis, length, look.font, kMostTicks);
}

void ParetoChart::Private::paintCloud(QPainter& painter) const {
    const QRect area = plot.axisRect()->rect();
    if (run->rows() == 0 || area.width() < 4 || area.height() < 4) return;
    const bool figure = look.pixels_per_unit > 0.0;
    if (figure && run->rows() <= kMostVectors) return paintVectors(painter);
    const double scale = figure ? look.pixels_per_unit : plot.bufferDevicePixelRatio();
    const bool many = run->rows() > kMostMarks;
    const double cells = many ? (figure ? scale / kCell : 1.0 / kCell) : scale;
    const QSize size = (QSizeF(area.size()) * cells).toSize();
    QImage image;
    if (many) {
        density.count(cloud(), size, run->filtered());
        image = density.image(look.theme, settings.infeasible);
    } else {
        image = markImage(cloud(), size, scale, look.theme, settings.infeasible);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(QRectF(area), image);
}

/// Few marks of a figure stay vectors.
void ParetoChart::Private::paintVectors(QPainter& painter) const {
    const QRectF inside(plot.axisRect()->rect());
    const auto& states = run->rowStates();
    for (const auto state : {Exploration::kHidden, Exploration::kInfeasible, Exploration::kShown}) {
        if (state == Exploration::kInfeasible && !settings.infeasible) continue;
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (states[i] != state) continue;
            const QPointF place = pixelOf(i);
            if (std::isnan(place.x() + place.y()) || !inside.contains(place)) continue;
            QColor fill = state == Exploration::kHidden ? hiddenColor(look.theme) : cloudColor(look.theme);
            const double span = color.high() - color.low();
            if (state == Exploration::kShown && axes.color && !std::isnan(color.places()[i]))
                fill = viridis(span > 0.0 ? (color.places()[i] - color.low()) / span : 0.5);
            const bool hollow = state == Exploration::kInfeasible;
            painter.setPen(hollow ? QPen(look.theme.warning, 1.2 * look.line_width) : QPen(Qt::NoPen));
            painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(fill));
            painter.drawEllipse(place, kVectorRadius, kVectorRadius);
        }
    }
}

void ParetoChart::show(std::shared_ptr<const Exploration> run, const ParetoSettings& settings, const ParetoLook& look,
                       bool fit) {
    d_->run = std::move(run);
    d_->settings = settings;
    d_->look = look;
    d_->axes = resolve(settings, *d_->run);
    d_->x.update(*d_->run, d_->axes.x, d_->axes.log_x);
    d_->y.update(*d_->run, d_->axes.y, d_->axes.log_y);
    if (d_->axes.color) d_->color.update(*d_->run, *d_->axes.color, d_->axes.log_color);
    d_->front = shownFront(*d_->run, d_->axes.aims, settings.epsilon);
    stylePlot(d_->plot, look.theme, look.font, look.line_width);
    if (look.pixels_per_unit == 0.0)
        d_->plot.axisRect()->setMinimumMargins(QMargins(0, kHandleRoom, kHandleRoom + 4, 0));
    d_->legend.layOut(*d_->run, settings, d_->axes, d_->front, look, d_->plot.viewport().width());
    setRowHeight(*d_->header, d_->legend.height());
    d_->showAxis(*d_->plot.xAxis, d_->axes.x, d_->axes.log_x);
    d_->showAxis(*d_->plot.yAxis, d_->axes.y, d_->axes.log_y);
    if (fit) this->fit();
    d_->fitTicks();
}

void ParetoChart::fit() {
    d_->fitAxis(*d_->plot.xAxis, d_->x, d_->axes.log_x);
    d_->fitAxis(*d_->plot.yAxis, d_->y, d_->axes.log_y);
}

const ParetoAxes& ParetoChart::axes() const { return d_->axes; }

const ShownFront& ParetoChart::front() const { return d_->front; }

QPointF ParetoChart::Private::pixelOf(std::size_t row) const {
    const auto& columns = run->table().columns;
    return {plot.xAxis->coordToPixel(columns[axes.x][row]), plot.yAxis->coordToPixel(columns[axes.y][row])};
}

QPointF ParetoChart::positionOf(std::size_t row) const { return d_->pixelOf(row); }

std::optional<std::size_t> ParetoChart::rowAt(const QPointF& position) const {
    const QRect area = d_->plot.axisRect()->rect();
    if (!d_->run || !area.contains(position.toPoint())) return std::nullopt;
    std::optional<std::size_t> best;
    double nearest = kReach;
    const auto try_row = [&](std::size_t row) {
        const QPointF away = d_->pixelOf(row) - position;
        const double distance = std::hypot(away.x(), away.y());
        if (!(distance < nearest)) return;
        nearest = distance;
        best = row;
    };
    for (const std::uint32_t row : d_->front.kept)
        try_row(row);
    if (best) return best;
    // Places instead of pixels, so that most of many rows are told by two comparisons.
    const Cloud cloud = d_->cloud();
    const double across = (cloud.right - cloud.left) / area.width(), up = (cloud.high - cloud.low) / area.height();
    const auto x = static_cast<float>(cloud.left + (position.x() - area.left()) * across);
    const auto y = static_cast<float>(cloud.high - (position.y() - area.top()) * up);
    const auto reach_x = static_cast<float>(kReach * across), reach_y = static_cast<float>(kReach * up);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        if (!(std::abs(cloud.x[i] - x) < reach_x) || !(std::abs(cloud.y[i] - y) < reach_y)) continue;
        const unsigned char state = cloud.states[i];
        if (state == Exploration::kShown || (state == Exploration::kInfeasible && d_->settings.infeasible)) try_row(i);
    }
    return best;
}

std::optional<Bound> ParetoChart::boundAt(const QPointF& position) const {
    if (!d_->run) return std::nullopt;
    const ParetoPicture picture = d_->picture();
    std::optional<Bound> nearest;
    double reach = kHandleReach; // handles touch where two edges meet
    for (const Bound bound : {Bound::XHigh, Bound::YHigh, Bound::XLow, Bound::YLow}) {
        const QPointF away = handlePlace(picture, bound) - position;
        const double distance = std::hypot(away.x(), away.y());
        if (distance >= reach) continue;
        reach = distance;
        nearest = bound;
    }
    return nearest;
}

QPointF ParetoChart::handleOf(Bound bound) const { return handlePlace(d_->picture(), bound); }

QPointF ParetoChart::valueAt(const QPointF& position) const {
    return {d_->plot.xAxis->pixelToCoord(position.x()), d_->plot.yAxis->pixelToCoord(position.y())};
}

void ParetoChart::setBand(const QPolygonF& band) { d_->band = band; }

} // namespace strata::views
