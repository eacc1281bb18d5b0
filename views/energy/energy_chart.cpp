// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_chart.h"

#include "views/energy/energy_layout.h"
#include "views/energy/energy_legend.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/plot_style.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/text.h"

#include <cmath>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kRowGap = 8.0;

/// Room above the bars, painted by ChartHeader.
class HeaderElement : public QCPLayoutElement {
public:
    HeaderElement(QCustomPlot* plot, const ChartHeader* header) : QCPLayoutElement(plot), header_(header) {}

protected:
    void draw(QCPPainter* painter) override { header_->paint(*painter, QPointF(rect().topLeft())); }

private:
    const ChartHeader* header_;
};

} // namespace

struct BreakdownChart::Private {
    Q_DECLARE_TR_FUNCTIONS(BreakdownChart)

public:
    explicit Private(QCustomPlot& the_plot) : plot(the_plot) {}

    QCPAxisRect& rect() const { return *plot.axisRect(); }
    double rowHeight() const {
        return rect().height() / std::max<double>(1.0, static_cast<double>(data.groups.size()));
    }
    double rowCentre(int row) const { return rect().top() + (row + 0.5) * rowHeight(); }
    double position(double value) const {
        if (options.scale == BreakdownScale::Log) value = std::max(value, plot.xAxis->range().lower);
        return plot.xAxis->coordToPixel(value);
    }
    QRectF rectangleOf(const Piece& piece) const;
    void paintRows(QCPPainter& painter) const;
    void paintFurther(QCPPainter& painter) const;
    void paintTexts(QCPPainter& painter) const;
    void styleAxes();
    void scaleAxis();
    void setMargins();
    QString axisTitle() const;
    QString valueText(const BreakdownGroup& group) const;
    QString rowChange(const BreakdownGroup& group) const;

    QCustomPlot& plot;
    Breakdown data;
    BreakdownOptions options;
    std::vector<Piece> pieces;
    ChartHeader header;
    HeaderElement* header_element = nullptr;
    QCPItemRect* hover = nullptr;
    double label_width = 0.0;
    double value_width = 0.0;
    double change_width = 0.0;
};

