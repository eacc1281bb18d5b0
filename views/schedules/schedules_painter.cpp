// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schedules/schedules_painter.h"

#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <array>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// A quality by its member of OrderPoint; letters choose colour and marker.
struct Quality {
    double OrderPoint::*value;
    char letter;
    Qt::PenStyle style;
};
constexpr std::array kQualities{
    Quality{&OrderPoint::rank, 'A', Qt::SolidLine}, Quality{&OrderPoint::first, 'B', Qt::DashLine},
    Quality{&OrderPoint::best_of, 'C', Qt::DotLine}, Quality{&OrderPoint::error, 'D', Qt::DashDotLine}};

class SchedulesPainter {
public:
    SchedulesPainter(QPainter& painter, const SchedulesPicture& picture, const SchedulesLayout& layout,
                     const PictureLook& look)
        : painter_(painter), picture_(picture), layout_(layout), look_(look), metrics_(look.font) {
        painter_.setFont(look.font);
    }

    void paint() {
        words(layout_.header, headline(), look_.theme.text);
        words(layout_.judged, judged(), look_.theme.text_muted);
        paintLegend();
        paintLearning();
        paintRanks();
        paintList();
    }

private:
    QString count(std::size_t value) const { return look_.locale.toString(static_cast<qulonglong>(value)); }

    QString headline() const {
        QString subject = toQString(picture_.kernel.empty() ? picture_.file : picture_.kernel);
        if (!picture_.device.empty()) subject += QStringLiteral(", ") + toQString(picture_.device);
        return tr("%1: %2 configurations measured, %3 open, %4 failed")
            .arg(subject, count(picture_.measured), count(picture_.open), count(picture_.failed));
    }

    QString judged() const {
        const OrderPoint& point = picture_.point();
        return tr("After %1 samples, on %2 others: rank %3, predicted fastest %4 of the speed of the best of these, "
                  "half within %5")
            .arg(count(point.samples), count(picture_.ranks.size()), look_.locale.toString(point.rank, 'f', 3),
                 shareText(point.first, look_.locale), shareText(point.error, look_.locale));
    }

    void words(const QRectF& place, const QString& text, const QColor& color) {
        painter_.setPen(color);
        painter_.drawText(QPointF(place.left(), place.top() + metrics_.ascent()),
                          metrics_.elidedText(text, Qt::ElideRight, place.width()));
    }

    void paintLegend() {
        const QStringList names = schedulesQualities(picture_, look_.locale);
        const double mark = 2.0 * layout_.line;
        for (std::size_t i = 0; i < kQualities.size(); ++i) {
            const QRectF& place = layout_.legend[i];
            painter_.setPen(penOf(kQualities[i]));
            painter_.drawLine(QPointF(place.left(), place.center().y()),
                              QPointF(place.left() + mark - 4.0, place.center().y()));
            paintMark(kQualities[i], QPointF(place.left() + 0.5 * (mark - 4.0), place.center().y()));
            words(place.adjusted(mark, 0.0, 0.0, 0.0), names[static_cast<qsizetype>(i)], look_.theme.text_muted);
        }
    }

    QPen penOf(const Quality& quality) const {
        return {look_.theme.design(quality.letter), 1.6 * look_.line_width, quality.style};
    }

    void paintMark(const Quality& quality, const QPointF& at) {
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(look_.theme.design(quality.letter));
        paintMarker(painter_, at, 2.6, quality.letter);
        painter_.setBrush(Qt::NoBrush);
    }

    void frame(const QRectF& plot) {
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.drawLine(plot.bottomLeft(), plot.bottomRight());
        painter_.drawLine(plot.bottomLeft(), plot.topLeft());
    }

    void title(const QRectF& plot, const QString& text) {
        words(QRectF(plot.left(), plot.bottom() + 1.15 * layout_.line, plot.width(), layout_.line), text,
              look_.theme.text_muted);
    }

