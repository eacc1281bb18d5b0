// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_bars.h"

#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kBarShare = 0.62;  // of a column
constexpr double kTwinShift = 0.10; // of a column

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// Two short slanted strokes over a bar's foot: it goes on below the axis.
void paintCut(QPainter& painter, const QRectF& bar, bool lying, const WaterfallOptions& options) {
    const double size = 5.0 * options.line_width;
    const double middle = bar.bottom() - 2.2 * size;
    if (lying) {
        for (const double shift : {0.0, 1.0}) {
            const double x = bar.left() + 2.2 * size - shift * size;
            painter.setPen(QPen(shift > 0 ? options.theme.text : options.theme.surface, 2.0 * options.line_width));
            painter.drawLine(QPointF(x + 0.5 * size, bar.top() - 2), QPointF(x - 0.5 * size, bar.bottom() + 2));
        }
        return;
    }
    for (const double shift : {0.0, 1.0}) {
        const double y = middle + shift * size;
        painter.setPen(QPen(options.theme.surface, 3.0 * options.line_width));
        painter.drawLine(QPointF(bar.left() - 1, y + 0.5 * size), QPointF(bar.right() + 1, y - 0.5 * size));
        painter.setPen(QPen(options.theme.text, options.line_width));
        painter.drawLine(QPointF(bar.left() - 3, y + 0.5 * size + (shift > 0 ? 1.5 : -1.5)),
                         QPointF(bar.right() + 3, y - 0.5 * size + (shift > 0 ? 1.5 : -1.5)));
    }
}

void paintLyingWhisker(QPainter& painter, const WaterfallRange& range, const QRectF& row, const WaterfallFrame& frame,
                       const WaterfallOptions& options) {
    const double low = std::max(frame.y(range.low), frame.area.left());
    const double high = std::min(frame.y(range.high), frame.area.right());
    if (low > frame.area.right() || high < frame.area.left()) return;
    QColor color = options.theme.text;
    color.setAlphaF(range.between ? 0.55f : 0.9f);
    painter.setPen(QPen(color, (range.between ? 1.0 : 1.6) * options.line_width));
    const double y = row.center().y();
    const double cap = std::min(5.0 * options.line_width, 0.15 * row.height());
    painter.drawLine(QPointF(low, y), QPointF(high, y));
    painter.drawLine(QPointF(low, y - cap), QPointF(low, y + cap));
    painter.drawLine(QPointF(high, y - cap), QPointF(high, y + cap));
}

void paintWhisker(QPainter& painter, const WaterfallBar& bar, const QRectF& column, const WaterfallFrame& frame,
                  const WaterfallOptions& options) {
    if (!bar.range) return;
    if (frame.lying) return paintLyingWhisker(painter, *bar.range, column, frame, options);
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

void paintMeasuredLine(QPainter& painter, const MeasuredTime& measured, const WaterfallFrame& frame,
                       const WaterfallOptions& options) {
    const double y = frame.y(measured.seconds);
    if (!frame.contains(measured.seconds)) return;
    painter.setPen(QPen(options.theme.accent, 1.4 * options.line_width, Qt::DashLine));
    if (frame.lying) return painter.drawLine(QPointF(y, frame.area.top()), QPointF(y, frame.area.bottom()));
    painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y));
}

