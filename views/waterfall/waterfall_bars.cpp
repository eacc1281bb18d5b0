// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_bars.h"

#include "views/support/bar_piece.h"
#include "views/support/text.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kBarShare = 0.62;   // of a column
constexpr double kTwinShift = 0.10;  // of a column
constexpr int kLabelLines = 3;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width) {
    QStringList lines;
    QString line;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        lines << line;
        line = word;
    }
    lines << line;
    if (lines.size() > kLabelLines) {
        lines[kLabelLines - 1] = lines.mid(kLabelLines - 1).join(QLatin1Char(' '));
        lines.resize(kLabelLines);
    }
    for (QString& each : lines) each = metrics.elidedText(each, Qt::ElideRight, width);
    return lines;
}

/// Two short slanted strokes over a bar's foot: it goes on below the axis.
void paintCut(QPainter& painter, const QRectF& bar, const WaterfallOptions& options) {
    const double size = 5.0 * options.line_width;
    const double middle = bar.bottom() - 2.2 * size;
    for (const double shift : {0.0, 1.0}) {
        const double y = middle + shift * size;
        painter.setPen(QPen(options.theme.surface, 3.0 * options.line_width));
        painter.drawLine(QPointF(bar.left() - 1, y + 0.5 * size), QPointF(bar.right() + 1, y - 0.5 * size));
        painter.setPen(QPen(options.theme.text, options.line_width));
        painter.drawLine(QPointF(bar.left() - 3, y + 0.5 * size + (shift > 0 ? 1.5 : -1.5)),
                         QPointF(bar.right() + 3, y - 0.5 * size + (shift > 0 ? 1.5 : -1.5)));
    }
}

void paintWhisker(QPainter& painter, const WaterfallBar& bar, const QRectF& column, const WaterfallFrame& frame,
                  const WaterfallOptions& options) {
    if (!bar.range) return;
    const double low = std::min(frame.y(bar.range->low), frame.area.bottom());
    const double high = std::max(frame.y(bar.range->high), frame.area.top());
    if (low < frame.area.top() || high > frame.area.bottom()) return;
    QColor color = options.theme.text;
    color.setAlphaF(bar.range->between ? 0.55f : 0.9f);
    painter.setPen(QPen(color, (bar.range->between ? 1.0 : 1.6) * options.line_width));
    const double x = column.center().x();
    const double cap = std::min(5.0 * options.line_width, 0.15 * column.width());
    painter.drawLine(QPointF(x, low), QPointF(x, high));
    painter.drawLine(QPointF(x - cap, low), QPointF(x + cap, low));
    painter.drawLine(QPointF(x - cap, high), QPointF(x + cap, high));
}

void paintMeasured(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                   const WaterfallOptions& options) {
    if (!waterfall.measured) return;
    const double y = frame.y(waterfall.measured->seconds);
    if (y < frame.area.top() || y > frame.area.bottom()) return;
    painter.setPen(QPen(options.theme.accent, 1.4 * options.line_width, Qt::DashLine));
    painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y));
    // In the gap above the kernels, where the steps have not begun.
    const QFontMetricsF metrics(options.font);
    const QString value = shortText(waterfall.measured->seconds, "s", options.locale);
    const QString change = changeText(waterfall.total, waterfall.measured->seconds, options.locale);
    QString text = tr("Measured %1, estimate %2").arg(value, change);
    if (metrics.horizontalAdvance(text) > 0.5 * frame.area.width()) text = tr("Measured %1").arg(value);
    const double below = y + metrics.ascent() + 2 > frame.area.bottom() ? 0.0 : metrics.height();
    const bool room_above = y - metrics.height() > frame.area.top();
    const double baseline = room_above ? y - metrics.descent() - 1 : y + below - metrics.descent() + 1;
    painter.setFont(options.font);
    painter.setPen(options.theme.accent);
    painter.drawText(QPointF(frame.area.left() + 4, baseline), text);
}

}  // namespace

QString barText(const WaterfallBar& bar) {
    if (bar.total && bar.label == "model") return tr("Model");
    static const QHash<QString, const char*> known{
        {QStringLiteral("kernels"), QT_TRANSLATE_NOOP("strata::views", "Sum of kernels")},
        {QStringLiteral("launch"), QT_TRANSLATE_NOOP("strata::views", "Launch")},
        {QStringLiteral("movement"), QT_TRANSLATE_NOOP("strata::views", "Movement")},
        {QStringLiteral("sustained clock"), QT_TRANSLATE_NOOP("strata::views", "Sustained clock")},
        {QStringLiteral("synchronisation"), QT_TRANSLATE_NOOP("strata::views", "Synchronisation")},
        {QStringLiteral("allocation"), QT_TRANSLATE_NOOP("strata::views", "Allocation")},
        {QStringLiteral("communication"), QT_TRANSLATE_NOOP("strata::views", "Communication")},
        {QStringLiteral("bubble"), QT_TRANSLATE_NOOP("strata::views", "Bubble")},
        {QStringLiteral("queueing"), QT_TRANSLATE_NOOP("strata::views", "Queueing")},
        {QStringLiteral("overlap"), QT_TRANSLATE_NOOP("strata::views", "Overlap")},
        {QStringLiteral("prefill of other requests"), QT_TRANSLATE_NOOP("strata::views", "Prefill of other requests")},
        {QStringLiteral("others"), QT_TRANSLATE_NOOP("strata::views", "Others")},
    };
    if (const auto found = known.find(toQString(bar.label)); found != known.end()) return tr(*found);
    return labelText(bar.label);
}