namespace {

/// Everything between the axes, in one item: a drag replaces numbers, not objects. Private is named through a template
/// because it is private to the chart.
template <class Chart>
class PiecesItem : public QCPAbstractItem {
public:
    PiecesItem(QCustomPlot* plot, const Chart* chart) : QCPAbstractItem(plot), chart_(chart) {
        setClipToAxisRect(false);
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override {
        chart_->paintRows(*painter);
        chart_->paintFurther(*painter);
        chart_->paintTexts(*painter);
    }

private:
    const Chart* chart_;
};

} // namespace

QRectF BreakdownChart::Private::rectangleOf(const Piece& piece) const {
    const Extent extent = extentOf(piece, rowHeight(), data.baseline_total.has_value());
    const bool log = options.scale == BreakdownScale::Log;
    const double left = log ? rect().left() : position(piece.from);
    const double right = position(piece.to);
    return QRectF(left, rowCentre(piece.row) + extent.top, std::max(0.0, right - left), extent.height);
}

void BreakdownChart::Private::paintRows(QCPPainter& painter) const {
    const QRectF inside(rect().rect());
    for (std::size_t row = 0; row < data.groups.size(); ++row) {
        if (data.groups[row].id != options.selected_group) continue;
        QColor band = options.theme.accent;
        band.setAlphaF(0.10f);
        painter.fillRect(
            QRectF(0, rowCentre(static_cast<int>(row)) - 0.5 * rowHeight(), plot.viewport().width(), rowHeight()),
            band);
    }
    painter.setAntialiasing(false);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Piece& piece : pieces) {
        const QRectF whole = rectangleOf(piece);
        const QRectF shown = whole & inside.adjusted(0, -1, 0, 1); // SVG has no clipping
        if (shown.width() <= 0) continue;
        const bool faded = !options.highlighted.empty() && piece.segment->key != options.highlighted;
        paintPiece(painter, shown, lookOf(piece.segment->key, options.theme), options.theme, piece.of_baseline, faded,
                   options.line_width);
        if (whole.right() <= inside.right() + 0.5) continue;
        // Beyond a locked axis: an arrow says that the bar goes on.
        const double size = std::min(6.0, 0.4 * shown.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(options.theme.text);
        painter.drawPolygon(QPolygonF({QPointF(inside.right(), shown.center().y()),
                                       QPointF(inside.right() - size, shown.center().y() - size),
                                       QPointF(inside.right() - size, shown.center().y() + size)}));
    }
}

/// Each further baseline by its marker at its value, one below the other where they are several; and a dashed outline
/// around what is extrapolated.
void BreakdownChart::Private::paintFurther(QCPPainter& painter) const {
    const QRectF inside(rect().rect());
    for (std::size_t row = 0; row < data.groups.size(); ++row) {
        const double centre = rowCentre(static_cast<int>(row));
        const double count = static_cast<double>(data.further.size());
        for (std::size_t i = 0; i < data.further.size(); ++i) {
            const auto& value = data.further[i].values[row];
            if (!value) continue;
            const double x = position(scaled(data.further[i], options.scale, *value));
            const double y = centre + ((static_cast<double>(i) + 0.5) / count - 0.5) * 0.6 * rowHeight();
            paintTwinMark(painter, {x, y}, inside.adjusted(0, -1, 0, 1), data.further[i].letter, options.theme,
                          options.line_width);
        }
        if (!data.extrapolated || !data.groups[row].selected) continue;
        QRectF bar;
        for (const Piece& piece : pieces)
            if (piece.row == static_cast<int>(row) && !piece.of_baseline) bar |= rectangleOf(piece) & inside;
        if (bar.width() > 1.0) paintExtrapolated(painter, bar, options.theme, options.line_width);
    }
}

QString BreakdownChart::Private::valueText(const BreakdownGroup& group) const {
    if (!group.selected) return QString(QChar(0x2013));
    return shortText(scaled(data, options.scale, group.selected->value, false), scaledUnit(data, options.scale),
                     options.locale);
}

QString BreakdownChart::Private::rowChange(const BreakdownGroup& group) const {
    if (!group.selected || !group.baseline) return {};
    const double mine = scaled(data, options.scale, group.selected->value, false);
    const double other = scaled(data, options.scale, group.baseline->value, true);
    if (options.scale == BreakdownScale::Share) return differenceText(mine, other, "1", options.locale);
    return changeText(mine, other, options.locale);
}

void BreakdownChart::Private::paintTexts(QCPPainter& painter) const {
    const QFontMetricsF metrics(options.font);
    const QRectF inside(rect().rect());
    painter.setFont(options.font);
    // Words on top of each other are none: where rows are lower than a line, each second or third has its words.
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(0.8 * metrics.height() / rowHeight())));
    for (std::size_t row = 0; row < data.groups.size(); row += every) {
        const BreakdownGroup& group = data.groups[row];
        const double baseline = rowCentre(static_cast<int>(row)) + 0.5 * (metrics.ascent() - metrics.descent());
        painter.setPen(options.theme.text);
        const QString label = metrics.elidedText(groupText(group), Qt::ElideMiddle, label_width);
        painter.drawText(QPointF(inside.left() - kRowGap - metrics.horizontalAdvance(label), baseline), label);
        const QString value = valueText(group);
        const double value_right = inside.right() + kRowGap + value_width;
        painter.drawText(QPointF(value_right - metrics.horizontalAdvance(value), baseline), value);
        const QString change = rowChange(group);
        painter.setPen(options.theme.text_muted);
        painter.drawText(QPointF(value_right + kRowGap + change_width - metrics.horizontalAdvance(change), baseline),
                         change);
    }
}

