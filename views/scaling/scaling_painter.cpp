// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_painter.h"

#include "views/scaling/communication_shares.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

using explore::ScalingPoint;
using explore::ScalingRun;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString devicesTitle() { return tr("Devices"); }

QString shareTitle() { return tr("Communication, share of the iteration"); }

class ScalingPainter {
public:
    ScalingPainter(QPainter& painter, const ScalingPair& pair, const ScalingLayout& layout, const PictureLook& look)
        : painter_(painter), pair_(pair), layout_(layout), look_(look), metrics_(look.font) {
        painter_.setFont(look.font);
    }

    void paint(std::uint64_t marked) {
        paintHeader();
        paintValueAxis();
        paintDevicesAxis();
        if (!layout_.shares.isEmpty()) {
            paintShareAxis();
            paintCommunication(painter_, *pair_.selected, layout_, look_);
        }
        if (marked > 0) paintMarked(marked);
        paintIdeal();
        paintInterval();
        if (pair_.baseline) paintTwinLine();
        paintCurve();
        if (pair_.baseline) paintTwinMarks();
    }

private:
    void text(const QPointF& left, const QString& words, const QColor& color) {
        painter_.setPen(color);
        painter_.drawText(left, words);
    }

    void paintHeader() {
        const double square = layout_.header.height();
        paintLetter(painter_, QRectF(layout_.header.topLeft(), QSizeF(square, square)), QLatin1Char(look_.letter),
                    look_.theme, look_.font, false);
        painter_.setFont(look_.font);
        const double left = layout_.header.left() + square + 5.0;
        const double room = layout_.header.right() - left;
        QString summary = scalingSummary(pair_, look_.locale);
        if (metrics_.horizontalAdvance(summary) > room) summary = scalingSummary(pair_, look_.locale, true);
        text({left, layout_.header.top() + metrics_.ascent()}, metrics_.elidedText(summary, Qt::ElideRight, room),
             pair_.stale ? look_.theme.text_muted : look_.theme.text);
        text({layout_.chart.left(), layout_.chart.top() - 5.0}, quantityTitle(pair_.metric), look_.theme.text_muted);
    }

    void gridLine(double y, const QString& label, const QRectF& area) {
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        text({area.left() - 6.0 - metrics_.horizontalAdvance(label), y + (metrics_.ascent() - metrics_.descent()) / 2},
             label, look_.theme.text_muted);
    }

    void paintValueAxis() {
        const std::string_view unit = quantityUnit(pair_.metric);
        double last_y = layout_.chart.bottom() + 2.0 * metrics_.height();
        for (const double value : ticks()) {
            const double y = layout_.y(value);
            if (last_y - y < 1.3 * metrics_.height()) continue;
            gridLine(y, unit == "1" ? shareText(value, look_.locale) : tickText(value, unit, look_.locale),
                     layout_.chart);
            last_y = y;
        }
    }

    std::vector<double> ticks() const {
        std::vector<double> values;
        if (layout_.logarithmic) {
            for (double decade = std::pow(10.0, std::floor(std::log10(layout_.least))); decade <= layout_.most;
                 decade *= 10.0)
                for (const double factor : {1.0, 2.0, 5.0})
                    if (factor * decade >= layout_.least && factor * decade <= layout_.most)
                        values.push_back(factor * decade);
            return values;
        }
        const double unit = quantityUnit(pair_.metric) == "B"
                                ? std::pow(1024.0, std::floor(std::log(layout_.most) / std::log(1024.0)))
                                : 1.0;
        const double rough = layout_.most / unit / std::max(1.0, layout_.chart.height() / (2.5 * metrics_.height()));
        const double decade = std::pow(10.0, std::floor(std::log10(rough)));
        double step = 10.0 * decade;
        for (const double factor : {5.0, 2.0, 1.0})
            if (factor * decade >= rough) step = factor * decade;
        for (double value = 0.0; value * unit <= layout_.most; value += step)
            values.push_back(value * unit);
        return values;
    }

    void paintDevicesAxis() {
        const QRectF& lower = layout_.shares.isEmpty() ? layout_.chart : layout_.shares;
        painter_.setPen(QPen(look_.theme.text_muted, look_.line_width));
        painter_.drawLine(layout_.chart.bottomLeft(), layout_.chart.bottomRight());
        painter_.drawLine(lower.bottomLeft(), lower.bottomRight());
        double free_x = -1e9;
        for (const ScalingSpot& spot : layout_.spots) {
            const QString number = look_.locale.toString(static_cast<qulonglong>(spot.point->devices));
            const double half = metrics_.horizontalAdvance(number) / 2;
            painter_.setPen(QPen(look_.theme.text_muted, look_.line_width));
            painter_.drawLine(QPointF(spot.value.x(), lower.bottom()), QPointF(spot.value.x(), lower.bottom() + 3.0));
            if (spot.value.x() - half < free_x) continue;
            text({spot.value.x() - half, lower.bottom() + 4.0 + metrics_.ascent()}, number, look_.theme.text_muted);
            free_x = spot.value.x() + half + 8.0;
        }
        const QString title = devicesTitle();
        text({lower.center().x() - metrics_.horizontalAdvance(title) / 2,
              lower.bottom() + 4.0 + metrics_.height() + metrics_.ascent()},
             title, look_.theme.text_muted);
    }

