// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/validation_legend.h"

#include "views/support/text/text.h"
#include "views/support/theme/marker.h"
#include "views/validation/row_cloud.h"

#include <QCoreApplication>
#include <QPainter>

namespace strata::views {
namespace {

constexpr float kFaint = 0.15F;

} // namespace

QColor groupColor(const ValidationGroup& group, const ValidationOptions& options) {
    QColor color = group.letter == 0 ? options.theme.text_muted : options.theme.design(group.letter);
    if (!options.only.empty() && options.only != group.name) color.setAlphaF(kFaint);
    return color;
}

std::vector<Legend::Entry> validationLegend(const Validation& validation, const ValidationOptions& options) {
    std::vector<Legend::Entry> entries;
    std::size_t others = 0;
    for (const ValidationGroup& group : validation.groups) {
        if (options.plot == ValidationPlot::Groups) break;
        if (group.letter == 0) {
            ++others;
            continue;
        }
        const auto mark = [color = groupColor(group, options), letter = group.letter](QPainter& painter,
                                                                                      const QRectF& place) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            paintMarker(painter, place.center(), kMarkRadius, letter);
        };
        if (!group.name.empty()) entries.push_back({toQString(group.name), mark, group.name});
    }
    if (others > 0)
        entries.push_back({QCoreApplication::translate("Validation", "%1 further groups, grey").arg(others), {}, {}});
    if (options.plot == ValidationPlot::Groups) {
        entries.push_back({QCoreApplication::translate(
                               "Validation", "Stroke: median; bar: the middle 80 % of rows; dashed: errors of 10 %"),
                           {},
                           {}});
        entries.push_back(
            {QCoreApplication::translate("Validation", "Rows beyond the axis stand in its outermost steps"), {}, {}});
    } else if (options.plot == ValidationPlot::Residuals) {
        entries.push_back(
            {QCoreApplication::translate("Validation", "Lines: running medians; band: the middle 80 % of %1")
                 .arg(options.only.empty() ? QCoreApplication::translate("Validation", "all rows")
                                           : toQString(options.only)),
             {},
             {}});
    }
    return entries;
}

} // namespace strata::views
