// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/multiples_data.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0, kRowLines = 2.3, kNarrowest = 220.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

std::size_t mostBars(const Multiples& multiples) {
    std::size_t most = 1;
    for (const MultiplePanel& panel : multiples.panels)
        most = std::max(most, panel.bars.size());
    return most;
}

std::size_t columnsFor(const Multiples& multiples, double width) {
    const auto fitting = static_cast<std::size_t>(std::max(1.0, std::floor(width / kNarrowest)));
    return std::min(fitting, multiples.panels.size());
}

/// Title, rows, axis.
double panelLines(const Multiples& multiples) {
    return 1.4 + kRowLines * static_cast<double>(mostBars(multiples)) + 1.7;
}

double stepFor(double span, double most) {
    const double rough = span / std::max(1.0, most), decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= rough) return factor * decade;
    return 10.0 * decade;
}

void paintAxis(QPainter& painter, const MultiplesLayout::Panel& panel, const MultiplesLayout& layout,
               const PictureLook& look, std::string_view unit) {
    const QFontMetricsF metrics(look.font);
    const double step =
        stepFor(layout.most, panel.plot.width() / (metrics.horizontalAdvance(QStringLiteral("000 ms")) + 14.0));
    for (double value = 0.0; value <= layout.most; value += step) {
        const double x = layout.x(panel, value);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(x, panel.plot.top()), QPointF(x, panel.plot.bottom()));
        const QString text = unit == "1" ? shareText(value, look.locale) : tickText(value, unit, look.locale);
        const double half = metrics.horizontalAdvance(text) / 2;
        const double left = std::clamp(x - half, panel.place.left(), panel.place.right() - 2.0 * half);
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(left, panel.plot.bottom() + 3.0 + metrics.ascent()), text);
    }
}

void paintBar(QPainter& painter, const MultipleBar& bar, const QRectF& row, const MultiplesLayout::Panel& panel,
              const MultiplesLayout& layout, const PictureLook& look, std::string_view unit) {
    const QFontMetricsF metrics(look.font);
    const QString value = shortText(bar.value, unit, look.locale);
    painter.setPen(look.theme.text);
    const QString letter = bar.letter != 0 ? QStringLiteral("%1  ").arg(QLatin1Char(bar.letter)) : QString();
    painter.drawText(
        QPointF(row.left(), row.top() + metrics.ascent()),
        metrics.elidedText(letter + bar.label, Qt::ElideMiddle, row.width() - metrics.horizontalAdvance(value) - kGap));
    painter.drawText(QPointF(row.right() - metrics.horizontalAdvance(value), row.top() + metrics.ascent()), value);
    const double top = row.top() + metrics.height() + 2.0, height = std::max(4.0, row.bottom() - top - 4.0);
    const double right = layout.x(panel, std::min(bar.value, layout.most));
    const QRectF place(panel.plot.left(), top, std::max(1.0, right - panel.plot.left()), height);
    const QColor color = bar.letter != 0 ? look.theme.design(bar.letter) : look.theme.text_muted;
    painter.setPen(QPen(color, 1.2 * look.line_width, bar.measured ? Qt::DashLine : Qt::SolidLine));
    // Measured values are hollow, other tools hatched: colour is never alone.
    painter.setBrush(bar.measured      ? QBrush(look.theme.surface)
                     : bar.letter == 0 ? QBrush(color, Qt::BDiagPattern)
                                       : QBrush(color));
    painter.drawRect(place);
    if (bar.value > layout.most) { // goes on beyond the axis
        painter.setPen(QPen(look.theme.error, 1.4 * look.line_width));
        const QPointF end(panel.plot.right(), place.center().y());
        painter.drawLine(end, end + QPointF(-5.0, -4.0));
        painter.drawLine(end, end + QPointF(-5.0, 4.0));
    }
    if (!(bar.high > bar.low)) return;
    painter.setPen(QPen(look.theme.text, 1.2 * look.line_width));
    const double y = place.center().y();
    const double low = layout.x(panel, std::min(bar.low, layout.most)),
                 high = layout.x(panel, std::min(bar.high, layout.most));
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    painter.drawLine(QPointF(low, y - 3.0), QPointF(low, y + 3.0));
    if (bar.high <= layout.most) painter.drawLine(QPointF(high, y - 3.0), QPointF(high, y + 3.0));
}

} // namespace

const MultiplesLayout::Panel* MultiplesLayout::axisAt(const QPointF& position) const {
    for (const Panel& panel : panels)
        if (QRectF(panel.plot.left(), panel.plot.bottom() - 3.0, panel.plot.width() + 8.0, 1.6 * line)
                .contains(position))
            return &panel;
    return nullptr;
}

