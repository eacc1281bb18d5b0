// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/plot_axis.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

namespace strata::views {
namespace {

constexpr double kGap = 6.0;
constexpr double kHandle = 5.0;

double niceStep(double span, int most) {
    const double raw = span / std::max(1, most);
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 5.0})
        if (raw <= step * decade * (1.0 + 1e-9)) return step * decade;
    return 10.0 * decade;
}

bool plain(double value, std::string_view unit) {
    return unit == kRequestRate && (value == 0.0 || (std::abs(value) >= 1e-3 && std::abs(value) < 1e4));
}

} // namespace

QString tickLabel(double value, std::string_view unit, const QLocale& locale) {
    if (!plain(value, unit)) return tickText(value, unit, locale);
    // Round values, and the steps of a logarithmic sweep: three digits are enough below a thousand.
    return locale.toString(value, 'g', std::abs(value) < 1e3 ? 3 : 6);
}

QString axisTitle(const QString& title, std::string_view unit) {
    return unit == kRequestRate ? QStringLiteral("%1 (%2)").arg(title, unitText(unit)) : title;
}

QString valueText(double value, std::string_view unit, const QLocale& locale) {
    if (!plain(value, unit)) return shortText(value, unit, locale);
    const int digits =
        value == 0.0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 5);
    return locale.toString(value, 'f', digits) + QLatin1Char(' ') + unitText(unit);
}

double PlotAxis::pixel(double value) const {
    if (!logarithmic) return first + (value - low) / (high - low) * (last - first);
    const double place = std::log(std::max(value, 1e-300) / low) / std::log(high / low);
    return first + place * (last - first);
}

double PlotAxis::value(double pixel) const {
    const double place = (pixel - first) / (last - first);
    return logarithmic ? low * std::pow(high / low, place) : low + place * (high - low);
}

PlotAxis PlotAxis::zoomed(double factor, double around) const {
    PlotAxis result = *this;
    result.low = value(around + factor * (first - around));
    result.high = value(around + factor * (last - around));
    return result.high > result.low ? result : *this;
}

PlotAxis PlotAxis::panned(double pixels) const {
    PlotAxis result = *this;
    result.low = value(first - pixels);
    result.high = value(last - pixels);
    return result;
}

std::vector<double> axisTicks(const PlotAxis& axis, int most) {
    std::vector<double> ticks;
    const double decades = axis.logarithmic ? std::log10(axis.high / axis.low) : 0.0;
    if (axis.logarithmic && decades > 0.9) {
        static constexpr std::array kMantissas{1.0, 2.0, 5.0};
        const std::size_t mantissas = 3.0 * decades <= most ? 3 : 1;
        const int stride = std::max(1, static_cast<int>(std::ceil(decades / most)));
        const int first = static_cast<int>(std::floor(std::log10(axis.low)));
        const int last = static_cast<int>(std::ceil(std::log10(axis.high)));
        for (int exponent = first; exponent <= last; ++exponent) {
            if (exponent % stride != 0) continue;
            for (std::size_t i = 0; i < mantissas; ++i)
                ticks.push_back(kMantissas[i] * std::pow(10.0, exponent));
        }
    } else {
        const double step = niceStep(axis.high - axis.low, most);
        for (double i = std::ceil(axis.low / step); i * step <= axis.high * (1.0 + 1e-12); ++i)
            ticks.push_back(i * step);
    }
    std::erase_if(ticks,
                  [&](double tick) { return tick < axis.low * (1.0 - 1e-12) || tick > axis.high * (1.0 + 1e-12); });
    return ticks;
}

void paintAcross(QPainter& painter, const QRectF& area, const PlotAxis& axis, std::string_view unit,
                 const QString& whole_title, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    const QString title = metrics.elidedText(whole_title, Qt::ElideRight, area.width());
    painter.setFont(look.font);
    const double room = metrics.horizontalAdvance(QStringLiteral("000 ms")) + 2 * kGap;
    double free_from = -1e9;
    const double end = area.right() - (title.isEmpty() ? 0.0 : metrics.horizontalAdvance(title) + kGap);
    for (const double tick : axisTicks(axis, std::max(2, static_cast<int>(area.width() / room)))) {
        const double x = axis.pixel(tick);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = tickLabel(tick, unit, look.locale);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width));
        if (left < free_from || left + width > end) continue;
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(left, area.bottom() + 3 + metrics.ascent()), text);
        free_from = left + width + kGap;
    }
    if (title.isEmpty()) return;
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(title), area.bottom() + 3 + metrics.ascent()),
                     title);
}

void paintUpwards(QPainter& painter, const QRectF& area, const PlotAxis& axis, std::string_view unit,
                  const QString& title, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    for (const double tick : axisTicks(axis, std::max(2, static_cast<int>(area.height() / (2.2 * metrics.height()))))) {
        const double y = axis.pixel(tick);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        const QString text = tickLabel(tick, unit, look.locale);
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(area.left() - kGap - metrics.horizontalAdvance(text), y + metrics.capHeight() / 2),
                         text);
    }
    if (title.isEmpty()) return;
    painter.setPen(look.theme.text);
    const double left = std::max(0.0, area.left() - metrics.horizontalAdvance(QStringLiteral("000 /s ")));
    // Clear of the label of a tick at the very top.
    painter.drawText(QPointF(left, area.top() - metrics.capHeight() / 2 - metrics.descent() - 3),
                     metrics.elidedText(title, Qt::ElideRight, area.right() - left));
}

QRectF plotArea(const QRectF& whole, const QFont& font, double above) {
    const QFontMetricsF metrics(font);
    const double left = metrics.horizontalAdvance(QStringLiteral("000 /s")) + 2 * kGap;
    return whole.adjusted(left, above + metrics.height() + metrics.capHeight() / 2 + kGap, -2 * kGap,
                          -(metrics.height() + kGap + 2));
}

void paintHandle(QPainter& painter, const QRectF& area, double x, const QColor& color, const ServingLook& look) {
    painter.setPen(QPen(color, 1.6 * look.line_width));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    if (look.figure) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF(
        {{x - kHandle, area.top() - kHandle}, {x + kHandle, area.top() - kHandle}, {x, area.top() + kHandle}}));
    painter.setBrush(Qt::NoBrush);
}

} // namespace strata::views