/// Beside the dashed line, where no value stands.
void paintMeasuredLabel(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                        const std::vector<QRectF>& taken, const WaterfallOptions& options) {
    const double y = frame.y(waterfall.measured->seconds);
    if (y < frame.area.top() || y > frame.area.bottom()) return;
    const QFontMetricsF metrics(options.font);
    const QString value = shortText(waterfall.measured->seconds, "s", options.locale);
    QString text = tr("Measured %1, estimate %2")
                       .arg(value, changeText(waterfall.total, waterfall.measured->seconds, options.locale));
    if (metrics.horizontalAdvance(text) > 0.5 * frame.area.width()) text = tr("Measured %1").arg(value);
    QRectF place(frame.area.left() + 4, y - metrics.height() - 2, metrics.horizontalAdvance(text), metrics.height());
    const auto is_free = [&](const QRectF& wanted) {
        return frame.area.contains(wanted) &&
               std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(wanted); });
    };
    const double step = metrics.averageCharWidth();
    for (const double top : {y - metrics.height() - 2, y + 2})
        for (double x = frame.area.left() + 4; x + place.width() < frame.area.right(); x += step)
            if (const QRectF wanted(x, top, place.width(), place.height()); is_free(wanted)) {
                paintWords(painter, wanted.topLeft() + QPointF(0, metrics.ascent()), text, options.theme,
                           options.theme.accent);
                return;
            }
    paintWords(painter, place.topLeft() + QPointF(0, metrics.ascent()), text, options.theme, options.theme.accent);
}

/// Bars from the left; their values are written the ends first, then the largest step: where there is no room for all,
/// steps of nothing go without.
std::vector<std::size_t> valuesInOrder(const Waterfall& waterfall) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < waterfall.bars.size(); ++i)
        if (waterfall.bars[i].selected) order.push_back(i);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) {
        const WaterfallBar& bar = waterfall.bars[i];
        const bool end = bar.total || bar.id == "kernels";
        return end ? std::numeric_limits<double>::infinity() : std::abs(bar.selected->value);
    });
    return order;
}

/// A value's words at `place` or in the lines above it; where neighbours' values stand there, from `below` on, a little
/// to one side if need be. Nothing where only what is drawn already could be covered.
std::optional<QRectF> freePlace(QRectF place, double below, const QRectF& area, const std::vector<QRectF>& values,
                                const std::vector<QRectF>& bars) {
    constexpr double kApart = 3.0;
    // Rows that touch each other by a fraction of a pixel are still two rows; words that touch read as one.
    const auto meets = [&](const QRectF& other) {
        return other.adjusted(-kApart, 1.5, kApart, -1.5).intersects(place);
    };
    const auto covers = [&](const QRectF& bar) { return bar.intersects(place); };
    for (; place.top() >= area.top(); place.moveTop(place.top() - place.height()))
        if (std::ranges::none_of(values, meets)) return place;
    const double middle = place.left();
    for (const double aside : {0.0, 0.15, -0.15, 0.3, -0.3}) {
        place.moveTopLeft(QPointF(middle + aside * place.width(), below));
        if (area.contains(place) && std::ranges::none_of(values, meets) && std::ranges::none_of(bars, covers))
            return place;
    }
    return {};
}

/// Behind the bar and its whisker; before them where that would leave the plot.
void paintLyingValues(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                      const WaterfallOptions& options) {
    constexpr double kApart = 4.0;
    const QFontMetricsF metrics(options.font);
    painter.setFont(options.font);
    const auto write = [&](double before, double behind, double middle, const QString& text, const QColor& color) {
        const double width = metrics.horizontalAdvance(text);
        double left = behind + kApart;
        if (left + width > frame.area.right()) left = before - kApart - width;
        left = std::clamp(left, frame.area.left() + 1.0, std::max(frame.area.left() + 1.0, frame.area.right() - width));
        paintWords(painter, QPointF(left, middle + 0.5 * metrics.capHeight()), text, options.theme, color);
    };
    for (std::size_t i = 0; i < waterfall.bars.size(); ++i) {
        const WaterfallBar& bar = waterfall.bars[i];
        if (!bar.selected) continue;
        const QRectF place = frame.rectangle(waterfall, i, false), twin = frame.rectangle(waterfall, i, true);
        double before = place.left(), behind = std::max(place.right(), twin.right());
        if (bar.range) {
            before = std::min(before, frame.y(bar.range->low));
            behind = std::max(behind, frame.y(bar.range->high));
        }
        write(before, std::min(behind, frame.area.right()), place.center().y(),
              barValueText(bar, *bar.selected, options.locale), options.theme.text);
    }
    if (!waterfall.measured || !frame.contains(waterfall.measured->seconds)) return;
    const double x = frame.y(waterfall.measured->seconds);
    write(x, x, frame.area.top() + 0.5 * metrics.height(),
          tr("Measured %1").arg(shortText(waterfall.measured->seconds, "s", options.locale)), options.theme.accent);
}