    void paintLearning() {
        const QRectF& plot = layout_.learning;
        frame(plot);
        double free_above = plot.bottom() + layout_.line; // of the labels
        for (const double share : {-1.0, -0.5, 0.0, 0.5, 0.9, 1.0}) {
            if (share < layout_.least_share) continue;
            const double y = layout_.quality(layout_.least_samples, share).y();
            painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
            painter_.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
            if (free_above - y < 0.9 * layout_.line && share != 1.0) continue;
            if (share == 0.9 && y - plot.top() < 0.9 * layout_.line) continue; // the last label stands there
            free_above = y;
            painter_.setPen(look_.theme.text_muted);
            const QString label = look_.locale.toString(share, 'g', 2);
            painter_.drawText(QPointF(plot.left() - metrics_.horizontalAdvance(label) - 4.0,
                                      y + (metrics_.ascent() - metrics_.descent()) / 2),
                              label);
        }
        double free_from = plot.left() - 1.0;
        for (const OrderPoint& point : picture_.learning) {
            const double x = layout_.quality(static_cast<double>(point.samples), 0).x();
            const QString label = count(point.samples);
            const double width = metrics_.horizontalAdvance(label);
            const double left = std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() - width));
            if (left < free_from) continue;
            painter_.setPen(look_.theme.text_muted);
            painter_.drawText(QPointF(left, plot.bottom() + metrics_.ascent() + 1.0), label);
            free_from = left + width + 8.0;
        }
        title(plot, tr("Samples that the model learned from"));
        for (const Quality& quality : kQualities)
            paintQuality(quality);
        paintHandle();
    }

    void paintQuality(const Quality& quality) {
        QPolygonF line;
        for (const OrderPoint& point : picture_.learning)
            line << layout_.quality(static_cast<double>(point.samples), point.*quality.value);
        painter_.setPen(penOf(quality));
        painter_.drawPolyline(line);
        for (const QPointF& at : line)
            paintMark(quality, at);
        double free_from = layout_.learning.left() - 1.0;
        for (const OrderPoint& point : picture_.learning)
            if (point.*quality.value > 1.0)
                paintAbove(quality, layout_.quality(static_cast<double>(point.samples), 1.0), point.*quality.value,
                           free_from);
    }

    /// An arrow, and the number where there is room, for a value above the axis.
    void paintAbove(const Quality& quality, const QPointF& at, double value, double& free_from) {
        const double half = 0.25 * layout_.line;
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(look_.theme.design(quality.letter));
        painter_.drawPolygon(
            QPolygonF{at + QPointF(-half, 0.0), at + QPointF(half, 0.0), at + QPointF(0.0, -1.5 * half)});
        painter_.setBrush(Qt::NoBrush);
        const QString label = shareText(value, look_.locale);
        const double width = metrics_.horizontalAdvance(label);
        const double left = std::clamp(at.x() - width / 2, layout_.learning.left(),
                                       std::max(layout_.learning.left(), layout_.learning.right() - width));
        if (left < free_from) return;
        free_from = left + width + 8.0;
        painter_.setPen(look_.theme.text);
        painter_.drawText(QPointF(left, at.y() + metrics_.ascent() + 4.0), label);
    }

    void paintHandle() {
        const double x = layout_.quality(static_cast<double>(picture_.point().samples), 0).x();
        painter_.setPen(QPen(look_.theme.accent, 2.0 * look_.line_width));
        painter_.drawLine(QPointF(x, layout_.learning.top()), QPointF(x, layout_.learning.bottom()));
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(look_.theme.accent);
        painter_.drawRect(QRectF(x - 3.0, layout_.learning.top() - 3.0, 6.0, 6.0));
        painter_.setBrush(Qt::NoBrush);
    }

    void paintRanks() {
        const QRectF& plot = layout_.ranks;
        frame(plot);
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width, Qt::DashLine));
        painter_.drawLine(plot.bottomLeft(), plot.topRight());
        painter_.setPen(Qt::NoPen);
        for (const RankPoint& point : picture_.ranks) {
            const bool proposed = point.predicted_rank <= static_cast<double>(picture_.best);
            painter_.setBrush(look_.theme.design(proposed ? 'C' : 'A'));
            paintMarker(painter_, layout_.order(point.predicted_rank, point.measured_rank), proposed ? 3.4 : 2.0,
                        proposed ? 'C' : 'A');
        }
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(look_.theme.text_muted);
        painter_.drawText(QPointF(plot.left() + 4.0, plot.top() + metrics_.ascent()),
                          metrics_.elidedText(tr("Predicted place"), Qt::ElideRight, plot.width()));
        painter_.drawText(QPointF(plot.left(), plot.bottom() + metrics_.ascent() + 1.0), look_.locale.toString(1));
        const QString last = count(picture_.ranks.size());
        painter_.drawText(
            QPointF(plot.right() - metrics_.horizontalAdvance(last), plot.bottom() + metrics_.ascent() + 1.0), last);
        title(plot, tr("Measured place, the fastest first"));
    }

    void paintList() {
        if (picture_.next.empty()) return;
        words(QRectF(layout_.list.left(), layout_.list.top(), layout_.list.width(), layout_.line),
              tr("Measure next, the most promising first"), look_.theme.text_muted);
        for (std::size_t i = 0; i < picture_.next.size(); ++i) {
            const QRectF place(layout_.list.left(), layout_.list.top() + static_cast<double>(i + 1) * layout_.line,
                               layout_.list.width(), layout_.line);
            if (place.bottom() > layout_.list.bottom() + 1.0) return;
            words(place,
                  QStringLiteral("%1. %2").arg(look_.locale.toString(static_cast<qulonglong>(i + 1)),
                                               toQString(picture_.next[i])),
                  look_.theme.text);
        }
    }

    QPainter& painter_;
    const SchedulesPicture& picture_;
    const SchedulesLayout& layout_;
    const PictureLook& look_;
    QFontMetricsF metrics_;
};

} // namespace

void paintSchedules(QPainter& painter, const SchedulesPicture& picture, const SchedulesLayout& layout,
                    const PictureLook& look) {
    SchedulesPainter(painter, picture, layout, look).paint();
}

} // namespace strata::views
