// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_chart.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/plot_style.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/waterfall/variance_strip.h"
#include "views/waterfall/waterfall_bars.h"

#include <cmath>
#include <QCoreApplication>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastBarLines = 6.0; // of text
constexpr int kPadding = 12;
constexpr double kTitledLines = 16.0; // height of a view that has room for the axis' title, in lines
constexpr int kTitleGap = 3;

double niceStep(double span) {
    const double raw = span / 5.0;
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 2.5, 5.0})
        if (raw <= step * decade * (1.0 + 1e-9)) return step * decade;
    return 10.0 * decade;
}

} // namespace

WaterfallRoom roomFor(const Waterfall& waterfall, bool steps_only) {
    double low = INFINITY;
    double high = 0.0;
    const auto include = [&](double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    };
    for (const WaterfallBar& bar : waterfall.bars) {
        for (const auto& extent : bar.further)
            if (extent) include(extent->to);
        for (const auto& extent : {bar.selected, bar.baseline}) {
            if (!extent) continue;
            include(extent->to);
            // What starts at zero is a total: only its end is a step.
            if (!steps_only || extent->from != 0.0) include(extent->from);
        }
        if (!bar.range) continue;
        include(bar.range->high);
        include(bar.range->low);
    }
    if (waterfall.measured) include(waterfall.measured->seconds);
    if (!(high > 0.0) || !std::isfinite(low)) return {};
    if (!steps_only) low = std::min(low, 0.0);
    const double step = niceStep(std::max(high - low, 1e-3 * high));
    const double below =
        steps_only ? std::max(0.0, std::floor((low - 0.25 * step) / step) * step) : std::floor(low / step) * step;
    return {below, std::ceil((high + 0.6 * step) / step) * step};
}

struct WaterfallChart::Private {
    Q_DECLARE_TR_FUNCTIONS(WaterfallChart)

public:
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    WaterfallFrame frame() const {
        return {QRectF(plot.axisRect()->rect()),
                [this](double value) { return (lying ? plot.xAxis : plot.yAxis)->coordToPixel(value); },
                {plot.yAxis->range().lower, plot.yAxis->range().upper},
                lying};
    }
    void paintHeader(QPainter& painter, const QRectF& row) const;
    void paintHover(QPainter& painter) const;
    /// Everything but the bars themselves.
    double fixedHeight() const {
        double height = 2 * kPadding;
        for (const QCPLayoutElement* row : {header, labels, variance})
            height += row->minimumSize().height();
        return height;
    }
    std::vector<Legend::Entry> legendEntries() const;
    QString gammaText(double gamma) const;

    QCustomPlot& plot;
    Waterfall data;
    WaterfallOptions options;
    Legend legend;
    VarianceStrip strip;
    QCPLayoutElement* header = nullptr;
    QCPLayoutElement* labels = nullptr;
    QCPLayoutElement* variance = nullptr;
    WaterfallHit hover;
    bool lying = false; ///< the columns are too narrow for their labels
};

QString WaterfallChart::Private::gammaText(double gamma) const {
    return QStringLiteral("\u03b3 %1").arg(changeText(1.0 + gamma, 1.0, options.locale));
}

std::vector<Legend::Entry> WaterfallChart::Private::legendEntries() const {
    std::vector<Legend::Entry> entries;
    const double line = options.line_width;
    const bool whiskers = std::ranges::any_of(data.bars, [](const WaterfallBar& bar) { return bar.range.has_value(); });
    if (whiskers)
        entries.push_back({tr("%1 % interval").arg(options.locale.toString(100.0 * data.coverage, 'g', 3)),
                           [this, line](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(options.theme.text, 1.6 * line));
                               const double x = place.center().x();
                               painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
                               painter.drawLine(QPointF(x - 4, place.top()), QPointF(x + 4, place.top()));
                               painter.drawLine(QPointF(x - 4, place.bottom()), QPointF(x + 4, place.bottom()));
                           },
                           {}});
    if (data.baseline_total)
        entries.push_back({tr("Baseline %1 hollow").arg(QLatin1Char(options.baseline_letter)),
                           [this, line](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(options.theme.text_muted, line));
                               painter.setBrush(Qt::NoBrush);
                               painter.drawRect(place);
                           },
                           {}});
    for (const FurtherWaterfall& further : data.further)
        entries.push_back({tr("Baseline %1").arg(QLatin1Char(further.letter)),
                           [this, line, letter = further.letter](QPainter& painter, const QRectF& place) {
                               paintTwinMark(painter, place.center(), place, letter, options.theme, line);
                           },
                           {}});
    if (data.extrapolated)
        entries.push_back({tr("Extrapolated"),
                           [this, line](QPainter& painter, const QRectF& place) {
                               paintExtrapolated(painter, place, options.theme, line);
                           },
                           {}});
    // An axis that does not start at zero exaggerates: it must say so.
    if (plot.yAxis->range().lower > 0.0)
        entries.push_back({tr("The axis starts at %1; cut bars go on below")
                               .arg(shortText(plot.yAxis->range().lower, "s", options.locale)),
                           [this, line](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(options.theme.text, 1.2 * line));
                               for (const double shift : {-2.5, 2.5})
                                   painter.drawLine(QPointF(place.left(), place.center().y() + 2.0 + shift),
                                                    QPointF(place.right(), place.center().y() - 2.0 + shift));
                           },
                           {}});
    return entries;
}

