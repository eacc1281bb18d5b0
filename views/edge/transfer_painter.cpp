// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/edge_painter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString errorText(double error, const QLocale& locale) { return shareText(error, locale); }

void paintLearning(QPainter& painter, const TransferPicture& picture, const TransferLayout& layout,
                   const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setPen(QPen(look.theme.hairline, look.line_width));
    painter.drawLine(layout.plot.bottomLeft(), layout.plot.bottomRight());
    painter.drawLine(layout.plot.bottomLeft(), layout.plot.topLeft());
    painter.setPen(look.theme.text_muted);
    painter.drawText(QPointF(layout.plot.left() + 4.0, layout.plot.top() + metrics.ascent()),
                     errorText(layout.most, look.locale));
    const QString title = tr("Measurements");
    painter.drawText(
        QPointF(layout.plot.right() - metrics.horizontalAdvance(title), layout.plot.bottom() + metrics.height()),
        title);
    QPolygonF band, line;
    for (const LearningPoint& point : picture.learning) {
        band << layout.at(point.measurements, point.p90);
        line << layout.at(point.measurements, point.median);
    }
    QPolygonF area = band;
    for (auto point = line.rbegin(); point != line.rend(); ++point)
        area << *point;
    QColor shade = look.theme.accent;
    shade.setAlpha(50);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shade);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.accent, 2.0 * look.line_width));
    painter.drawPolyline(line);
    painter.setBrush(look.theme.accent);
    for (const LearningPoint& point : picture.learning) {
        const QPointF at = layout.at(point.measurements, point.median);
        painter.drawEllipse(at, 2.5, 2.5);
        painter.drawText(QPointF(at.x() - 4.0, layout.plot.bottom() + metrics.height()),
                         look.locale.toString(static_cast<qlonglong>(point.measurements)));
    }
    painter.setBrush(Qt::NoBrush);
}

} // namespace

QPointF TransferLayout::at(double count, double error) const {
    return {plot.left() + 0.9 * plot.width() * count / std::max(1.0, measurements),
            plot.bottom() - plot.height() * std::min(1.0, error / most)};
}

TransferLayout layOutTransfer(const TransferPicture& picture, const QFont& font, const QSizeF& size) {
    const QFontMetricsF metrics(font);
    TransferLayout layout;
    layout.header = QRectF(kGap, kGap, size.width() - 2 * kGap, metrics.height());
    const double top = layout.header.bottom() + kGap;
    const double share = picture.learning.empty() ? 0.0 : picture.next.empty() ? 1.0 : 0.55;
    const double room = size.height() - top - kGap;
    layout.plot = QRectF(kGap, top, size.width() - 2 * kGap, std::max(0.0, share * room - metrics.height() - kGap));
    layout.list = QRectF(kGap, top + share * room, size.width() - 2 * kGap, (1.0 - share) * room);
    layout.row = metrics.height() + 4.0;
    layout.most = 0.01;
    for (const LearningPoint& point : picture.learning) {
        layout.most = std::max(layout.most, point.p90);
        layout.measurements = std::max(layout.measurements, point.measurements);
    }
    return layout;
}

void paintTransfer(QPainter& painter, const TransferPicture& picture, const TransferLayout& layout,
                   const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
                     tr("%1, four of five between %2 and %3")
                         .arg(shortText(picture.latency_s, "s", look.locale),
                              shortText(picture.low_s, "s", look.locale), shortText(picture.high_s, "s", look.locale)));
    if (!picture.learning.empty()) paintLearning(painter, picture, layout, look);
    if (picture.next.empty()) return;
    painter.setPen(look.theme.text_muted);
    painter.drawText(QPointF(layout.list.left(), layout.list.top() + metrics.ascent()),
                     tr("Measure next, the most telling first"));
    painter.setPen(look.theme.text);
    for (std::size_t i = 0; i < picture.next.size(); ++i) {
        const double base = layout.list.top() + (static_cast<double>(i) + 1.0) * layout.row + metrics.ascent();
        if (base > layout.list.bottom()) break;
        const NextMeasurement& next = picture.next[i];
        painter.drawText(QPointF(layout.list.left(), base),
                         tr("%1. %2: %3 expected")
                             .arg(i + 1)
                             .arg(toQString(next.network), shortText(next.seconds, "s", look.locale)));
    }
}

PictureHit transferHit(const TransferPicture& picture, const TransferLayout& layout, const PictureLook& look,
                       const QPointF& position) {
    for (const LearningPoint& point : picture.learning) {
        const QPointF at = layout.at(point.measurements, point.median);
        const QRectF place(at.x() - 8.0, layout.plot.top(), 16.0, layout.plot.height());
        if (!place.contains(position)) continue;
        return {place, hitHtml(tr("After %1 measurements").arg(point.measurements),
                               {tr("Half of the others within %1").arg(errorText(point.median, look.locale)),
                                tr("Nine of ten within %1").arg(errorText(point.p90, look.locale)),
                                tr("%1 inside their intervals").arg(shareText(point.covered, look.locale))})};
    }
    for (std::size_t i = 0; i < picture.next.size(); ++i) {
        const QRectF place(layout.list.left(), layout.list.top() + (static_cast<double>(i) + 1.0) * layout.row,
                           layout.list.width(), layout.row);
        const NextMeasurement& next = picture.next[i];
        if (place.contains(position))
            return {place, hitHtml(toQString(next.network), {tr("Expected between %1 and %2")
                                                                 .arg(shortText(next.low_s, "s", look.locale),
                                                                      shortText(next.high_s, "s", look.locale))})};
    }
    return {};
}

} // namespace strata::views