void BreakdownChart::Private::setMargins() {
    const QFontMetricsF metrics(options.font);
    label_width = value_width = change_width = 0.0;
    for (const BreakdownGroup& group : data.groups) {
        label_width = std::max(label_width, metrics.horizontalAdvance(groupText(group)));
        value_width = std::max(value_width, metrics.horizontalAdvance(valueText(group)));
        change_width = std::max(change_width, metrics.horizontalAdvance(rowChange(group)));
    }
    // Room for a usual change is kept even where a row has none, so that the bars do not jump during a drag.
    if (data.baseline_total)
        change_width = std::max(change_width, metrics.horizontalAdvance(QStringLiteral("+88.8 %")));
    value_width = std::max(value_width, metrics.horizontalAdvance(QStringLiteral("88.8 \u00b5J")));
    // Titles get what they need as long as a third of the width is left to the bars.
    const double width = plot.viewport().width();
    const double room = std::clamp(0.65 * width - value_width - change_width, 0.28 * width, 0.42 * width);
    label_width = std::ceil(std::min(label_width, room));
    const double right = kRowGap + value_width + (change_width > 0 ? kRowGap + change_width : 0.0);
    rect().setAutoMargins(QCP::msBottom);
    rect().setMargins(QMargins(qCeil(label_width + kRowGap), 0, qCeil(right), 0));
}

void BreakdownChart::Private::styleAxes() {
    stylePlot(plot, options.theme, options.font, options.line_width);
    plot.yAxis->setVisible(false);
    plot.yAxis->grid()->setVisible(false);
    plot.yAxis->setRange(0, 1);
    const std::string_view unit = scaledUnit(data, options.scale);
    setQuantityTicks(*plot.xAxis, unit, options.locale, options.scale == BreakdownScale::Log);
    plot.xAxis->setTickLabelPadding(4);
    plot.xAxis->setLabelPadding(2);
}

/// What the axis counts, with the scale that it has.
QString BreakdownChart::Private::axisTitle() const {
    const QString quantity = quantityTitle(data.metric);
    if (options.scale == BreakdownScale::PerMac) return tr("%1 per MAC").arg(quantity);
    return options.scale == BreakdownScale::Share ? tr("Share") : quantity;
}

void BreakdownChart::Private::scaleAxis() {
    double largest = 0.0;
    for (const Piece& piece : pieces)
        largest = std::max(largest, piece.to);
    for (const FurtherBreakdown& further : data.further)
        for (const auto& value : further.values)
            if (value) largest = std::max(largest, scaled(further, options.scale, *value));
    double end = options.locked_upper.value_or(roundUpper(largest));
    if (!options.locked_upper && options.scale == BreakdownScale::Share) end = std::min(end, 1.0);
    const bool log = options.scale == BreakdownScale::Log;
    double start = log ? logLower(pieces) : 0.0;
    if (log && options.locked_upper && options.locked_lower > 0.0) start = options.locked_lower;
    plot.xAxis->setRange(start, std::max(end, log ? start * 10.0 : end));
}

BreakdownChart::BreakdownChart(QCustomPlot& plot) : d_(std::make_unique<Private>(plot)) {
    plot.setNoAntialiasingOnDrag(false);
    plot.setInteractions(QCP::iNone);
    d_->header_element = new HeaderElement(&plot, &d_->header);
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, d_->header_element);
    plot.plotLayout()->setRowSpacing(0);
    plot.addLayer(QStringLiteral("hover"), plot.layer(QStringLiteral("main")), QCustomPlot::limAbove);
    plot.layer(QStringLiteral("hover"))->setMode(QCPLayer::lmBuffered);
    new PiecesItem<Private>(&plot, d_.get());
    d_->hover = new QCPItemRect(&plot);
    d_->hover->setLayer(QStringLiteral("hover"));
    d_->hover->setClipToAxisRect(false);
    d_->hover->setVisible(false);
    for (QCPItemPosition* position : d_->hover->positions())
        position->setType(QCPItemPosition::ptAbsolute);
}

BreakdownChart::~BreakdownChart() = default;

