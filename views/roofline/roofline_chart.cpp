// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_chart.h"

#include "views/roofline/roofline_labels.h"
#include "views/roofline/roofline_legend.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/plot_style.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <QCoreApplication>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastLines = 7.0; ///< of text that the plot is high before its legend has room

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// The longest text that fits under the axis.
QString intensityText(const QString& level, const QFontMetricsF& metrics, double room) {
    const QString full = tr("Arithmetic intensity (FLOP per byte, %1)").arg(level);
    if (metrics.horizontalAdvance(full) <= room) return full;
    const QString unit = tr("FLOP per byte, %1").arg(level);
    return metrics.horizontalAdvance(unit) <= room ? unit : QStringLiteral("FLOP/B");
}

QString modelText() { return tr("Model"); }

/// Likewise beside the axis; nothing where the axis is shorter than its unit.
QString rateText(const QFontMetricsF& metrics, double room) {
    for (const QString& text : {tr("Arithmetic rate (FLOP/s)"), QStringLiteral("FLOP/s")})
        if (metrics.horizontalAdvance(text) <= room) return text;
    return {};
}

struct Mark {
    const RooflinePoint* point = nullptr;
    bool of_baseline = false;
    bool whole = false;
    QPointF centre;
    double radius = 0.0;
};

} // namespace

struct RooflineChart::Private {
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    QRectF area() const { return QRectF(plot.axisRect()->rect()); }
    QPointF pixel(const QPointF& value) const {
        return {plot.xAxis->coordToPixel(value.x()), plot.yAxis->coordToPixel(value.y())};
    }
    QLineF pixelLine(const QLineF& line) const { return {pixel(line.p1()), pixel(line.p2())}; }
    RooflineAxes axes() const {
        return {plot.xAxis->range().lower, plot.xAxis->range().upper, plot.yAxis->range().lower,
                plot.yAxis->range().upper};
    }
    std::vector<Mark> marks() const;
    const RooflinePoint* twinOf(const Mark& mark) const;
    void paint(QPainter& painter) const;
    void paintCeilings(QPainter& painter, std::vector<QRectF>& taken) const;
    void paintMarks(QPainter& painter, const std::vector<Mark>& marks) const;
    void paintHover(QPainter& painter) const;
    std::vector<RooflineLabel> placedLabels(const std::vector<Mark>& marks, std::vector<QRectF> taken,
                                            std::vector<QString>* texts) const;

    QCustomPlot& plot;
    Roofline data;
    RooflineOptions options;
    Legend legend;
    RateLabels rates;
    QCPLayoutElement* header = nullptr;
    RooflineHit hover;
};

std::vector<Mark> RooflineChart::Private::marks() const {
    std::vector<Mark> result;
    const double unit = 0.8 * QFontMetricsF(options.font).height();
    double longest = 0.0;
    const auto longestOf = [&](const RooflineSide& side) {
        if (!side.points.empty()) longest = std::max(longest, side.points.front().seconds);
    };
    longestOf(data.selected);
    if (data.baseline) longestOf(*data.baseline);
    const auto add = [&](const RooflineSide& side, bool of_baseline) {
        for (const RooflinePoint& point : side.points)
            result.push_back({&point, of_baseline, false, pixel({point.intensity(), point.flop_per_s}),
                              markRadius(point.seconds, longest, unit)});
        if (side.whole)
            result.push_back({&*side.whole, of_baseline, true, pixel({side.whole->intensity(), side.whole->flop_per_s}),
                              1.15 * unit});
    };
    // Drawn first lies below: the baseline, then the long operators, so that short ones are not hidden.
    if (data.baseline) add(*data.baseline, true);
    add(data.selected, false);
    return result;
}

const RooflinePoint* RooflineChart::Private::twinOf(const Mark& mark) const {
    if (!mark.of_baseline) return data.twinOf(*mark.point);
    if (mark.whole) return data.selected.whole ? &*data.selected.whole : nullptr;
    for (const RooflineMatch& match : data.matches)
        if (&data.baseline->points[match.baseline] == mark.point) return &data.selected.points[match.selected];
    return nullptr;
}

