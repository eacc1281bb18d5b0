// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/cdf_painter.h"

#include "views/support/plot/plot_parts.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/letter.h"
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

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

double headerHeight(const CdfPicture& picture, const QFont& font) {
    return (picture.baseline ? 2.0 : 1.0) * (QFontMetricsF(font).height() + 3.0) + kGap;
}

PlotAxis shareAxis(const QRectF& area) { return {0.0, 1.0, false, area.bottom(), area.top()}; }

constexpr double kLeastStep = 0.5; // units: what is closer is one step

/// The distribution as a staircase between the ends of the axis; as many steps as there is room for, however many
/// requests there are.
QPolygonF staircase(const Distribution& distribution, const PlotAxis& x, const PlotAxis& y) {
    QPolygonF line;
    double share = distribution.shareWithin(x.low);
    line << QPointF(x.first, y.pixel(share));
    const auto begin = std::ranges::upper_bound(distribution.seconds, x.low) - distribution.seconds.begin();
    for (auto i = static_cast<std::size_t>(begin); i < distribution.seconds.size(); ++i) {
        if (distribution.seconds[i] > x.high) break;
        const double at = x.pixel(distribution.seconds[i]);
        share = distribution.share[i];
        if (line.size() > 1 && at - line.back().x() < kLeastStep) {
            line.back().setY(y.pixel(share));
            continue;
        }
        line << QPointF(at, line.back().y()) << QPointF(at, y.pixel(share));
    }
    line << QPointF(x.last, y.pixel(share));
    return line;
}