void BreakdownChart::show(Breakdown breakdown, BreakdownOptions options) {
    d_->data = std::move(breakdown);
    d_->options = std::move(options);
    d_->pieces = piecesOf(d_->data, d_->options);
    d_->hover->setVisible(false);
    d_->hover->setPen(QPen(d_->options.theme.text, 1.5 * d_->options.line_width));
    d_->styleAxes();
    d_->scaleAxis();
    fit();
}

const Breakdown& BreakdownChart::breakdown() const { return d_->data; }

void BreakdownChart::fit() {
    constexpr int kPadding = 12;
    QCustomPlot& plot = d_->plot;
    d_->setMargins();
    plot.plotLayout()->setMargins(QMargins(kPadding, kPadding, kPadding, kPadding - 4));
    const double width = plot.viewport().width() - 2 * kPadding;
    d_->header.layout(d_->data, d_->options, width);
    const double line = QFontMetricsF(d_->options.font).height();
    const double rows = line * static_cast<double>(d_->data.groups.size());
    // Labels and their distance, and the title where the bars leave room for it.
    const double spare = plot.viewport().height() - 2 * kPadding - d_->header.height() - 3.2 * line;
    plot.xAxis->setLabel(spare >= 1.6 * rows ? d_->axisTitle() : QString());
    const double axis = plot.xAxis->label().isEmpty() ? 2.0 * line : 3.2 * line;
    if (plot.viewport().height() - 2 * kPadding - axis - d_->header.height() < rows) d_->header.dropLegend();
    const int height = qCeil(d_->header.height());
    d_->header_element->setMinimumSize(1, height);
    d_->header_element->setMaximumSize(QWIDGETSIZE_MAX, height);
    const double axis_width = width - d_->rect().margins().left() - d_->rect().margins().right();
    fitTickCount(*plot.xAxis, axis_width, d_->options.font, d_->options.scale == BreakdownScale::Log ? 9 : 5);
}

double BreakdownChart::upper() const { return d_->plot.xAxis->range().upper; }

double BreakdownChart::lower() const { return d_->plot.xAxis->range().lower; }

BreakdownHit BreakdownChart::hit(const QPointF& position) const {
    // Of the pieces within a pixel the narrowest is meant: the others are easy to meet elsewhere.
    BreakdownHit best;
    for (const Piece& piece : d_->pieces) {
        const QRectF rectangle = d_->rectangleOf(piece);
        if (!rectangle.adjusted(-1, 0, 1, 0).contains(position)) continue;
        if (best.segment && best.rectangle.width() <= rectangle.width()) continue;
        best = {&d_->data.groups[static_cast<std::size_t>(piece.row)], piece.segment, piece.of_baseline, rectangle};
    }
    if (best.segment) return best;
    const double row = std::floor((position.y() - d_->rect().top()) / d_->rowHeight());
    if (row < 0 || row >= static_cast<double>(d_->data.groups.size())) return {};
    return {&d_->data.groups[static_cast<std::size_t>(row)], nullptr, false, {}};
}

BreakdownHit BreakdownChart::locate(std::string_view level, std::string_view key, bool of_baseline) const {
    for (const Piece& piece : d_->pieces) {
        const BreakdownGroup& group = d_->data.groups[static_cast<std::size_t>(piece.row)];
        if (group.id == level && piece.segment->key == key && piece.of_baseline == of_baseline)
            return {&group, piece.segment, of_baseline, d_->rectangleOf(piece)};
    }
    return {};
}

std::string BreakdownChart::legendKeyAt(const QPointF& position) const {
    return d_->header.keyAt(position - QPointF(d_->header_element->rect().topLeft()));
}

void BreakdownChart::setHover(const QRectF& rectangle) {
    const bool visible = !rectangle.isEmpty();
    if (!visible && !d_->hover->visible()) return;
    d_->hover->setVisible(visible);
    d_->hover->topLeft->setPixelPosition(rectangle.topLeft());
    d_->hover->bottomRight->setPixelPosition(rectangle.bottomRight());
    d_->hover->layer()->replot();
}

} // namespace strata::views
