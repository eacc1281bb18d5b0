// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/text.h"
#include "views/timeline/timeline_layout.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

} // namespace

std::vector<std::int64_t> requestsAt(const ServedTimeline& timeline, std::int64_t replica, double time_s) {
    std::vector<std::int64_t> ids;
    for (const ServedRequest& request : timeline.requests) {
        if (request.arrival_s > time_s) break;
        if (time_s < request.scheduled_s || time_s > request.completed_s) continue;
        const auto here = std::ranges::find_if(
            request.life, [&](const LifePiece& piece) { return piece.start_s <= time_s && time_s <= piece.end_s; });
        if ((here == request.life.end() ? request.replica : here->replica) == replica) ids.push_back(request.id);
    }
    return ids;
}

QString timelineAnswer(const TimelinePicture& picture, const TimelinePlaces& places, const ServingLook& look,
                       const QPointF& at) {
    if (!picture.selected) return {};
    const double time_s = picture.time.value(at.x());
    if (places.life.contains(at)) {
        const ServedRequest* request = picture.selected->find(*picture.chosen);
        for (const LifePiece& piece : request->life)
            if (piece.start_s <= time_s && time_s <= piece.end_s)
                return QStringLiteral("<b>%1</b><br>%2")
                    .arg(tr("Request %1: %2").arg(request->id).arg(phaseText(piece.phase)),
                         tr("%1 from %2 on")
                             .arg(shortText(piece.end_s - piece.start_s, "s", look.locale),
                                  shortText(piece.start_s, "s", look.locale)));
        return {};
    }
    for (const LanePlace& place : places.lanes) {
        if (!place.band.contains(at)) continue;
        const auto& runs = place.lane->runs;
        // The run under the pointer, or the nearest where many share its pixel.
        auto run = std::ranges::lower_bound(runs, time_s, {}, &StageRun::end_s);
        if (run == runs.end() || picture.time.pixel(run->start_s) > at.x() + 3.0) return {};
        QString html =
            QStringLiteral("<b>%1</b>").arg(tr("Replica %1, stage %2").arg(place.lane->replica).arg(place.lane->stage));
        for (const Work work : kAllWork)
            if (const double seconds = run->busy_s[static_cast<std::size_t>(work)]; seconds > 0.0)
                html += QStringLiteral("<br>%1: %2").arg(workText(work), shortText(seconds, "s", look.locale));
        if (run->iterations > 1)
            html += QStringLiteral("<br>") + tr("%1 iterations in %2")
                                                 .arg(run->iterations)
                                                 .arg(shortText(run->end_s - run->start_s, "s", look.locale));
        html += QStringLiteral("<br>") + tr("%1 requests, %2 tokens").arg(run->running).arg(run->tokens);
        html += QStringLiteral("<br>") + tr("%1 blocks of the cache, %2 waiting").arg(run->blocks).arg(run->queued);
        if (!place.of_baseline && !requestsAt(*picture.selected, place.lane->replica, time_s).empty())
            html += QStringLiteral("<br>") + tr("Click shows the life of a request");
        return html;
    }
    return {};
}

} // namespace strata::views