void WaterfallChart::Private::paintHeader(QPainter& painter, const QRectF& row) const {
    const QFontMetricsF metrics(options.font);
    const double line = metrics.height();
    QFont bold = options.font;
    bold.setWeight(QFont::DemiBold);
    double x = row.left();
    const auto words = [&](const QString& text, const QFont& font, const QColor& color) {
        const QFontMetricsF own(font);
        if (text.isEmpty() || x + 2 * line > row.right()) return;
        const QString shown = own.elidedText(text, Qt::ElideRight, row.right() - x);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(x, row.top() + metrics.ascent()), shown);
        x += own.horizontalAdvance(shown) + kGap;
    };
    const auto side = [&](double total, const std::optional<double>& gamma, char letter, bool hollow) {
        if (x + 4 * line > row.right()) return;
        paintLetter(painter, QRectF(x, row.top(), line, line), QLatin1Char(letter), options.theme, options.font,
                    hollow);
        x += line + 0.6 * kGap;
        words(shortText(total, "s", options.locale), bold, options.theme.text);
        if (gamma && data.path.empty()) words(gammaText(*gamma), hollow ? options.font : bold, options.theme.text);
    };
    if (!data.path.empty()) {
        QStringList trail;
        WaterfallBar step;
        for (std::size_t i = 0; i < data.path.size(); ++i) {
            step.id = data.path[i];
            step.title = data.trail[i];
            trail << barText(step);
        }
        words(trail.join(QStringLiteral(" \u203a ")), bold, options.theme.text);
    }
    side(data.total, data.gamma, options.letter, false);
    if (data.baseline_total) side(*data.baseline_total, data.baseline_gamma, options.baseline_letter, true);
    for (const FurtherWaterfall& further : data.further)
        side(further.total, further.gamma, further.letter, true);
    const QString meaning = tr("beyond the sum of kernels");
    // Whole or not at all: a few letters explain nothing.
    if (data.path.empty() && data.gamma && x + metrics.horizontalAdvance(meaning) <= row.right())
        words(meaning, options.font, options.theme.text_muted);
    legend.paint(painter, row.topLeft() + QPointF(0, line + kGap), options.theme, options.font);
}

void WaterfallChart::Private::paintHover(QPainter& painter) const {
    if (hover.rectangle.isEmpty()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(options.theme.text, 1.5 * options.line_width));
    painter.drawRect(hover.rectangle);
}

WaterfallChart::WaterfallChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    Private* d = d_.get();
    plot.setNoAntialiasingOnDrag(false);
    d->header = addPaintedRow(plot, true, [d](QPainter& painter, const QRectF& row) { d->paintHeader(painter, row); });
    d->labels = addPaintedRow(plot, false, [d](QPainter& painter, const QRectF& row) {
        if (!d->lying) paintBarLabels(painter, d->data, d->frame(), row, d->options);
    });
    d->variance = addPaintedRow(
        plot, false, [d](QPainter& painter, const QRectF& row) { d->strip.paint(painter, row, d->options); });
    addPaintedItem(plot, [d](QPainter& painter) {
        paintWaterfallBars(painter, d->data, d->frame(), d->options);
        if (d->lying) paintBarLabels(painter, d->data, d->frame(), QRectF(d->plot.viewport()), d->options);
    });
    addPaintedItem(
        plot, [d](QPainter& painter) { d->paintHover(painter); }, true);
}

WaterfallChart::~WaterfallChart() = default;

