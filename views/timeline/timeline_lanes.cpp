// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/letter.h"
#include "views/support/theme/theme.h"
#include "views/timeline/timeline_painter.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr float kFaded = 0.45F;

/// Columns of equal filling that follow each other become one rectangle, which keeps figures small.
void paintLane(QPainter& painter, const LanePlace& place, const TimelinePicture& picture, const ServingLook& look,
               double columns_per_unit, std::vector<PixelColumn>& columns) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::floor(place.band.width() * columns_per_unit)));
    columns.resize(count);
    fillColumns(*place.lane, picture.time.low, picture.time.high, columns);
    const double width = place.band.width() / static_cast<double>(count);
    painter.setPen(Qt::NoPen);
    constexpr std::array kFromBottom{Work::Decode, Work::Mixed, Work::Prefill, Work::Moving};
    std::array<QColor, kWorks> colors;
    for (const Work work : kFromBottom) {
        QColor color = look.theme.category(workCategory(work));
        if (picture.stale) color.setAlphaF(kFaded);
        colors[static_cast<std::size_t>(work)] = color;
    }
    const auto same = [](const PixelColumn& a, const PixelColumn& b) {
        for (std::size_t i = 0; i < kWorks; ++i)
            if (std::abs(a.share[i] - b.share[i]) > 1e-3F) return false;
        return true;
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < count;) {
        std::size_t end = i + 1;
        while (end < count && same(columns[i], columns[end]))
            ++end;
        const double left = place.band.left() + width * static_cast<double>(i);
        const double length = width * static_cast<double>(end - i);
        double y = place.band.bottom();
        for (const Work work : kFromBottom) {
            const double height =
                place.band.height() * std::min(1.0F, columns[i].share[static_cast<std::size_t>(work)]);
            if (height <= 0.01) continue;
            painter.fillRect(QRectF(left, y - height, length, height), colors[static_cast<std::size_t>(work)]);
            y -= height;
        }
        i = end;
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintNames(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    double free_from = -1e9;
    for (const LanePlace& place : places.lanes) {
        const double middle = place.band.center().y();
        if (middle - metrics.height() / 2 < free_from) continue;
        const bool staged = (place.of_baseline ? picture.baseline : picture.selected)->stages > 1;
        const QString name = staged ? QStringLiteral("%1.%2").arg(place.lane->replica).arg(place.lane->stage)
                                    : QString::number(place.lane->replica);
        const char letter = place.of_baseline ? look.baseline_letter : look.letter;
        const double side = std::min(metrics.height(), std::max(place.band.height(), 0.8 * metrics.height()));
        const double right = place.band.left() - 5.0;
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(right - metrics.horizontalAdvance(name), middle + metrics.capHeight() / 2), name);
        paintLetter(painter,
                    QRectF(right - metrics.horizontalAdvance(name) - side - 4.0, middle - side / 2, side, side),
                    QLatin1Char(letter), look.theme, look.font, place.of_baseline);
        free_from = middle + metrics.height() / 2;
    }
}

void paintEvictions(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                    const ServingLook& look) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme.category(Category::Movement));
    for (const LanePlace& place : places.lanes) {
        if (place.of_baseline || place.lane->stage != 0) continue;
        double free_from = -1e9;
        for (const auto& [replica, time_s] : picture.selected->evictions) {
            if (replica != place.lane->replica || !picture.time.contains(time_s)) continue;
            const double x = picture.time.pixel(time_s);
            if (std::abs(x - free_from) < 2.0) continue; // marks on top of each other
            free_from = x;
            const double y = place.band.top();
            painter.drawPolygon(QPolygonF({{x - 3, y - 3}, {x + 3, y - 3}, {x, y + 3}}));
        }
    }
    painter.setBrush(Qt::NoBrush);
}

/// Along the foot of the lane that takes the caches.
void paintTransfers(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                    const ServingLook& look) {
    QColor color = look.theme.category(Category::Communication);
    if (picture.stale) color.setAlphaF(kFaded);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const LanePlace& place : places.lanes) {
        if (place.of_baseline || place.lane->stage != 0) continue;
        const double height = std::min(4.0 * look.line_width, 0.3 * place.band.height());
        double drawn_until = -1e9;
        for (const LifePiece& transfer : picture.selected->transfers) {
            if (transfer.replica != place.lane->replica) continue;
            const double from = std::max({place.band.left(), picture.time.pixel(transfer.start_s), drawn_until});
            const double to = std::min(place.band.right(), std::max(picture.time.pixel(transfer.end_s), from + 1.0));
            if (transfer.end_s < picture.time.low || transfer.start_s > picture.time.high || to <= from) continue;
            painter.fillRect(QRectF(from, place.band.bottom() - height, to - from, height), color);
            drawn_until = to;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

} // namespace

void paintLanes(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                const ServingLook& look, double columns_per_unit) {
    std::vector<PixelColumn> columns;
    for (const LanePlace& lane : places.lanes)
        paintLane(painter, lane, picture, look, columns_per_unit, columns);
    if (!picture.selected->transfers.empty()) paintTransfers(painter, places, picture, look);
    paintEvictions(painter, places, picture, look);
    paintNames(painter, places, picture, look);
}

} // namespace strata::views
