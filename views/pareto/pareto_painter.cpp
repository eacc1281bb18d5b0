// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_painter.h"

#include "views/explore/exploration.h"
#include "views/explore/explore_text.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/letter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QPainter>
#include <QPainterPath>

namespace strata::views {
namespace {

constexpr double kFrontRadius = 3.2;
constexpr double kKneeRadius = 7.5;
constexpr double kHandle = 6.0;
constexpr double kLetterSize = 16.0;
constexpr float kShade = 0.07F;
constexpr std::size_t kMostOutlined = 80; // marks of a front; where they are more, outlines would cover them

QPointF placeOf(const ParetoPicture& picture, std::size_t row) {
    const auto& columns = picture.run->table().columns;
    return {picture.x(columns[picture.axes->x][row]), picture.y(columns[picture.axes->y][row])};
}

/// A vector file is not clipped by its reader: lines end at the area.
QPointF clamped(const ParetoPicture& picture, const QPointF& place) {
    return {std::clamp(place.x(), picture.area.left(), picture.area.right()),
            std::clamp(place.y(), picture.area.top(), picture.area.bottom())};
}

/// Where rows stand, without those that lie on the one before.
std::vector<QPointF> placesOf(const ParetoPicture& picture, const std::vector<std::uint32_t>& rows) {
    constexpr double kSame = 0.4; // units of the plot
    std::vector<QPointF> places;
    for (const std::uint32_t row : rows) {
        const QPointF place = placeOf(picture, row);
        if (places.empty() || !((place - places.back()).manhattanLength() < kSame)) places.push_back(place);
    }
    return places;
}

/// Corners from one end of the front to the other, and on to the edges that lie behind it.
QPolygonF staircaseOf(const ParetoPicture& picture) {
    const bool right_is_worse = !picture.axes->aims[0].maximize;
    const bool up_is_worse = !picture.axes->aims[1].maximize;
    QPolygonF line;
    for (const QPointF& place : placesOf(picture, picture.front->rows)) {
        if (line.isEmpty())
            line << QPointF(place.x(), up_is_worse ? picture.area.top() : picture.area.bottom());
        else
            line << QPointF(place.x(), line.back().y());
        line << place;
    }
    if (!line.isEmpty()) line << QPointF(right_is_worse ? picture.area.right() : picture.area.left(), line.back().y());
    for (QPointF& corner : line)
        corner = clamped(picture, corner);
    return line;
}

bool isVertical(Bound bound) { return bound == Bound::XLow || bound == Bound::XHigh; }

std::size_t columnOf(const ParetoPicture& picture, Bound bound) {
    return isVertical(bound) ? picture.axes->x : picture.axes->y;
}

double endOf(const ParetoPicture& picture, Bound bound) {
    const ColumnRange* range = picture.run->filter().rangeOf(columnOf(picture, bound));
    const bool low = bound == Bound::XLow || bound == Bound::YLow;
    if (!range) return low ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return low ? range->low : range->high;
}

void paintBoundLine(QPainter& painter, const ParetoPicture& picture, bool vertical, double value, const QPen& pen,
                    const QString& words, double line) {
    const double at = vertical ? picture.x(value) : picture.y(value);
    const QRectF& area = picture.area;
    if (vertical ? at < area.left() || at > area.right() : at < area.top() || at > area.bottom()) return;
    painter.setPen(pen);
    if (vertical)
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
    else
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
    painter.setFont(picture.look->font);
    const QFontMetricsF metrics(picture.look->font);
    const double width = metrics.horizontalAdvance(words);
    const QPointF left = vertical ? QPointF(at + 4 + width > area.right() ? at - 4 - width : at + 4,
                                            area.top() + line * metrics.height())
                                  : QPointF(area.right() - width - 6,
                                            at - 4 < area.top() + metrics.height() ? at + metrics.height() : at - 4);
    paintWords(painter, left, words, picture.look->theme, pen.color());
}

/// Bounds that the request itself sets to one of the two columns: they do not move.
void paintConstraints(QPainter& painter, const ParetoPicture& picture) {
    const QPen pen(picture.look->theme.text_muted, picture.look->line_width, Qt::DashLine);
    for (const explore::Constraint& constraint : picture.run->request().constraints) {
        const int column = picture.run->columnNamed(constraint.of.text());
        for (const bool vertical : {true, false}) {
            if (column != static_cast<int>(vertical ? picture.axes->x : picture.axes->y)) continue;
            for (const double end : {constraint.minimum, constraint.maximum}) {
                if (std::isinf(end)) continue;
                const QString sign = end == constraint.minimum ? QStringLiteral("\u2265 ") : QStringLiteral("\u2264 ");
                const auto& of = picture.run->columns()[static_cast<std::size_t>(column)];
                paintBoundLine(painter, picture, vertical, end, pen,
                               sign + columnValueText(of, end, picture.look->locale), 2.2);
            }
        }
    }
}

/// On its line, or at the edge where there is no bound.
QPointF handleTip(const ParetoPicture& picture, Bound bound) {
    const QRectF& area = picture.area;
    const double end = endOf(picture, bound);
    const bool low = bound == Bound::XLow || bound == Bound::YLow;
    if (isVertical(bound)) {
        const double open = low ? area.left() : area.right();
        return {std::isinf(end) ? open : std::clamp(picture.x(end), area.left(), area.right()), area.top()};
    }
    const double open = low ? area.bottom() : area.top();
    return {area.right(), std::isinf(end) ? open : std::clamp(picture.y(end), area.top(), area.bottom())};
}

void paintHandle(QPainter& painter, const ParetoPicture& picture, Bound bound) {
    const QPointF at = handleTip(picture, bound);
    const bool set = !std::isinf(endOf(picture, bound));
    painter.setPen(QPen(picture.look->theme.surface, 1.0));
    painter.setBrush(set ? picture.look->theme.accent : picture.look->theme.text_muted);
    QPolygonF mark;
    if (isVertical(bound))
        mark << at << at + QPointF(-kHandle, -1.6 * kHandle) << at + QPointF(kHandle, -1.6 * kHandle);
    else
        mark << at << at + QPointF(1.6 * kHandle, -kHandle) << at + QPointF(1.6 * kHandle, kHandle);
    painter.drawPolygon(mark);
}

} // namespace

void paintFront(QPainter& painter, const ParetoPicture& picture) {
    if (picture.front->rows.empty()) return;
    const Theme& theme = picture.look->theme;
    if (picture.axes->plane) {
        const QPolygonF line = staircaseOf(picture);
        QPolygonF shade = line;
        shade << QPointF(line.back().x(), line.front().y());
        QColor color = theme.text;
        color.setAlphaF(kShade);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(shade);
        painter.setPen(QPen(theme.text, 1.4 * picture.look->line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
    }
    const bool outlined = picture.front->kept.size() <= kMostOutlined;
    painter.setPen(outlined ? QPen(theme.surface, 0.8 * picture.look->line_width) : QPen(Qt::NoPen));
    painter.setBrush(theme.design('B'));
    const QRectF inside = picture.area.adjusted(-1, -1, 1, 1);
    for (const QPointF& place : placesOf(picture, picture.front->kept)) {
        if (inside.contains(place)) painter.drawEllipse(place, kFrontRadius, kFrontRadius);
    }
    if (!picture.front->knee) return;
    const QPointF knee = placeOf(picture, *picture.front->knee);
    if (!inside.contains(knee)) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.design('B'), 2.0 * picture.look->line_width));
    painter.drawEllipse(knee, kKneeRadius, kKneeRadius);
}

void paintBounds(QPainter& painter, const ParetoPicture& picture, bool handles) {
    paintConstraints(painter, picture);
    const QPen pen(picture.look->theme.accent, 1.4 * picture.look->line_width);
    for (const Bound bound : {Bound::XLow, Bound::XHigh, Bound::YLow, Bound::YHigh}) {
        const double end = endOf(picture, bound);
        const bool low = bound == Bound::XLow || bound == Bound::YLow;
        if (!std::isinf(end)) {
            const QString value =
                columnValueText(picture.run->columns()[columnOf(picture, bound)], end, picture.look->locale);
            paintBoundLine(painter, picture, isVertical(bound), end, pen,
                           (low ? QStringLiteral("\u2265 ") : QStringLiteral("\u2264 ")) + value, 1.0);
        }
        if (handles) paintHandle(painter, picture, bound);
    }
}

void paintRows(QPainter& painter, const ParetoPicture& picture) {
    const Exploration& run = *picture.run;
    const Theme& theme = picture.look->theme;
    const auto inside = [&](const std::optional<std::size_t>& row) {
        if (!row || *row >= run.rows()) return false;
        const QPointF place = placeOf(picture, *row);
        return !std::isnan(place.x() + place.y()) && picture.area.contains(place);
    };
    if (inside(run.hovered())) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, 1.8 * picture.look->line_width));
        painter.drawEllipse(placeOf(picture, *run.hovered()), kKneeRadius - 2.0, kKneeRadius - 2.0);
    }
    const auto letter = [&](const std::optional<std::size_t>& row, char sign, bool hollow) {
        if (!row || *row >= run.rows()) return;
        const QPointF at = placeOf(picture, *row);
        if (std::isnan(at.x() + at.y())) return;
        if (!picture.area.contains(at)) // zoomed away: an arrow at the edge says where it is
            paintTwinMark(painter, at, picture.area, sign != 0 ? sign : '*', theme, picture.look->line_width);
        QRectF square(0, 0, kLetterSize, kLetterSize);
        if (picture.area.contains(at)) {
            painter.setPen(QPen(theme.text, picture.look->line_width));
            painter.setBrush(theme.surface);
            painter.drawEllipse(at, kFrontRadius, kFrontRadius);
            if (sign != 0 && picture.look->extrapolated.find(sign) != std::string::npos) {
                const QPointF corner(1.8 * kFrontRadius, 1.8 * kFrontRadius);
                paintExtrapolated(painter, QRectF(at - corner, at + corner), theme, picture.look->line_width);
            }
            square.moveCenter(clamped(picture, at + QPointF(0.8 * kLetterSize, -0.8 * kLetterSize)));
        } else {
            const QRectF within = picture.area.adjusted(kLetterSize, kLetterSize, -kLetterSize, -kLetterSize);
            square.moveCenter({std::clamp(at.x(), within.left(), std::max(within.left(), within.right())),
                               std::clamp(at.y(), within.top(), std::max(within.top(), within.bottom()))});
        }
        paintLetter(painter, square, QLatin1Char(sign != 0 ? sign : '*'), theme, picture.look->font, hollow);
    };
    for (const Exploration::FurtherMark& further : run.furtherBaselines())
        letter(further.row, further.letter, true);
    letter(run.baseline(), picture.look->baseline_letter, true);
    letter(run.chosen(), picture.look->letter, false);
}

QPointF handlePlace(const ParetoPicture& picture, Bound bound) {
    return handleTip(picture, bound) + (isVertical(bound) ? QPointF(0, -kHandle) : QPointF(kHandle, 0));
}

} // namespace strata::views
