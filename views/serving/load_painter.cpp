// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/load_painter.h"

#include "views/support/plot/plot_parts.h"
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
constexpr float kFaded = 0.45F;
constexpr double kShownDecades = 2.4; // of answers below the most; what is below is little

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

std::vector<Legend::Entry> legendEntries(const LoadPicture& picture, const ServingLook& look) {
    const auto line = [&look](Qt::PenStyle style, double width, const QColor& color) {
        return [=, pen = QPen(color, width * look.line_width, style)](QPainter& painter, const QRectF& place) {
            painter.setPen(pen);
            painter.drawLine(QPointF(place.left(), place.center().y()), QPointF(place.right(), place.center().y()));
        };
    };
    const QColor color = look.theme.design(look.letter);
    std::vector<Legend::Entry> entries;
    if (std::ranges::any_of(picture.selected.points, [](const LoadPoint& point) { return bool(point.goodput_per_s); }))
        entries.push_back({tr("Goodput"), line(Qt::SolidLine, 2.2, color), {}});
    entries.push_back({tr("Throughput"), line(Qt::SolidLine, 1.0, color), {}});
    if (picture.baseline)
        entries.push_back({tr("Baseline %1").arg(QLatin1Char(look.baseline_letter)),
                           line(Qt::DashLine, 1.4, look.theme.design(look.baseline_letter)),
                           {}});
    entries.push_back({tr("Asked"), line(Qt::DotLine, 1.2, look.theme.text_muted), {}});
    return entries;
}

QPointF clipped(QPointF from, const QPointF& to, const QRectF& area, double bottom) {
    if (from.y() > bottom && to.y() < bottom) from += (to - from) * ((bottom - from.y()) / (to.y() - from.y()));
    if (from.x() < area.left() && to.x() > area.left())
        from += (to - from) * ((area.left() - from.x()) / (to.x() - from.x()));
    if (from.x() > area.right() && to.x() < area.right())
        from += (to - from) * ((area.right() - from.x()) / (to.x() - from.x()));
    return from;
}

/// Straight between neighbours, cut to the area.
void paintCurve(QPainter& painter, const QRectF& area, const std::vector<QPointF>& points) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF a = clipped(points[i - 1], points[i], area, area.bottom());
        const QPointF b = clipped(points[i], points[i - 1], area, area.bottom());
        const QRectF room = area.adjusted(-0.5, -0.5, 0.5, 0.5);
        if (room.contains(a) && room.contains(b)) painter.drawLine(a, b);
    }
}

void paintSide(QPainter& painter, const QRectF& area, const LoadPicture& picture, const LoadSide& side, bool hollow,
               const ServingLook& look) {
    QColor color = look.theme.design(hollow ? look.baseline_letter : look.letter);
    if (side.stale) color.setAlphaF(kFaded);
    const Qt::PenStyle style = hollow ? Qt::DashLine : Qt::SolidLine;
    std::vector<QPointF> throughput, goodput;
    for (const LoadPoint& point : side.points) {
        const double x = picture.rate.pixel(point.rate_per_s);
        throughput.emplace_back(x, picture.answered.pixel(point.requests_per_s));
        // Nothing good has no place on a logarithmic axis: it falls to its end.
        if (point.goodput_per_s)
            goodput.emplace_back(x, picture.answered.pixel(std::max(*point.goodput_per_s, 0.1 * picture.answered.low)));
    }
    painter.setPen(QPen(color, look.line_width, style));
    paintCurve(painter, area, throughput);
    painter.setPen(QPen(color, (hollow ? 1.4 : 2.2) * look.line_width, style));
    paintCurve(painter, area, goodput);
    if (hollow) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF& at : goodput.empty() ? throughput : goodput)
        if (area.contains(at)) painter.drawEllipse(at, 2.0, 2.0);
    painter.setBrush(Qt::NoBrush);
}

void paintAsked(QPainter& painter, const QRectF& area, const LoadPicture& picture, const ServingLook& look) {
    painter.setPen(QPen(look.theme.text_muted, 1.2 * look.line_width, Qt::DotLine));
    std::vector<QPointF> line;
    constexpr int kSteps = 24;
    for (int i = 0; i <= kSteps; ++i) {
        const double x = area.left() + area.width() * i / kSteps;
        line.emplace_back(x, std::max(picture.answered.pixel(picture.rate.value(x)), area.top()));
    }
    for (std::size_t i = 1; i < line.size(); ++i)
        if (line[i - 1].y() > area.top() && line[i - 1].y() <= area.bottom()) painter.drawLine(line[i - 1], line[i]);
}

