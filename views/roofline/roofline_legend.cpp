// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_legend.h"

#include "views/roofline/roofline_labels.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString limitText(Category limit) {
    switch (limit) {
    case Category::Compute: return tr("Limited by arithmetic");
    case Category::Memory: return tr("Limited by memory");
    case Category::Launch: return tr("Limited by latency or launch");
    case Category::Bubble: return tr("Limited by the tail");
    default: return tr("Limited by power");
    }
}

QString undrawableText(const RooflineSide& side, const QLocale& locale) {
    return tr("Without arithmetic, not drawn: %1 (%2)")
        .arg(locale.toString(static_cast<qlonglong>(side.undrawable)), shortText(side.undrawable_s, "s", locale));
}

QString totalText(const RooflineSide& side, const QLocale& locale) {
    const RooflinePoint* point = side.whole ? &*side.whole : side.points.size() == 1 ? &side.points.front() : nullptr;
    if (!point) return {};
    return tr("%1 at %2")
        .arg(shortText(point->flop_per_s, "FLOP/s", locale), shortText(point->intensity(), "FLOP/B", locale));
}

} // namespace

std::vector<Legend::Entry> rooflineLegend(const Roofline& roofline, const RooflineOptions& options) {
    std::vector<Legend::Entry> entries;
    const RooflineOptions* o = &options;
    const auto add = [&](const QString& text, std::function<void(QPainter&, const QRectF&)> mark) {
        entries.push_back({text, std::move(mark), {}});
    };
    for (const Category limit :
         {Category::Compute, Category::Memory, Category::Launch, Category::Bubble, Category::Other}) {
        const auto has = [limit](const RooflinePoint& point) { return limitCategory(point.limit) == limit; };
        if (std::ranges::none_of(roofline.selected.points, has)) continue;
        add(limitText(limit), [o, limit](QPainter& painter, const QRectF& place) {
            paintOperatorMark(painter, place.center(), 0.5 * place.height(), o->letter, limit, false, o->theme,
                              o->line_width);
        });
    }
    if (roofline.baseline)
        add(tr("Baseline %1 faint, arrows lead from it").arg(QLatin1Char(options.baseline_letter)),
            [o](QPainter& painter, const QRectF& place) {
                paintOperatorMark(painter, place.center(), 0.5 * place.height(), o->baseline_letter, Category::Compute,
                                  true, o->theme, o->line_width);
            });
    const bool derated =
        std::ranges::any_of(roofline.ceilings, [](const Ceiling& roof) { return roof.sustained > 0.0; });
    if (derated)
        add(tr("Sustained, dashed nominal"), [o](QPainter& painter, const QRectF& place) {
            const double shift = 2.0 * o->line_width;
            const auto stroke = [&](double y) {
                painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
            };
            painter.setPen(QPen(o->theme.category(Category::Compute), 1.2 * o->line_width, Qt::DashLine));
            stroke(place.center().y() - shift);
            painter.setPen(QPen(o->theme.category(Category::Compute), 1.8 * o->line_width));
            stroke(place.center().y() + shift);
        });
    if (roofline.extrapolated)
        add(tr("Extrapolated"), [o](QPainter& painter, const QRectF& place) {
            paintExtrapolated(painter, place, o->theme, o->line_width);
        });
    if (roofline.selected.undrawable > 0) add(undrawableText(roofline.selected, options.locale), {});
    return entries;
}

double rooflineHeaderHeight(const Roofline& roofline, const RooflineOptions& options, double width) {
    Legend legend;
    legend.layOut(rooflineLegend(roofline, options), options.font, width - 2 * kRooflinePadding);
    return QFontMetricsF(options.font).height() + kGap + legend.height() + kGap;
}

void paintRooflineTotals(QPainter& painter, const QRectF& row, const Roofline& roofline,
                         const RooflineOptions& options) {
    const QFontMetricsF metrics(options.font);
    const double line = metrics.height();
    QFont bold = options.font;
    bold.setWeight(QFont::DemiBold);
    double x = row.left();
    const auto side = [&](const RooflineSide& points, char letter, bool hollow) {
        const QString text = totalText(points, options.locale);
        const double width = line + kGap + QFontMetricsF(bold).horizontalAdvance(text);
        if (text.isEmpty() || x + width > row.right()) return;
        paintLetter(painter, QRectF(x, row.top(), line, line), QLatin1Char(letter), options.theme, options.font,
                    hollow);
        painter.setFont(bold);
        painter.setPen(options.theme.text);
        painter.drawText(QPointF(x + line + 0.6 * kGap, row.top() + metrics.ascent()), text);
        x += width + kGap;
    };
    side(roofline.selected, options.letter, false);
    if (roofline.baseline) side(*roofline.baseline, options.baseline_letter, true);
}

} // namespace strata::views
