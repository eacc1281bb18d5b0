// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schedules/schedules_layout.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0, kNear = 6.0;
constexpr double kBesideWidth = 34.0; ///< in line heights, from which the plots stand beside each other

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QStringList pointLines(const OrderPoint& point, std::size_t best, const QLocale& locale) {
    return {tr("Rank correlation %1").arg(locale.toString(point.rank, 'f', 3)),
            tr("Predicted fastest of these: %1 of the speed of their best").arg(shareText(point.first, locale)),
            tr("Best of the %1 predicted fastest of these: %2 of the speed of their best")
                .arg(locale.toString(static_cast<qulonglong>(best)), shareText(point.best_of, locale)),
            tr("Half of the times within %1").arg(shareText(point.error, locale))};
}

} // namespace

QPointF SchedulesLayout::quality(double samples, double share) const {
    const double along = std::log(samples / least_samples) / std::log(most_samples / least_samples);
    return {learning.left() + std::clamp(along, 0.0, 1.0) * learning.width(),
            learning.bottom() -
                (std::clamp(share, least_share, 1.0) - least_share) / (1.0 - least_share) * learning.height()};
}

QPointF SchedulesLayout::order(double predicted_rank, double measured_rank) const {
    return {ranks.left() + ranks.width() * measured_rank / most_rank,
            ranks.bottom() - ranks.height() * predicted_rank / most_rank};
}

double SchedulesLayout::samplesAt(const QPointF& position) const {
    const double along = std::clamp((position.x() - learning.left()) / std::max(1.0, learning.width()), 0.0, 1.0);
    return least_samples * std::pow(most_samples / least_samples, along);
}

bool SchedulesLayout::onHandle(const SchedulesPicture& picture, const QPointF& position) const {
    const double x = quality(static_cast<double>(picture.point().samples), 0).x();
    return std::abs(position.x() - x) <= kNear && position.y() >= learning.top() - kNear &&
           position.y() <= learning.bottom() + kNear;
}

QStringList schedulesQualities(const SchedulesPicture& picture, const QLocale& locale) {
    return {tr("Rank correlation"), tr("Speed of the predicted fastest"),
            tr("Best of the %1 predicted fastest").arg(locale.toString(static_cast<qulonglong>(picture.best))),
            tr("Median error")};
}

SchedulesLayout layOutSchedules(const SchedulesPicture& picture, const QFont& font, const QSizeF& size,
                                const QLocale& locale) {
    const QFontMetricsF metrics(font);
    SchedulesLayout layout;
    layout.line = metrics.height();
    const double width = size.width() - 2 * kGap;
    layout.header = QRectF(kGap, kGap, width, layout.line);
    layout.judged = layout.header.translated(0, layout.line + 2.0);
    QPointF at(kGap, layout.judged.bottom() + 2.0);
    for (const QString& quality : schedulesQualities(picture, locale)) {
        const double needed = 3.0 * layout.line + metrics.horizontalAdvance(quality);
        if (at.x() > kGap && at.x() + needed - layout.line > kGap + width) at = {kGap, at.y() + layout.line};
        layout.legend.emplace_back(at, QSizeF(needed, layout.line));
        at.rx() += needed;
    }
    const double top = layout.legend.back().bottom() + kGap, below = 2.2 * layout.line;
    const double listed =
        picture.next.empty()
            ? 0.0
            : (static_cast<double>(std::min<std::size_t>(picture.next.size(), 4)) + 1.0) * layout.line + kGap;
    const double room = std::max(0.0, size.height() - top - kGap - listed);
    const double label = metrics.horizontalAdvance(QStringLiteral("0.00")) + kGap;
    if (width > kBesideWidth * layout.line) {
        const double plot = std::max(0.0, room - below);
        const double square = std::min(plot, 0.45 * width);
        layout.learning = QRectF(kGap + label, top, std::max(0.0, width - square - 2 * label - 2 * kGap), plot);
        layout.ranks = QRectF(size.width() - kGap - square, top, square, plot);
    } else {
        const double plot = std::max(0.0, room / 2 - below);
        layout.learning = QRectF(kGap + label, top, std::max(0.0, width - label - kGap), plot);
        layout.ranks = QRectF(kGap + label, top + room / 2, std::max(0.0, width - label - kGap), plot);
    }
    layout.list = QRectF(kGap, size.height() - kGap - listed, width, listed);
    layout.least_samples = picture.empty() ? 1.0 : static_cast<double>(picture.learning.front().samples);
    layout.most_samples =
        picture.empty() ? 2.0
                        : std::max(1.01 * layout.least_samples, static_cast<double>(picture.learning.back().samples));
    for (const OrderPoint& point : picture.learning)
        layout.least_share = std::min(layout.least_share, point.rank);
    layout.most_rank = std::max(1.0, static_cast<double>(picture.ranks.size()));
    return layout;
}

PictureHit schedulesHit(const SchedulesPicture& picture, const SchedulesLayout& layout, const PictureLook& look,
                        const QPointF& position) {
    const RankPoint* nearest = nullptr;
    double least = kNear;
    for (const RankPoint& point : picture.ranks) {
        const QPointF off = layout.order(point.predicted_rank, point.measured_rank) - position;
        const double distance = std::hypot(off.x(), off.y());
        if (distance > least) continue;
        least = distance;
        nearest = &point;
    }
    if (nearest != nullptr) {
        const QPointF at = layout.order(nearest->predicted_rank, nearest->measured_rank);
        return {QRectF(at.x() - 4.0, at.y() - 4.0, 8.0, 8.0),
                hitHtml(toQString(nearest->configuration), {tr("Measured %1, place %2")
                                                                .arg(shortText(nearest->measured_s, "s", look.locale),
                                                                     look.locale.toString(nearest->measured_rank)),
                                                            tr("Predicted %1, place %2")
                                                                .arg(shortText(nearest->predicted_s, "s", look.locale),
                                                                     look.locale.toString(nearest->predicted_rank))})};
    }
    if (!layout.learning.adjusted(-kNear, -kNear, kNear, kNear).contains(position)) return {};
    const OrderPoint& point = picture.learning[nearestSamples(picture.learning, layout.samplesAt(position))];
    const double x = layout.quality(static_cast<double>(point.samples), 0).x();
    return {QRectF(x - kNear, layout.learning.top(), 2 * kNear, layout.learning.height()),
            hitHtml(tr("After %1 samples").arg(look.locale.toString(static_cast<qulonglong>(point.samples))),
                    pointLines(point, picture.best, look.locale))};
}

} // namespace strata::views