void WaterfallChart::show(Waterfall waterfall, const WaterfallRoom& room, WaterfallOptions options) {
    QCustomPlot& plot = d_->plot;
    d_->hover = {};
    d_->data = std::move(waterfall);
    d_->options = std::move(options);
    const WaterfallOptions& o = d_->options;
    const QFontMetricsF metrics(o.font);
    stylePlot(plot, o.theme, o.font, o.line_width);
    plot.plotLayout()->setMargins(QMargins(kPadding, kPadding, kPadding, kPadding - 4));
    const double width = plot.viewport().width() - 2 * kPadding;
    const double ticks = metrics.horizontalAdvance(QStringLiteral("00.0 ms")) + 10.0;
    const double column = (width - ticks) / std::max<double>(1.0, static_cast<double>(d_->data.bars.size()));
    d_->lying = !labelsFit(d_->data, column, o.font) &&
                plot.viewport().height() >= lyingHeight(d_->data, o.font) + kLeastBarLines * metrics.height();
    QCPAxis& values = d_->lying ? *plot.xAxis : *plot.yAxis;
    QCPAxis& others = d_->lying ? *plot.yAxis : *plot.xAxis;
    setQuantityTicks(values, "s", o.locale, false);
    const QPen base(o.theme.text_muted, o.line_width, room.low > 0.0 ? Qt::DotLine : Qt::SolidLine);
    values.setTicks(true);
    values.setTickLabels(true);
    values.grid()->setVisible(true);
    others.setVisible(true);
    others.setTicks(false);
    others.setTickLabels(false);
    others.grid()->setVisible(false);
    others.setBasePen(base);
    plot.yAxis->setRange(room.low, room.high);
    plot.xAxis->setRange(room.low, room.high);
    plot.axisRect()->setAutoMargins(QCP::msNone);
    // The title of the axis stands where the bars leave room for it.
    const bool titled = plot.viewport().height() >= kTitledLines * metrics.height();
    const int title = titled ? qCeil(metrics.height()) + kTitleGap : 0;
    values.setLabel(titled ? quantityTitle(d_->data.metric) : QString());
    values.setLabelPadding(kTitleGap);
    others.setLabel({});
    const int beside = qCeil(d_->lying ? besideLabelWidth(d_->data, o.font, width) : ticks + title);
    const int below = d_->lying ? qCeil(metrics.height()) + 6 + title : 1;
    plot.axisRect()->setMargins(QMargins(beside, 2, d_->lying ? qCeil(0.4 * ticks) : 0, below));
    setRowHeight(*d_->labels, d_->lying ? 0.0 : barLabelHeight(d_->data, column, o.font));
    d_->strip.layOut(d_->data.error, o.font, o.locale, width);
    setRowHeight(*d_->variance, d_->strip.height());
    d_->legend.layOut(d_->legendEntries(), o.font, width);
    const double legend = d_->legend.height() > 0.0 ? kGap + d_->legend.height() : 0.0;
    setRowHeight(*d_->header, metrics.height() + legend + kGap);
    if (plot.viewport().height() - d_->fixedHeight() < kLeastBarLines * metrics.height()) {
        // In low views the bars come first; their whiskers tell the error as well.
        d_->strip.layOut({}, o.font, o.locale, width);
        setRowHeight(*d_->variance, 0.0);
    }
    if (!d_->lying && plot.viewport().height() - d_->fixedHeight() < kLeastBarLines * metrics.height())
        setRowHeight(*d_->labels, std::min(lowBarLabelHeight(o.font), barLabelHeight(d_->data, column, o.font)));
    if (d_->lying) {
        values.setTickLabelPadding(3);
        return fitTickCount(values, plot.viewport().width() - 2 * kPadding - beside, o.font, 6);
    }
    const double rest = plot.viewport().height() - d_->fixedHeight();
    plot.yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(rest / (2.2 * metrics.height())), 2, 6));
}

bool WaterfallChart::lying() const { return d_->lying; }

double WaterfallChart::fixedHeight() const { return d_->fixedHeight(); }

const Waterfall& WaterfallChart::waterfall() const { return d_->data; }

WaterfallRoom WaterfallChart::room() const { return d_->frame().room; }

WaterfallHit WaterfallChart::hit(const QPointF& position) const {
    const std::string source = d_->strip.sourceAt(position, QRectF(d_->variance->rect()));
    if (!source.empty()) return {nullptr, false, source, {}};
    const WaterfallFrame frame = d_->frame();
    const QRectF labels(d_->labels->rect());
    for (std::size_t i = 0; i < d_->data.bars.size(); ++i) {
        const QRectF column = frame.column(i, d_->data.bars.size());
        const bool outside = frame.lying ? position.y() < column.top() || position.y() >= column.bottom()
                                         : position.x() < column.left() || position.x() >= column.right();
        if (outside) continue;
        const WaterfallBar& bar = d_->data.bars[i];
        const auto inside = [&](bool of_baseline) {
            return frame.rectangle(d_->data, i, of_baseline).adjusted(-1, -3, 1, 3).contains(position);
        };
        if (bar.selected && inside(false)) return {&bar, false, {}, frame.rectangle(d_->data, i, false)};
        if (bar.baseline && inside(true)) return {&bar, true, {}, frame.rectangle(d_->data, i, true)};
        // The whole column stands for its bar: steps are often too small to be met.
        const bool near = column.contains(position) || (frame.lying && position.x() < column.left()) ||
                          (position.y() >= labels.top() && position.y() <= labels.bottom());
        if (near) return {&bar, !bar.selected.has_value(), {}, frame.rectangle(d_->data, i, !bar.selected)};
    }
    return {};
}

WaterfallHit WaterfallChart::locate(std::string_view label, bool of_baseline) const {
    const auto found = std::ranges::find(d_->data.bars, label, &WaterfallBar::id);
    if (found == d_->data.bars.end()) return {};
    const auto at = static_cast<std::size_t>(found - d_->data.bars.begin());
    return {&*found, of_baseline, {}, d_->frame().rectangle(d_->data, at, of_baseline)};
}

void WaterfallChart::setHover(const WaterfallHit& hit) {
    if (!hit && !d_->hover) return;
    d_->hover = hit;
    repaintOverlay(d_->plot);
}

} // namespace strata::views