void RooflineChart::Private::paintCeilings(QPainter& painter, std::vector<QRectF>& taken) const {
    const char* const own = ceilingKindOf(data.level);
    for (const Ceiling& ceiling : data.ceilings) {
        QColor color = options.theme.category(ceiling.compute() ? Category::Compute : Category::Memory);
        // Roofs of other levels bound the points only loosely: they count other bytes.
        if (!ceiling.compute() && ceiling.kind != own) color.setAlphaF(0.45f);
        const QLineF nominal = clipped(pixelLine(ceilingLine(data, ceiling, true, axes())), area());
        const QLineF sustained = clipped(pixelLine(ceilingLine(data, ceiling, false, axes())), area());
        if (nominal.length() > 1.0) {
            painter.setPen(QPen(color, 1.2 * options.line_width, Qt::DashLine));
            painter.drawLine(nominal);
        }
        if (sustained.length() > 1.0) {
            painter.setPen(QPen(color, 1.8 * options.line_width));
            painter.drawLine(sustained);
        }
        const QLineF top = nominal.length() > 1.0 ? nominal : sustained;
        if (!ceiling.compute() && top.length() > 1.0)
            paintBandwidthLabel(painter, ceiling, top, area(), taken, options);
    }
}

void RooflineChart::Private::paintMarks(QPainter& painter, const std::vector<Mark>& marks) const {
    const QRectF inside = area();
    if (data.baseline) {
        // In the order of marks(): the baseline's points, its model, the selected design's.
        const std::size_t first = data.baseline->points.size() + (data.baseline->whole ? 1 : 0);
        const auto arrow = [&](const Mark& from, const Mark& to) {
            paintGainArrow(painter, QLineF(from.centre, to.centre), from.radius, to.radius, inside, options);
        };
        for (const RooflineMatch& match : data.matches)
            arrow(marks[match.baseline], marks[first + match.selected]);
        if (data.baseline->whole && data.selected.whole) arrow(marks[first - 1], marks.back());
    }
    for (const Mark& mark : marks) {
        const char letter = mark.of_baseline ? options.baseline_letter : options.letter;
        const Category limit = limitCategory(mark.point->limit);
        if (!inside.contains(mark.centre)) {
            QColor color = mark.whole ? options.theme.design(letter) : options.theme.category(limit);
            if (mark.of_baseline) color.setAlphaF(0.5f);
            paintOutsideMark(painter, mark.centre, inside, color, 6.0 * options.line_width);
        } else if (mark.whole) {
            QColor color = options.theme.design(letter);
            if (mark.of_baseline) color.setAlphaF(0.5f);
            painter.setPen(QPen(color, 2.2 * options.line_width));
            painter.setBrush(Qt::NoBrush);
            paintMarker(painter, mark.centre, mark.radius, letter);
        } else {
            paintOperatorMark(painter, mark.centre, mark.radius, letter, limit, mark.of_baseline, options.theme,
                              options.line_width);
        }
        if (data.extrapolated && !mark.of_baseline && inside.contains(mark.centre)) {
            const QPointF corner(mark.radius, mark.radius);
            paintExtrapolated(painter, QRectF(mark.centre - corner, mark.centre + corner), options.theme,
                              options.line_width);
        }
        if (mark.of_baseline || mark.whole || mark.point->name != options.chosen || options.chosen.empty()) continue;
        painter.setPen(QPen(options.theme.accent, 2.0 * options.line_width));
        painter.setBrush(Qt::NoBrush);
        if (inside.contains(mark.centre))
            painter.drawEllipse(mark.centre, mark.radius + 4.0 * options.line_width,
                                mark.radius + 4.0 * options.line_width);
    }
}