void paintSaturation(QPainter& painter, const QRectF& area, const LoadPicture& picture, const ServingLook& look) {
    const auto flat = picture.selected.saturation();
    if (!flat || !picture.answered.contains(flat->per_s)) return;
    const QFontMetricsF metrics(look.font);
    const double y = picture.answered.pixel(flat->per_s);
    painter.setPen(QPen(look.theme.text_muted, look.line_width, Qt::DashDotLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setFont(look.font);
    const QString value = valueText(flat->per_s, kRequestRate, look.locale);
    QString text = tr("saturates at %1 (%2 to %3)")
                       .arg(value, tickLabel(flat->low, kRequestRate, look.locale),
                            tickLabel(flat->high, kRequestRate, look.locale));
    if (metrics.horizontalAdvance(text) > area.width() - 8.0) text = tr("saturates at %1").arg(value);
    if (metrics.horizontalAdvance(text) > area.width() - 8.0) return;
    paintWords(painter, QPointF(area.left() + 4.0, y - metrics.descent() - 2.0), text, look.theme, look.theme.text);
}

void paintRate(QPainter& painter, const QRectF& area, const LoadPicture& picture, const ServingLook& look) {
    const auto& rate = picture.selected.rate_per_s;
    if (!rate || !picture.rate.contains(*rate)) return;
    const double x = picture.rate.pixel(*rate);
    paintHandle(painter, area, x, look.theme.accent, look);
    const QFontMetricsF metrics(look.font);
    const QString text = tr("now %1").arg(valueText(*rate, kRequestRate, look.locale));
    const double width = metrics.horizontalAdvance(text);
    const double left = x + kGap + width < area.right() ? x + kGap : x - kGap - width;
    painter.setFont(look.font);
    paintWords(painter, QPointF(left, area.bottom() - kGap), text, look.theme, look.theme.text);
}

Legend legendOf(const LoadPicture& picture, const ServingLook& look, double width) {
    Legend legend;
    legend.layOut(legendEntries(picture, look), look.font, width);
    return legend;
}

} // namespace

QRectF place(LoadPicture& picture, const QRectF& whole, const std::optional<PlotAxis>& chosen,
             const ServingLook& look) {
    double low = INFINITY, high = 0.0, most = 0.0;
    const auto include = [&](const LoadSide& side) {
        if (side.rate_per_s) {
            low = std::min(low, *side.rate_per_s);
            high = std::max(high, *side.rate_per_s);
        }
        for (const LoadPoint& point : side.points) {
            low = std::min(low, point.rate_per_s);
            high = std::max(high, point.rate_per_s);
            most = std::max(most, point.requests_per_s);
        }
    };
    include(picture.selected);
    if (picture.baseline) include(*picture.baseline);
    if (!(high > 0.0)) low = 0.1, high = 10.0;
    if (high < 4.0 * low) low *= 0.5, high *= 2.0;
    picture.rate = chosen.value_or(PlotAxis{low, high, true});
    if (!(most > 0.0)) most = high;
    picture.answered = {std::max(low, most / std::pow(10.0, kShownDecades)), 1.5 * most, true};
    if (picture.answered.low >= 0.5 * picture.answered.high) picture.answered.low = 0.1 * picture.answered.high;
    const double above = legendOf(picture, look, whole.width() - 2 * kGap).height() + kGap;
    const QRectF area = plotArea(whole, look.font, above);
    picture.rate.first = area.left();
    picture.rate.last = area.right();
    picture.answered.first = area.bottom();
    picture.answered.last = area.top();
    return area;
}

void paintLoad(QPainter& painter, const QRectF& area, const LoadPicture& picture, const ServingLook& look) {
    paintAcross(painter, area, picture.rate, kRequestRate, axisTitle(tr("Arrival rate"), kRequestRate), look);
    paintUpwards(painter, area, picture.answered, kRequestRate, axisTitle(tr("Answered"), kRequestRate), look);
    paintAsked(painter, area, picture, look);
    if (picture.baseline) paintSide(painter, area, picture, *picture.baseline, true, look);
    paintSide(painter, area, picture, picture.selected, false, look);
    paintSaturation(painter, area, picture, look);
    if (!look.figure) paintRate(painter, area, picture, look);
    const QFontMetricsF metrics(look.font);
    const double left = std::max(4.0, area.left() - metrics.horizontalAdvance(QStringLiteral("000 /s ")));
    const Legend legend = legendOf(picture, look, area.right() - left);
    legend.paint(painter, QPointF(left, area.top() - metrics.height() - 6.0 - kGap - legend.height()), look.theme,
                 look.font);
}

std::optional<double> rateNear(const LoadPicture& picture, const QRectF& area, const QPointF& at, double reach) {
    if (!picture.selected.rate_per_s || !picture.rate.contains(*picture.selected.rate_per_s)) return {};
    if (at.y() < area.top() - 2 * reach || at.y() > area.bottom() + reach) return {};
    const double x = picture.rate.pixel(*picture.selected.rate_per_s);
    return std::abs(at.x() - x) <= reach ? std::optional(x) : std::nullopt;
}

QString loadAnswer(const LoadPicture& picture, const QRectF& area, const ServingLook& look, const QPointF& at) {
    if (!area.adjusted(-4, -4, 4, 4).contains(at) || picture.selected.points.empty()) return {};
    const auto nearest = [&](const LoadSide& side) {
        return std::ranges::min_element(side.points, {}, [&](const LoadPoint& point) {
            return std::abs(picture.rate.pixel(point.rate_per_s) - at.x());
        });
    };
    const LoadPoint& point = *nearest(picture.selected);
    if (std::abs(picture.rate.pixel(point.rate_per_s) - at.x()) > 12.0) return {};
    QString html =
        QStringLiteral("<b>%1</b>").arg(tr("%1 asked").arg(valueText(point.rate_per_s, kRequestRate, look.locale)));
    const auto add = [&](const LoadPoint& load_point, char letter) {
        html += QStringLiteral("<br>") + tr("%1: %2 answered")
                                             .arg(QLatin1Char(letter))
                                             .arg(valueText(load_point.requests_per_s, kRequestRate, look.locale));
        if (load_point.goodput_per_s)
            html += QStringLiteral(", ") +
                    tr("%1 of them good").arg(valueText(*load_point.goodput_per_s, kRequestRate, look.locale));
        html += QStringLiteral("<br>") + tr("P99: first token %1, answer %2")
                                             .arg(shortText(load_point.ttft_p99_s, "s", look.locale),
                                                  shortText(load_point.e2e_p99_s, "s", look.locale));
    };
    add(point, look.letter);
    if (picture.baseline && !picture.baseline->points.empty()) {
        const LoadPoint& other = *nearest(*picture.baseline);
        if (other.rate_per_s == point.rate_per_s) add(other, look.baseline_letter);
    }
    return html;
}

} // namespace strata::views
