// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/exploration.h"
#include "views/explore/explore_text.h"
#include "views/parallel/parallel_painter.h"
#include "views/support/plot/plot_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kSide = 46.0; // room for half a title
constexpr std::size_t kMostWords = 8;
constexpr double kBrushWidth = 12.0;
constexpr double kSlant_deg = 50.0;
constexpr double kLongestSlanted = 7.0; // title, in lines of text
constexpr double kLongestEnd = 4.5;     // value, in the same
const double kRise = std::sin(kSlant_deg * std::numbers::pi / 180.0);
const double kReach = std::cos(kSlant_deg * std::numbers::pi / 180.0);

/// The column's title with its signs.
QString slantedTitle(const ParallelPicture& picture, std::size_t axis, const QFontMetricsF& metrics) {
    QString text = picture.run->columns()[picture.data->column(axis)].title;
    if (picture.data->inverted(axis)) text += QStringLiteral(" \u2193");
    if (picture.data->logarithmic(axis)) text += QStringLiteral(" (log)");
    return metrics.elidedText(text, Qt::ElideMiddle, kLongestSlanted * metrics.height());
}

double roomOf(const QRectF& area, std::size_t axes) {
    return axes > 1 ? area.width() / static_cast<double>(axes - 1) - 6.0 : area.width();
}

QString endText(const ParallelPicture& picture, std::size_t axis, double share) {
    return columnValueText(picture.run->columns()[picture.data->column(axis)], picture.data->valueAt(axis, share),
                           picture.look.locale);
}

void paintRange(QPainter& painter, const ParallelPicture& picture, std::size_t axis, const ColumnRange& range) {
    const auto place = [&](double end, double open_share) {
        return picture.y(std::isinf(end) ? open_share : std::clamp(picture.data->shareOf(axis, end), 0.0, 1.0));
    };
    const bool inverted = picture.data->inverted(axis);
    const double low = place(range.low, inverted ? 1.0 : 0.0), high = place(range.high, inverted ? 0.0 : 1.0);
    const QRectF box =
        QRectF(QPointF(picture.x(axis) - kBrushWidth / 2, low), QPointF(picture.x(axis) + kBrushWidth / 2, high))
            .normalized();
    QColor fill = picture.look.theme.accent;
    painter.setPen(QPen(fill, 1.4 * picture.look.line_width));
    fill.setAlphaF(0.25F);
    painter.setBrush(fill);
    painter.drawRect(box);
    const ExploreColumn& column = picture.run->columns()[picture.data->column(axis)];
    painter.setFont(picture.look.font);
    const QFontMetricsF metrics(picture.look.font);
    for (const double end : {range.low, range.high}) {
        if (std::isinf(end)) continue;
        const QString words = columnValueText(column, end, picture.look.locale);
        const bool upper = (end == range.high) != inverted;
        const double base = place(end, 0.0) + (upper ? -4.0 : metrics.ascent() + 2.0);
        paintWords(painter, QPointF(picture.x(axis) + kBrushWidth / 2 + 3.0, base), words, picture.look.theme,
                   picture.look.theme.accent);
    }
}

/// Titles and ends that have no room beside each other, one above the other along a slant.
void paintSlanted(QPainter& painter, const ParallelPicture& picture, std::size_t axis, bool focused) {
    const Theme& theme = picture.look.theme;
    const QFontMetricsF metrics(picture.look.font);
    const double x = picture.x(axis), line = metrics.height();
    const auto along = [&](double y, double shift, const QString& text, const QColor& color) {
        painter.save();
        painter.translate(x + 0.3 * line, y);
        painter.rotate(-kSlant_deg);
        painter.setPen(color);
        painter.drawText(QPointF(shift, 0.0), text);
        painter.restore();
    };
    painter.setFont(picture.look.font);
    const bool any = picture.data->any(axis);
    const double top = picture.area.top() - 3.0;
    along(any ? top - line / kRise : top, 0.0, slantedTitle(picture, axis, metrics),
          focused ? theme.accent : theme.text);
    if (!any) return;
    const auto end = [&](double share) {
        return metrics.elidedText(endText(picture, axis, share), Qt::ElideRight, kLongestEnd * line);
    };
    along(top, 0.0, end(1.0), theme.text_muted);
    const QString low = end(0.0);
    along(picture.area.bottom() + 0.9 * line, -metrics.horizontalAdvance(low), low, theme.text_muted);
}

