// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/schedules/schedules_data.h"
#include "views/support/plot/picture_canvas.h"

#include <QFont>
#include <QRectF>

namespace strata::views {

/// Quality over the number of samples, the orders of one number beside or below it, and what to measure next.
struct SchedulesLayout {
    QRectF header, judged;
    std::vector<QRectF> legend;   ///< of each quality: a mark and its name; they wrap
    QRectF learning, ranks, list; ///< plots without the words around them; the list may be empty
    double line = 0;              ///< height of a line of words
    double least_samples = 1, most_samples = 2, most_rank = 1;
    double least_share = 0; ///< at the bottom of `learning`: 0, or the least rank correlation where that is negative
    /// In `learning`; a share above 1 stands at the top.
    QPointF quality(double samples, double share) const;
    QPointF order(double predicted_rank, double measured_rank) const;
    double samplesAt(const QPointF& position) const;
    bool onHandle(const SchedulesPicture& picture, const QPointF& position) const;
};
/// What the four curves mean, in the order of their letters A to D.
QStringList schedulesQualities(const SchedulesPicture& picture, const QLocale& locale);
SchedulesLayout layOutSchedules(const SchedulesPicture& picture, const QFont& font, const QSizeF& size,
                                const QLocale& locale = QLocale::c());

PictureHit schedulesHit(const SchedulesPicture& picture, const SchedulesLayout& layout, const PictureLook& look,
                        const QPointF& position);

} // namespace strata::views