double heightOfMultiples(const Multiples& multiples, const QFont& font, double width) {
    if (multiples.empty()) return 0.4 * width;
    const std::size_t columns = columnsFor(multiples, width);
    const double rows = std::ceil(static_cast<double>(multiples.panels.size()) / static_cast<double>(columns));
    const double line = QFontMetricsF(font).height();
    return line + 3.0 * kGap + rows * (panelLines(multiples) * line + kGap);
}

MultiplesLayout layOutMultiples(const Multiples& multiples, const QFont& font, const QSizeF& size) {
    MultiplesLayout layout;
    layout.line = QFontMetricsF(font).height();
    layout.most = multiples.most;
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, layout.line);
    if (multiples.empty()) return layout;
    const std::size_t columns = columnsFor(multiples, size.width());
    const double width = (size.width() - kGap) / static_cast<double>(columns);
    const std::size_t lines = (multiples.panels.size() + columns - 1) / columns;
    const double top = layout.header.bottom() + kGap;
    const double height =
        std::min((size.height() - top - kGap) / static_cast<double>(lines), 1.5 * panelLines(multiples) * layout.line);
    const double row =
        std::max(1.2 * layout.line, (height - 3.1 * layout.line - kGap) / static_cast<double>(mostBars(multiples)));
    for (std::size_t i = 0; i < multiples.panels.size(); ++i) {
        MultiplesLayout::Panel panel;
        panel.place = QRectF(kGap + static_cast<double>(i % columns) * width,
                             top + static_cast<double>(i / columns) * height, width - kGap, height - kGap);
        panel.title = QRectF(panel.place.topLeft(), QSizeF(panel.place.width(), layout.line));
        const double begin = panel.title.bottom() + 0.3 * layout.line;
        for (std::size_t bar = 0; bar < multiples.panels[i].bars.size(); ++bar)
            panel.rows.emplace_back(panel.place.left(), begin + static_cast<double>(bar) * row, panel.place.width(),
                                    row);
        // As high as the fullest panel, so that axes stand side by side.
        panel.plot = QRectF(panel.place.left() + 1.0, begin, panel.place.width() - 10.0,
                            row * static_cast<double>(mostBars(multiples)));
        layout.panels.push_back(std::move(panel));
    }
    return layout;
}

void paintMultiples(QPainter& painter, const Multiples& multiples, const MultiplesLayout& layout,
                    const PictureLook& look) {
    const std::string_view unit = quantityUnit(multiples.metric);
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    QString text = quantityTitle(multiples.metric);
    if (multiples.panels.size() > 1)
        text = tr("%1 in %2 panels of one axis")
                   .arg(text, look.locale.toString(static_cast<qulonglong>(multiples.panels.size())));
    painter.drawText(QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
                     metrics.elidedText(text, Qt::ElideRight, layout.header.width()));
    for (std::size_t i = 0; i < layout.panels.size(); ++i) {
        const MultiplesLayout::Panel& panel = layout.panels[i];
        QFont bold = look.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(look.theme.text);
        painter.drawText(
            QPointF(panel.title.left(), panel.title.top() + metrics.ascent()),
            QFontMetricsF(bold).elidedText(multiples.panels[i].title, Qt::ElideRight, panel.title.width()));
        painter.setFont(look.font);
        paintAxis(painter, panel, layout, look, unit);
        for (std::size_t bar = 0; bar < panel.rows.size(); ++bar)
            paintBar(painter, multiples.panels[i].bars[bar], panel.rows[bar], panel, layout, look, unit);
    }
}

PictureHit multiplesHit(const Multiples& multiples, const MultiplesLayout& layout, const PictureLook& look,
                        const QPointF& position) {
    const std::string_view unit = quantityUnit(multiples.metric);
    for (std::size_t i = 0; i < layout.panels.size(); ++i) {
        const MultiplesLayout::Panel& panel = layout.panels[i];
        for (std::size_t b = 0; b < panel.rows.size(); ++b) {
            if (!panel.rows[b].contains(position)) continue;
            const MultipleBar& bar = multiples.panels[i].bars[b];
            QStringList lines{
                QStringLiteral("%1: %2").arg(quantityTitle(multiples.metric), shortText(bar.value, unit, look.locale))};
            if (bar.high > bar.low)
                lines << tr("80 % interval %1")
                             .arg(intervalText({multiples.metric, bar.value, bar.low, bar.high, 0.8}, look.locale));
            const MultipleBar& first = multiples.panels[i].bars.front();
            if (b > 0) lines << tr("Against %1: %2").arg(first.label, changeText(bar.value, first.value, look.locale));
            return {panel.rows[b], hitHtml(bar.label, lines)};
        }
    }
    if (layout.axisAt(position) != nullptr)
        return {
            {},
            hitHtml(tr("One axis for all panels"), {tr("Drag it to stretch all of them, double click to fit them")})};
    return {};
}

} // namespace strata::views
