// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/bar_piece.h"
#include "views/support/text/text.h"
#include "views/timeline/timeline_painter.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

} // namespace

void paintLife(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
               const ServingLook& look) {
    const ServedRequest* request = picture.chosen ? picture.selected->find(*picture.chosen) : nullptr;
    if (!request || places.life.isEmpty()) return;
    const QFontMetricsF metrics(look.font);
    QStringList words{tr("Request %1").arg(request->id),
                      tr("%1 + %2 tokens").arg(request->prompt_tokens).arg(request->output_tokens)};
    for (const char* phase : {"queueing", "prefill", "decode", "paused", "evicted", "recompute", "transfer"})
        if (const double seconds = request->total(phase); seconds > 0.0)
            words << QStringLiteral("%1 %2").arg(phaseText(phase), shortText(seconds, "s", look.locale));
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    const double left = places.life.left();
    painter.drawText(QPointF(left, places.life.top() - metrics.descent() - 2.0),
                     metrics.elidedText(words.join(QStringLiteral(",  ")), Qt::ElideRight, places.life.width()));
    const auto span = [&](const LifePiece& piece, const QRectF& band) {
        const double from = std::max(band.left(), picture.time.pixel(piece.start_s));
        const double to = std::min(band.right(), picture.time.pixel(piece.end_s));
        return to > from ? QRectF(from, band.top(), to - from, band.height()) : QRectF();
    };
    for (const LifePiece& piece : request->life) {
        const QRectF rectangle = span(piece, places.life);
        if (rectangle.isEmpty()) continue;
        paintPiece(painter, rectangle, categoryLook(phaseCategory(piece.phase), look.theme), look.theme, false, false,
                   0.5 * look.line_width);
        const bool works = piece.phase == "prefill" || piece.phase == "decode" || piece.phase == "recompute";
        if (!works) continue;
        // Where it runs, on its replica.
        for (const LanePlace& lane : places.lanes) {
            if (lane.of_baseline || lane.lane->replica != piece.replica) continue;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(look.theme.text, 1.6 * look.line_width));
            painter.drawRect(span(piece, lane.band.adjusted(0, -1, 0, 1)));
        }
    }
}

} // namespace strata::views
