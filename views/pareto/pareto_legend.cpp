// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_legend.h"

#include "views/explore/cloud_image.h"
#include "views/explore/exploration.h"
#include "views/explore/explore_text.h"
#include "views/explore/scaled_column.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/text.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kMargin = 8.0;
constexpr int kBarSteps = 48;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString frontWords(const ShownFront& front, double epsilon, const QLocale& locale) {
    const QString count = locale.toString(static_cast<qulonglong>(front.rows.size()));
    const QString kept = locale.toString(static_cast<qulonglong>(front.kept.size()));
    return epsilon > 0.0 ? tr("Front: %1 of %2 within %3").arg(kept, count, shareText(epsilon, locale))
                         : tr("Front: %1").arg(count);
}

} // namespace

void ParetoLegend::layOut(const Exploration& run, const ParetoSettings& settings, const ParetoAxes& axes,
                          const ShownFront& front, const ParetoLook& look, double width) {
    std::vector<Legend::Entry> entries;
    const Theme& theme = look.theme;
    const auto disc = [](const QColor& fill, double radius) {
        return [fill, radius](QPainter& painter, const QRectF& place) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawEllipse(place.center(), radius, radius);
        };
    };
    const auto ring = [](const QColor& hue, double radius) {
        return [hue, radius](QPainter& painter, const QRectF& place) {
            painter.setPen(QPen(hue, 1.6));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(place.center(), radius, radius);
        };
    };
    if (!front.rows.empty()) {
        entries.push_back({frontWords(front, settings.epsilon, look.locale), disc(theme.design('B'), 3.2), {}});
        if (front.knee)
            entries.push_back({QCoreApplication::translate("strata::views", "Knee"), ring(theme.design('B'), 4.5), {}});
    }
    if (!axes.color)
        entries.push_back({QCoreApplication::translate("strata::views", "Shown"), disc(cloudColor(theme), 2.6), {}});
    if (settings.infeasible)
        entries.push_back({QCoreApplication::translate("strata::views", "Infeasible"), ring(theme.warning, 3.0), {}});
    if (!run.filter().empty())
        entries.push_back(
            {QCoreApplication::translate("strata::views", "Outside the filter"), disc(hiddenColor(theme), 2.6), {}});
    if (look.pixels_per_unit > 0.0) entries.push_back({countsText(run.counts(), look.locale), {}, {}});
    legend_.layOut(std::move(entries), look.font, width - 2.0 * kMargin);
    const double bar = axes.color ? QFontMetricsF(look.font).height() + 6.0 : 0.0;
    height_ = legend_.height() + bar + kMargin;
}

void ParetoLegend::paint(QPainter& painter, const QRectF& place, const Exploration& run, const ParetoAxes& axes,
                         const ScaledColumn& color, const ParetoLook& look) const {
    legend_.paint(painter, place.topLeft() + QPointF(kMargin, 0), look.theme, look.font);
    if (axes.color && color.any()) paintColors(painter, place, run.columns()[*axes.color], color, axes.log_color, look);
}

/// Title, smallest value, the colours, largest value.
void ParetoLegend::paintColors(QPainter& painter, const QRectF& place, const ExploreColumn& column,
                               const ScaledColumn& color, bool logarithmic, const ParetoLook& look) const {
    const QFontMetricsF metrics(look.font);
    const double top = place.top() + legend_.height() + 4.0;
    const double base = top + metrics.ascent();
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    double at = place.left() + kMargin;
    const auto word = [&](const QString& text) {
        painter.drawText(QPointF(at, base), text);
        at += metrics.horizontalAdvance(text) + 6.0;
    };
    word(column.title);
    word(columnValueText(column, unscaled(color.low(), logarithmic), look.locale));
    const double width = std::clamp(place.right() - at - 90.0, 30.0, 160.0);
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < kBarSteps; ++i) {
        painter.setBrush(viridis(i / (kBarSteps - 1.0)));
        painter.drawRect(
            QRectF(at + i * width / kBarSteps, top + 2.0, width / kBarSteps + 0.4, metrics.height() - 5.0));
    }
    at += width + 6.0;
    painter.setPen(look.theme.text);
    word(columnValueText(column, unscaled(color.high(), logarithmic), look.locale));
}

} // namespace strata::views