std::vector<RooflineLabel> RooflineChart::Private::placedLabels(const std::vector<Mark>& marks,
                                                                std::vector<QRectF> taken,
                                                                std::vector<QString>* texts) const {
    const QFontMetricsF metrics(options.font);
    std::vector<RooflineLabel> labels;
    const auto add = [&](const Mark& mark, const QString& text) {
        const double ring = !mark.whole && mark.point->name == options.chosen ? 5.0 * options.line_width : 0.0;
        labels.push_back(
            {mark.centre, mark.radius + ring, QSizeF(metrics.horizontalAdvance(text), metrics.height()), {}});
        texts->push_back(text);
    };
    const auto name = [&](const Mark& mark) {
        return operatorLabel(mark.point->name, metrics, 0.3 * area().width(), mark.point->name == options.chosen);
    };
    std::size_t left = options.labels;
    for (const Mark& mark : marks)
        if (!mark.of_baseline && mark.point->name == options.chosen && !options.chosen.empty() &&
            area().contains(mark.centre))
            add(mark, name(mark));
    for (const Mark& mark : marks)
        if (!mark.of_baseline && mark.whole && area().contains(mark.centre)) add(mark, modelText());
    for (const Mark& mark : marks) {
        if (mark.of_baseline || mark.whole || mark.point->name == options.chosen) continue;
        if (left == 0) break;
        --left;
        if (const QString text = name(mark); !text.isEmpty() && area().contains(mark.centre)) add(mark, text);
    }
    placeLabels(labels, area(), std::move(taken));
    return labels;
}

void RooflineChart::Private::paint(QPainter& painter) const {
    const std::vector<Mark> all = marks();
    std::vector<QRectF> taken;
    for (const Mark& mark : all) {
        QRectF square(0, 0, 1.8 * mark.radius, 1.8 * mark.radius);
        square.moveCenter(mark.centre);
        taken.push_back(square);
    }
    paintCeilings(painter, taken);
    rates.paint(
        painter, area(), [this](double rate) { return plot.yAxis->coordToPixel(rate); }, taken, options);
    paintMarks(painter, all);
    std::vector<QString> texts;
    const std::vector<RooflineLabel> labels = placedLabels(all, std::move(taken), &texts);
    painter.setFont(options.font);
    const QPointF base(0, QFontMetricsF(options.font).ascent());
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!labels[i].place.isEmpty())
            paintWords(painter, labels[i].place.topLeft() + base, texts[i], options.theme, options.theme.text);
}

void RooflineChart::Private::paintHover(QPainter& painter) const {
    if (!hover) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(options.theme.text, 1.5 * options.line_width));
    if (hover.point) painter.drawEllipse(hover.centre, hover.radius + 2, hover.radius + 2);
    if (!hover.ceiling) return;
    painter.setPen(QPen(options.theme.text, 2.4 * options.line_width));
    painter.drawLine(clipped(pixelLine(ceilingLine(data, *hover.ceiling, false, axes())), area()));
}

RooflineChart::RooflineChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    plot.setNoAntialiasingOnDrag(false);
    Private* d = d_.get();
    d->header = addPaintedRow(plot, true, [d](QPainter& painter, const QRectF& row) {
        paintRooflineTotals(painter, row, d->data, d->options);
        const QPointF below = row.topLeft() + QPointF(0, QFontMetricsF(d->options.font).height() + kGap);
        d->legend.paint(painter, below, d->options.theme, d->options.font);
    });
    addPaintedItem(plot, [d](QPainter& painter) { d->paint(painter); });
    addPaintedItem(
        plot, [d](QPainter& painter) { d->paintHover(painter); }, true);
}

RooflineChart::~RooflineChart() = default;