/// The sums of further baselines behind a bar: each by its marker, side by side in the column.
void paintFurther(QPainter& painter, const Waterfall& waterfall, std::size_t bar, const WaterfallFrame& frame,
                  const WaterfallOptions& options) {
    const QRectF column = frame.column(bar, waterfall.bars.size());
    const double count = static_cast<double>(waterfall.further.size());
    for (std::size_t i = 0; i < waterfall.further.size(); ++i) {
        const auto& extent = waterfall.bars[bar].further[i];
        if (!extent) continue;
        const double along = frame.y(extent->to);
        const double aside = ((static_cast<double>(i) + 0.5) / count - 0.5) * kBarShare;
        const QPointF at = frame.lying ? QPointF(along, column.center().y() + aside * column.height())
                                       : QPointF(column.center().x() + aside * column.width(), along);
        paintTwinMark(painter, at, frame.area, waterfall.further[i].letter, options.theme, options.line_width);
    }
}

/// Above its bar and whisker, or where there is room, but never outside of the plot.
void paintValues(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                 const WaterfallOptions& options) {
    const QFontMetricsF metrics(options.font);
    std::vector<QRectF> taken, bars;
    for (std::size_t i = 0; i < waterfall.bars.size(); ++i)
        for (const bool of_baseline : {false, true})
            bars.push_back(frame.rectangle(waterfall, i, of_baseline));
    painter.setFont(options.font);
    const auto paintValue = [&](std::size_t i) {
        const WaterfallBar& bar = waterfall.bars[i];
        const QRectF column = frame.column(i, waterfall.bars.size());
        double top = frame.rectangle(waterfall, i, false).top();
        if (bar.range) top = std::min(top, frame.y(bar.range->high));
        const QString text = barValueText(bar, *bar.selected, options.locale);
        const double width = metrics.horizontalAdvance(text);
        if (width > 1.9 * column.width()) return;
        const double left =
            std::clamp(column.center().x() - 0.5 * width, frame.area.left(), frame.area.right() - width);
        const QRectF place(
            left, std::clamp(top - metrics.height() - 1, frame.area.top(), frame.area.bottom() - metrics.height()),
            width, metrics.height());
        double below = frame.rectangle(waterfall, i, false).bottom();
        if (bar.range) below = std::max(below, frame.y(bar.range->low));
        const auto free = freePlace(place, below + 1.0, frame.area, taken, bars);
        if (!free) return;
        paintWords(painter, free->topLeft() + QPointF(0, metrics.ascent()), text, options.theme, options.theme.text);
        taken.push_back(*free);
    };
    for (const std::size_t i : valuesInOrder(waterfall))
        paintValue(i);
    taken.insert(taken.end(), bars.begin(), bars.end());
    if (waterfall.measured) paintMeasuredLabel(painter, waterfall, frame, taken, options);
}

} // namespace

QString barValueText(const WaterfallBar& bar, const WaterfallExtent& extent, const QLocale& locale) {
    if (bar.total || bar.id == "kernels") return shortText(extent.value, "s", locale);
    return differenceText(extent.value, 0.0, "s", locale);
}

QRectF WaterfallFrame::column(std::size_t bar, std::size_t bars) const {
    if (lying) {
        const double height = area.height() / std::max<double>(1.0, static_cast<double>(bars));
        return {area.left(), area.top() + static_cast<double>(bar) * height, area.width(), height};
    }
    const double width = area.width() / std::max<double>(1.0, static_cast<double>(bars));
    return {area.left() + static_cast<double>(bar) * width, area.top(), width, area.height()};
}