/// Title, signs and ends, centred above each other.
void paintCentred(QPainter& painter, const ParallelPicture& picture, std::size_t a, bool focused) {
    const Theme& theme = picture.look.theme;
    const QFontMetricsF metrics(picture.look.font);
    const double line = metrics.height(), room = roomOf(picture.area, picture.data->axes());
    painter.setFont(picture.look.font);
    const auto centred = [&](double base, const QString& words, const QColor& color) {
        const bool outer = a == 0 || a + 1 == picture.data->axes();
        const QString text =
            metrics.elidedText(words, Qt::ElideRight, outer ? std::min(room, 2.0 * kSide - 4.0) : room);
        painter.setPen(color);
        painter.drawText(QPointF(picture.x(a) - metrics.horizontalAdvance(text) / 2, base), text);
    };
    const double top = picture.area.top();
    const ExploreColumn& column = picture.run->columns()[picture.data->column(a)];
    centred(top - 2.4 * line, column.title, focused ? theme.accent : theme.text);
    QStringList signs;
    if (picture.data->logarithmic(a)) signs << QStringLiteral("log");
    if (picture.data->inverted(a)) signs << QStringLiteral("\u2193");
    centred(top - 1.4 * line, signs.join(QLatin1Char(' ')), theme.text_muted);
    if (!picture.data->any(a)) return;
    centred(top - 4.0, endText(picture, a, 1.0), theme.text_muted);
    centred(picture.area.bottom() + line, endText(picture, a, 0.0), theme.text_muted);
}

} // namespace

QRectF ParallelPicture::areaIn(const QRectF& rectangle, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    return rectangle.adjusted(kSide, 3.4 * line + 6.0, -kSide, -1.5 * line - 4.0);
}

bool ParallelPicture::tooNarrow(double width, std::size_t axes, const QFont& font) {
    constexpr double kUsualText = 7.0; // digits
    const QRectF place = areaIn(QRectF(0, 0, width, 1), font);
    return roomOf(place, axes) < kUsualText * QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
}

double ParallelPicture::slantedRoom(const QFont& font) {
    return (kRise * kLongestSlanted + 2.2) * QFontMetricsF(font).height();
}

QRectF ParallelPicture::slantedAreaIn(const QRectF& rectangle, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    return rectangle.adjusted(kReach * kLongestEnd * line, slantedRoom(font), -(kReach * kLongestSlanted + 0.5) * line,
                              -(kRise * kLongestEnd + 1.2) * line);
}

double ParallelPicture::slantAt(double above) const { return slanted ? above * kReach / kRise : 0.0; }

void paintAxes(QPainter& painter, const ParallelPicture& picture, int active) {
    const Theme& theme = picture.look.theme;
    const QFontMetricsF metrics(picture.look.font);
    for (std::size_t a = 0; a < picture.data->axes(); ++a) {
        const double x = picture.x(a);
        const ExploreColumn& column = picture.run->columns()[picture.data->column(a)];
        const bool focused = static_cast<int>(a) == active;
        painter.setPen(
            QPen(focused ? theme.accent : theme.text_muted, (focused ? 2.0 : 1.0) * picture.look.line_width));
        painter.drawLine(QPointF(x, picture.area.top()), QPointF(x, picture.area.bottom()));
        if (picture.slanted)
            paintSlanted(painter, picture, a, focused);
        else
            paintCentred(painter, picture, a, focused);
        painter.setFont(picture.look.font);
        for (std::size_t w = 1; column.words.size() <= kMostWords && w + 1 < column.words.size(); ++w) {
            const QPointF at(x + 4.0,
                             picture.y(picture.data->shareOf(a, static_cast<double>(w))) + metrics.ascent() / 2);
            paintWords(painter, at, column.words[w], theme, theme.text_muted);
        }
        if (const ColumnRange* range = picture.run->filter().rangeOf(picture.data->column(a)))
            paintRange(painter, picture, a, *range);
    }
}

} // namespace strata::views