void RooflineChart::show(Roofline roofline, const RooflineAxes& axes, RooflineOptions options) {
    QCustomPlot& plot = d_->plot;
    d_->hover = {};
    d_->data = std::move(roofline);
    d_->options = std::move(options);
    const RooflineOptions& o = d_->options;
    stylePlot(plot, o.theme, o.font, o.line_width);
    setQuantityTicks(*plot.xAxis, "", o.locale, true);
    setQuantityTicks(*plot.yAxis, "", o.locale, true);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setLabelPadding(2);
    plot.xAxis->setRange(axes.x_low, axes.x_high);
    plot.yAxis->setRange(axes.y_low, axes.y_high);
    d_->rates.layOut(d_->data, o, plot.viewport().width());
    const QFontMetricsF metrics(o.font);
    const double beside = metrics.horizontalAdvance(QStringLiteral("100 T")) + 2 * metrics.height(); // ticks and label
    const double room = plot.viewport().width() - 2 * kRooflinePadding - d_->rates.width() - 10 - beside;
    plot.xAxis->setLabel(intensityText(labelText(levelName(d_->data.estimate.get(), d_->data.level)), metrics, room));
    plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot.axisRect()->setMargins(QMargins(0, 4, qCeil(d_->rates.width()) + 10, 0));
    plot.plotLayout()->setMargins(QMargins(kRooflinePadding, kRooflinePadding, kRooflinePadding, kRooflinePadding - 4));
    const double below = 2.5 * metrics.height(); // ticks and label
    const double room_above = plot.viewport().height() - 2 * kRooflinePadding - below;
    double above = rooflineHeaderHeight(d_->data, o, plot.viewport().width());
    auto entries = rooflineLegend(d_->data, o);
    if (room_above - above < kLeastLines * metrics.height()) { // what marks mean is told on hover as well
        entries.clear();
        above = metrics.height() + kGap;
    }
    d_->legend.layOut(std::move(entries), o.font, plot.viewport().width() - 2 * kRooflinePadding);
    setRowHeight(*d_->header, above);
    plot.yAxis->setLabel(rateText(metrics, room_above - above));
}

const Roofline& RooflineChart::roofline() const { return d_->data; }

RooflineAxes RooflineChart::axes() const { return d_->axes(); }

RooflineHit RooflineChart::hit(const QPointF& position) const {
    constexpr double kReach = 4.0;
    // The nearest centre is meant: a small mark on a large one is met, and so is the rest of the large one.
    RooflineHit best;
    double nearest = INFINITY;
    for (const Mark& mark : d_->marks()) {
        const double distance = QLineF(mark.centre, position).length();
        if (distance > mark.radius + kReach) continue;
        const double rank = distance + (mark.of_baseline ? kReach : 0.0);
        if (rank >= nearest) continue;
        nearest = rank;
        best = {mark.point, d_->twinOf(mark), nullptr, mark.of_baseline, mark.whole, mark.centre, mark.radius};
    }
    if (best || !d_->area().contains(position)) return best;
    for (const Ceiling& ceiling : d_->data.ceilings)
        for (const bool nominal : {false, true}) {
            const QLineF line = d_->pixelLine(ceilingLine(d_->data, ceiling, nominal, d_->axes()));
            if (line.length() < 1.0) continue;
            const QPointF offset = position - line.p1();
            const double along = (offset.x() * line.dx() + offset.y() * line.dy()) / line.length();
            const double away = std::abs(offset.x() * line.dy() - offset.y() * line.dx()) / line.length();
            if (along < 0.0 || along > line.length() || away > kReach) continue;
            best.ceiling = &ceiling;
            return best;
        }
    return best;
}

RooflineHit RooflineChart::locate(std::string_view name, bool of_baseline) const {
    for (const Mark& mark : d_->marks())
        if (mark.point->name == name && mark.of_baseline == of_baseline)
            return {mark.point, d_->twinOf(mark), nullptr, of_baseline, mark.whole, mark.centre, mark.radius};
    return {};
}

void RooflineChart::setHover(const RooflineHit& hit) {
    if (!hit && !d_->hover) return;
    d_->hover = hit;
    repaintOverlay(d_->plot);
}

} // namespace strata::views