QRectF WaterfallFrame::rectangle(const Waterfall& waterfall, std::size_t bar, bool of_baseline) const {
    const WaterfallBar& drawn = waterfall.bars[bar];
    const auto& extent = of_baseline ? drawn.baseline : drawn.selected;
    if (!extent) return {};
    const QRectF whole = column(bar, waterfall.bars.size());
    const double shift = 0.5 * (1.0 - kBarShare) + (of_baseline ? kTwinShift : 0.0);
    if (lying) {
        const double a = std::clamp(y(extent->from), area.left(), area.right());
        const double b = std::clamp(y(extent->to), area.left(), area.right());
        return {std::min(a, b), whole.top() + shift * whole.height(), std::abs(a - b), kBarShare * whole.height()};
    }
    const double left = whole.left() + shift * whole.width();
    const double a = std::clamp(y(extent->from), area.top(), area.bottom());
    const double b = std::clamp(y(extent->to), area.top(), area.bottom());
    return {left, std::min(a, b), kBarShare * whole.width(), std::abs(a - b)};
}

void paintWaterfallBars(QPainter& painter, const Waterfall& waterfall, const WaterfallFrame& frame,
                        const WaterfallOptions& options) {
    const std::size_t count = waterfall.bars.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (waterfall.bars[i].id != options.chosen || options.chosen.empty()) continue;
        QColor band = options.theme.accent;
        band.setAlphaF(0.10f);
        painter.fillRect(frame.column(i, count), band);
    }
    const auto look = [&](const WaterfallBar& bar) {
        if (bar.total) return SegmentLook{options.theme.category(Category::Total), Qt::SolidPattern};
        return categoryLook(bar.category, options.theme);
    };
    const auto at_least_a_line = [&](QRectF bar) {
        const double least = 1.5 * options.line_width;
        if (frame.lying && bar.width() < least) bar.setWidth(least);
        if (!frame.lying && bar.height() < least) bar.setHeight(least);
        return bar;
    };
    for (std::size_t i = 0; i < count; ++i)
        if (const QRectF twin = frame.rectangle(waterfall, i, true); twin.width() > 0.0 || twin.height() > 0.0)
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
            if (frame.lying && frame.contains(before->selected->to))
                painter.drawLine(QPointF(y, before_place.bottom()), QPointF(y, place.top()));
            else if (!frame.lying && y >= frame.area.top() && y <= frame.area.bottom())
                painter.drawLine(QPointF(before_place.right(), y), QPointF(place.left(), y));
        }
        before = &bar;
        before_place = place;
        const double low = std::min(bar.selected->from, bar.selected->to);
        const double high = std::max(bar.selected->from, bar.selected->to);
        if (high < frame.room.low || low > frame.room.high) continue;
        paintPiece(painter, at_least_a_line(place), look(bar), options.theme, false, false, options.line_width);
        if (bar.category == Category::Queueing) { // yellow alone would not stand out from paper
            painter.setPen(QPen(options.theme.text_muted, options.line_width));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place);
        }
        if (frame.room.low > 0.0 && low < frame.room.low) paintCut(painter, place, frame.lying, options);
    }
    for (std::size_t i = 0; i < count; ++i)
        paintFurther(painter, waterfall, i, frame, options);
    if (waterfall.extrapolated)
        if (const QRectF total = frame.rectangle(waterfall, count - 1, false); !total.isEmpty())
            paintExtrapolated(painter, total, options.theme, options.line_width);
    if (waterfall.measured) paintMeasuredLine(painter, *waterfall.measured, frame, options);
    for (std::size_t i = 0; i < count; ++i)
        paintWhisker(painter, waterfall.bars[i], frame.column(i, count), frame, options);
    if (frame.lying)
        paintLyingValues(painter, waterfall, frame, options);
    else
        paintValues(painter, waterfall, frame, options);
}

} // namespace strata::views