QString barValueText(const WaterfallBar& bar, const WaterfallExtent& extent, const QLocale& locale) {
    if (bar.total || bar.label == "kernels") return shortText(extent.value, "s", locale);
    return differenceText(extent.value, 0.0, "s", locale);
}

QRectF WaterfallFrame::column(std::size_t bar, std::size_t bars) const {
    const double width = area.width() / std::max<double>(1.0, static_cast<double>(bars));
    return {area.left() + static_cast<double>(bar) * width, area.top(), width, area.height()};
}

QRectF WaterfallFrame::rectangle(const Waterfall& waterfall, std::size_t bar, bool of_baseline) const {
    const WaterfallBar& drawn = waterfall.bars[bar];
    const auto& extent = of_baseline ? drawn.baseline : drawn.selected;
    if (!extent) return {};
    const QRectF whole = column(bar, waterfall.bars.size());
    const double left = whole.left() + (0.5 * (1.0 - kBarShare) + (of_baseline ? kTwinShift : 0.0)) * whole.width();
    const double a = std::clamp(y(extent->from), area.top(), area.bottom());
    const double b = std::clamp(y(extent->to), area.top(), area.bottom());
    return {left, std::min(a, b), kBarShare * whole.width(), std::abs(a - b)};
}

void paintWaterfallBars(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                        const WaterfallOptions& options) {
    const std::size_t count = waterfall.bars.size();
    const QFontMetricsF metrics(options.font);
    for (std::size_t i = 0; i < count; ++i) {
        if (waterfall.bars[i].label != options.chosen || options.chosen.empty()) continue;
        QColor band = options.theme.accent;
        band.setAlphaF(0.10f);
        painter.fillRect(frame.column(i, count), band);
    }
    const auto look = [&](const WaterfallBar& bar) { return categoryLook(bar.category, options.theme); };
    const auto at_least_a_line = [&](QRectF bar) {
        if (bar.height() < 1.5 * options.line_width) bar.setHeight(1.5 * options.line_width);
        return bar;
    };
    for (std::size_t i = 0; i < count; ++i)
        if (const QRectF twin = frame.rectangle(waterfall, i, true); twin.width() > 0.0)
            paintPiece(painter, at_least_a_line(twin), {look(waterfall.bars[i]).color, Qt::SolidPattern}, options.theme,
                       true, false, options.line_width);
    const WaterfallBar* before = nullptr;
    QRectF before_place;
    for (std::size_t i = 0; i < count; ++i) {
        const WaterfallBar& bar = waterfall.bars[i];
        if (!bar.selected) continue;
        const QRectF place = frame.rectangle(waterfall, i, false);
        if (before && bar.selected) {
            const double y = frame.y(before->selected->to);
            painter.setPen(QPen(options.theme.text_muted, options.line_width));
            if (y >= frame.area.top() && y <= frame.area.bottom())
                painter.drawLine(QPointF(before_place.right(), y), QPointF(place.left(), y));
        }
        before = &bar;
        before_place = place;
        const double low = std::min(bar.selected->from, bar.selected->to);
        const double high = std::max(bar.selected->from, bar.selected->to);
        if (high < frame.room.low || low > frame.room.high) continue;
        paintPiece(painter, at_least_a_line(place), look(bar), options.theme, false, false, options.line_width);
        if (frame.room.low > 0.0 && low < frame.room.low) paintCut(painter, place, options);
    }
    paintMeasured(painter, waterfall, frame, options);
    painter.setFont(options.font);
    for (std::size_t i = 0; i < count; ++i) {
        const WaterfallBar& bar = waterfall.bars[i];
        paintWhisker(painter, bar, frame.column(i, count), frame, options);
        if (!bar.selected) continue;
        // Above whatever stands in the column, below the top of the plot.
        double top = std::min(frame.rectangle(waterfall, i, false).top(), frame.area.bottom());
        if (bar.range) top = std::min(top, frame.y(bar.range->high));
        if (bar.baseline) top = std::min(top, frame.rectangle(waterfall, i, true).top());
        const QString text = barValueText(bar, *bar.selected, options.locale);
        const QRectF column = frame.column(i, count);
        const double baseline = std::max(top - 3.0, frame.area.top() + metrics.ascent());
        painter.setPen(options.theme.text);
        if (metrics.horizontalAdvance(text) <= column.width() + 2)
            painter.drawText(QPointF(column.center().x() - 0.5 * metrics.horizontalAdvance(text), baseline), text);
    }
}

double barLabelHeight(const Waterfall& waterfall, double column_width, const QFont& font) {
    const QFontMetricsF metrics(font);
    qsizetype lines = 1;
    for (const WaterfallBar& bar : waterfall.bars)
        lines = std::max(lines, wrapped(barText(bar), metrics, column_width - 4.0).size());
    return static_cast<double>(lines) * metrics.height() + 4.0;
}

void paintBarLabels(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame, const QRectF& row,
                    const WaterfallOptions& options) {
    const QFontMetricsF metrics(options.font);
    painter.setFont(options.font);
    for (std::size_t i = 0; i < waterfall.bars.size(); ++i) {
        const QRectF column = frame.column(i, waterfall.bars.size());
        painter.setPen(waterfall.bars[i].selected ? options.theme.text : options.theme.text_muted);
        double y = row.top() + 2.0 + metrics.ascent();
        for (const QString& line : wrapped(barText(waterfall.bars[i]), metrics, column.width() - 4.0)) {
            painter.drawText(QPointF(column.center().x() - 0.5 * metrics.horizontalAdvance(line), y), line);
            y += metrics.height();
        }
    }
}

}  // namespace strata::views