    void paintShareAxis() {
        gridLine(layout_.shareY(0.0), QStringLiteral("0"), layout_.shares);
        const bool halves = layout_.shares.height() > 5.0 * metrics_.height();
        for (const double part : {0.5, 1.0}) {
            const double share = part * layout_.most_share;
            if (part == 1.0 || halves) gridLine(layout_.shareY(share), shareText(share, look_.locale), layout_.shares);
        }
        text({layout_.shares.left(), layout_.shares.top() - 5.0}, shareTitle(), look_.theme.text_muted);
    }

    void paintMarked(std::uint64_t devices) {
        const double x = layout_.x(static_cast<double>(devices));
        painter_.setPen(QPen(look_.theme.accent, 1.4 * look_.line_width));
        for (const QRectF& area : {layout_.chart, layout_.shares}) // not through the title between them
            if (!area.isEmpty()) painter_.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const double side = 5.0;
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(look_.theme.accent);
        painter_.drawPolygon(QPolygonF({QPointF(x - side, layout_.chart.top()), QPointF(x + side, layout_.chart.top()),
                                        QPointF(x, layout_.chart.top() + 2.0 * side)}));
    }

    void paintIdeal() {
        const auto from = idealAt(*pair_.selected, pair_.metric, layout_.least_devices);
        const auto to = idealAt(*pair_.selected, pair_.metric, layout_.most_devices);
        if (!from || !to) return;
        painter_.setPen(QPen(look_.theme.text_muted, look_.line_width, Qt::DashLine));
        // Straight on two logarithmic axes, and where it is constant.
        painter_.drawLine(QPointF(layout_.chart.left(), layout_.y(*from)),
                          QPointF(layout_.chart.right(), layout_.y(*to)));
    }

    void paintInterval() {
        QPolygonF band;
        for (const ScalingSpot& spot : layout_.spots)
            if (spot.high) band << *spot.high;
        for (auto spot = layout_.spots.rbegin(); spot != layout_.spots.rend(); ++spot)
            if (spot->low) band << *spot->low;
        if (band.size() < 3) return;
        QColor color = look_.theme.design(look_.letter);
        color.setAlphaF(0.14f);
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(color);
        painter_.drawPolygon(band);
    }

    void paintCurve() {
        QPolygonF line;
        for (const ScalingSpot& spot : layout_.spots) {
            if (spot.point->valid && spot.point->find(pair_.metric) != nullptr) {
                line << spot.value;
                continue;
            }
            // A plan that cannot run on so many devices: a cross at the axis.
            painter_.setPen(QPen(look_.theme.error, 1.4 * look_.line_width));
            const QPointF at(spot.value.x(), layout_.chart.bottom() - 6.0);
            painter_.drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
            painter_.drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
        }
        QColor color = look_.theme.design(look_.letter);
        if (pair_.stale) color.setAlphaF(0.5f);
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(color, 1.8 * look_.line_width));
        painter_.drawPolyline(line);
        painter_.setPen(QPen(look_.theme.surface, look_.line_width));
        painter_.setBrush(color);
        for (const QPointF& point : line)
            paintMarker(painter_, point, 4.0, look_.letter);
    }

    QPolygonF twinLine() const {
        QPolygonF line;
        for (const ScalingPoint& point : pair_.baseline->points)
            if (const Metric* metric = point.valid ? point.find(pair_.metric) : nullptr)
                line << QPointF(layout_.x(static_cast<double>(point.devices)), layout_.y(metric->value));
        return line;
    }

    void paintTwinLine() {
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(look_.theme.design(look_.baseline_letter), look_.line_width));
        painter_.drawPolyline(twinLine());
    }

    /// Hollow and on top, so that both designs can be seen where they agree.
    void paintTwinMarks() {
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(look_.theme.design(look_.baseline_letter), 1.4 * look_.line_width));
        for (const QPointF& point : twinLine())
            paintMarker(painter_, point, 5.0, look_.baseline_letter);
    }

    QPainter& painter_;
    const ScalingPair& pair_;
    const ScalingLayout& layout_;
    const PictureLook& look_;
    QFontMetricsF metrics_;
};

} // namespace

Legend scalingLegend(const ScalingPair& pair, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    const double middle = 0.5;
    if (idealAt(*pair.selected, pair.metric, 1.0))
        entries.push_back({tr("Ideal"),
                           [look, middle](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(look.theme.text_muted, look.line_width, Qt::DashLine));
                               const double y = place.top() + middle * place.height();
                               painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
                           },
                           {}});
    if (pair.baseline)
        entries.push_back({tr("Baseline %1").arg(QLatin1Char(look.baseline_letter)),
                           [look](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(look.theme.design(look.baseline_letter), 1.4 * look.line_width));
                               painter.setBrush(Qt::NoBrush);
                               paintMarker(painter, place.center(), 5.0, look.baseline_letter);
                           },
                           {}});
    for (Legend::Entry& entry : communicationEntries(*pair.selected, look))
        entries.push_back(std::move(entry));
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintScaling(QPainter& painter, const ScalingPair& pair, const ScalingLayout& layout, const Legend& legend,
                  const PictureLook& look, std::uint64_t marked) {
    ScalingPainter(painter, pair, layout, look).paint(marked);
    legend.paint(painter, layout.legend, look.theme, look.font);
}

} // namespace strata::views