void paintSide(QPainter& painter, const QRectF& area, const CdfPicture& picture, const CdfSide& side, bool hollow,
               const ServingLook& look) {
    const char letter = hollow ? look.baseline_letter : look.letter;
    QColor color = look.theme.design(letter);
    if (side.stale && !side.partial) color.setAlphaF(kFaded);
    const PlotAxis shares = shareAxis(area);
    // Right angles need no bevels, which cost an arc tangent each.
    painter.setPen(QPen(color, (hollow ? 1.4 : 2.2) * look.line_width, hollow ? Qt::DashLine : Qt::SolidLine,
                        Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(staircase(side.distribution, picture.axis, shares));
    if (side.partial) return;
    const double radius = 0.22 * QFontMetricsF(look.font).height();
    for (const PercentileMark& mark : side.marks) {
        if (!picture.axis.contains(mark.metric.value)) continue;
        painter.setBrush(hollow ? look.theme.surface : color);
        painter.setPen(QPen(color, 1.2 * look.line_width));
        const QPointF centre(picture.axis.pixel(mark.metric.value), shares.pixel(mark.share));
        painter.drawEllipse(centre, radius, radius);
        const QPointF corner(1.5 * radius, 1.5 * radius);
        if (side.extrapolated)
            paintExtrapolated(painter, QRectF(centre - corner, centre + corner), look.theme, look.line_width);
    }
}

/// Percentiles as far as there is room: the ends of the distribution before what lies between them.
QString headerText(const CdfSide& side, const ServingLook& look, double width) {
    if (side.partial) return tr("finished so far");
    const QFontMetricsF metrics(look.font);
    std::vector<PercentileMark> marks = side.marks;
    QString text;
    for (const double dropped : {0.0, 0.95, 0.9}) {
        std::erase_if(marks, [&](const PercentileMark& mark) { return mark.share == dropped; });
        QStringList parts;
        for (const PercentileMark& mark : marks)
            parts << QStringLiteral("%1 %2").arg(mark.name, shortText(mark.metric.value, "s", look.locale));
        text = parts.join(QStringLiteral("   "));
        if (side.stale) text = tr("%1 (of before)").arg(text);
        if (side.extrapolated) text = tr("%1 (extrapolated)").arg(text);
        if (metrics.horizontalAdvance(text) <= width) break;
    }
    return metrics.elidedText(text, Qt::ElideRight, width);
}

void paintHeader(QPainter& painter, const QRectF& area, const CdfPicture& picture, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    const double line = metrics.height();
    double y = area.top() - headerHeight(picture, look.font) - line - 0.5 * QFontMetricsF(look.font).capHeight() - 6.0;
    const double left = std::max(4.0, area.left() - metrics.horizontalAdvance(QStringLiteral("000 /s ")));
    const auto row = [&](const CdfSide& side, char letter, bool hollow) {
        paintLetter(painter, QRectF(left, y, line, line), QLatin1Char(letter), look.theme, look.font, hollow);
        painter.setFont(look.font);
        painter.setPen(look.theme.text);
        const double from = left + line + 0.6 * kGap;
        painter.drawText(QPointF(from, y + metrics.ascent()), headerText(side, look, area.right() - from));
        y += line + 3.0;
    };
    row(picture.selected, look.letter, false);
    if (picture.baseline) row(*picture.baseline, look.baseline_letter, true);
}

void paintLevel(QPainter& painter, const QRectF& area, const CdfPicture& picture, const ServingLook& look) {
    const auto& level = picture.selected.slo_s;
    if (picture.baseline && picture.baseline->slo_s && picture.baseline->slo_s != level &&
        picture.axis.contains(*picture.baseline->slo_s)) {
        const double x = picture.axis.pixel(*picture.baseline->slo_s);
        painter.setPen(QPen(look.theme.design(look.baseline_letter), look.line_width, Qt::DotLine));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    if (!level || !picture.axis.contains(*level)) return;
    const double x = picture.axis.pixel(*level);
    paintHandle(painter, area, x, look.theme.accent, look);
    QStringList lines{tr("Service level %1").arg(shortText(*level, "s", look.locale))};
    const auto kept = [&](const CdfSide& side, char letter, double limit) {
        lines << tr("%1: %2 within it")
                     .arg(QLatin1Char(letter))
                     .arg(shareText(side.distribution.shareWithin(limit), look.locale));
    };
    kept(picture.selected, look.letter, *level);
    if (picture.baseline) kept(*picture.baseline, look.baseline_letter, picture.baseline->slo_s.value_or(*level));
    const QFontMetricsF metrics(look.font);
    double widest = 0.0;
    for (const QString& line : lines)
        widest = std::max(widest, metrics.horizontalAdvance(line));
    const bool right = x + kGap + widest < area.right();
    // Beside the line at the bottom, where the curve of those who keep it is already above.
    double y = area.bottom() - kGap - (static_cast<double>(lines.size()) - 1.0) * metrics.height() - metrics.descent();
    painter.setFont(look.font);
    for (const QString& line : lines) {
        const double left = right ? x + kGap : x - kGap - metrics.horizontalAdvance(line);
        paintWords(painter, QPointF(std::max(left, area.left() + 2.0), y), line, look.theme, look.theme.text);
        y += metrics.height();
    }
}

} // namespace

PlotAxis fittingAxis(const CdfPicture& picture, bool logarithmic) {
    double low = INFINITY, high = 0.0;
    const auto include = [&](double seconds) {
        if (!(seconds > 0.0)) return;
        low = std::min(low, seconds);
        high = std::max(high, seconds);
    };
    const auto side = [&](const CdfSide& cdf_side) {
        if (!cdf_side.distribution.empty()) {
            const auto& seconds = cdf_side.distribution.seconds;
            include(seconds.back());
            // Requests that are answered in no time have no place on a logarithmic axis.
            const auto first = std::ranges::find_if(seconds, [](double value) { return value > 0.0; });
            if (first != seconds.end()) include(*first);
        }
        if (cdf_side.slo_s) include(*cdf_side.slo_s);
    };
    side(picture.selected);
    if (picture.baseline) side(*picture.baseline);
    PlotAxis axis;
    axis.logarithmic = logarithmic;
    if (!(high > 0.0)) return axis;
    axis.low = logarithmic ? 0.8 * low : 0.0;
    axis.high = (logarithmic ? 1.35 : 1.08) * high;
    return axis;
}

QRectF place(CdfPicture& picture, const QRectF& whole, const ServingLook& look) {
    const QRectF area = plotArea(whole, look.font, headerHeight(picture, look.font));
    picture.axis.first = area.left();
    picture.axis.last = area.right();
    return area;
}

void paintCdf(QPainter& painter, const QRectF& area, const CdfPicture& picture, const ServingLook& look) {
    paintAcross(painter, area, picture.axis, "s", latencyText(picture.latency), look);
    paintUpwards(painter, area, shareAxis(area), "1", tr("Requests"), look);
    if (picture.baseline) paintSide(painter, area, picture, *picture.baseline, true, look);
    paintSide(painter, area, picture, picture.selected, false, look);
    paintLevel(painter, area, picture, look);
    paintHeader(painter, area, picture, look);
}

std::optional<double> sloNear(const CdfPicture& picture, const QRectF& area, const QPointF& at, double reach) {
    if (!picture.selected.slo_s || !picture.axis.contains(*picture.selected.slo_s)) return {};
    if (at.y() < area.top() - 2 * reach || at.y() > area.bottom() + reach) return {};
    const double x = picture.axis.pixel(*picture.selected.slo_s);
    return std::abs(at.x() - x) <= reach ? std::optional(x) : std::nullopt;
}

QString cdfAnswer(const CdfPicture& picture, const QRectF& area, const ServingLook& look, const QPointF& at) {
    if (!area.adjusted(0, -4, 0, 4).contains(at)) return {};
    const PlotAxis shares = shareAxis(area);
    for (const PercentileMark& mark : picture.selected.marks) {
        const QPointF centre(picture.axis.pixel(mark.metric.value), shares.pixel(mark.share));
        if (QLineF(centre, at).length() > 6.0 || picture.selected.partial) continue;
        Answer answer;
        answer.title = quantityTitle(mark.metric.name);
        answer.value = mark.metric.value;
        answer.unit = "s";
        answer.interval = mark.metric;
        if (picture.baseline) {
            const auto twin = std::ranges::find(picture.baseline->marks, mark.share, &PercentileMark::share);
            if (twin != picture.baseline->marks.end()) answer.baseline = twin->metric.value;
            answer.baseline_letter = look.baseline_letter;
        }
        return answerHtml(answer, look.locale);
    }
    const double seconds = picture.axis.value(at.x());
    QString html = QStringLiteral("<b>%1</b>").arg(shortText(seconds, "s", look.locale));
    const auto side = [&](const CdfSide& cdf_side, char letter) {
        html += QStringLiteral("<br>") + tr("%1: %2 of the requests within it")
                                             .arg(QLatin1Char(letter))
                                             .arg(shareText(cdf_side.distribution.shareWithin(seconds), look.locale));
    };
    side(picture.selected, look.letter);
    if (picture.baseline) side(*picture.baseline, look.baseline_letter);
    return html;
}

} // namespace strata::views
