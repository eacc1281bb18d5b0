// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_layout.h"

#include "views/components/components_text.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLinesOfRow = 3.7;   ///< the bar takes less than one
constexpr double kShareOfWords = 0.3; ///< of the width
constexpr double kLeastEms = 58.0;    ///< width of a picture

double rowHeight(const QFontMetricsF& metrics) { return kLinesOfRow * metrics.height() + kGap; }

/// The largest value that a column has to show, of both designs.
double most(const ComponentDrawing& drawing, ComponentNumber ComponentBar::*number) {
    double largest = 0;
    for (const ComponentPicture* picture : {&drawing.selected, drawing.baseline ? &*drawing.baseline : nullptr})
        if (picture != nullptr)
            for (const ComponentBar& bar : picture->bars)
                largest = std::max(largest, (bar.*number).value.value_or(0.0));
    return largest;
}

} // namespace

const ComponentBar* ComponentDrawing::twinOf(const ComponentBar& bar) const {
    return baseline ? baseline->find(bar.name) : nullptr;
}

std::optional<std::size_t> ComponentLayout::rowAt(const QPointF& position) const {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].place.contains(position)) return i;
    return std::nullopt;
}

QSizeF componentsSize(const ComponentDrawing& drawing, const QFont& font) {
    const QFontMetricsF metrics(font);
    const double rows = static_cast<double>(drawing.selected.bars.size()) * rowHeight(metrics);
    return {std::ceil(kLeastEms * metrics.averageCharWidth()), std::ceil(rows + 3.0 * metrics.height() + 5.0 * kGap)};
}

ComponentLayout layOutComponents(const ComponentDrawing& drawing, const QFont& font, const QSizeF& size,
                                 double legend_height) {
    const QFontMetricsF metrics(font);
    ComponentLayout layout;
    layout.line = metrics.height();
    const double width = std::max(20.0, size.width() - 2 * kGap);
    layout.header = QRectF(kGap, 4.0, width, layout.line);
    layout.legend = QRectF(kGap, layout.header.bottom() + 2.0, width, legend_height);
    layout.headings = QRectF(kGap, layout.legend.bottom() + 2.0, width, layout.line);
    const double words = kShareOfWords * width, column = (width - words) / 2;
    const double room = std::max(8.0, column - kGap);
    const double energy_most = most(drawing, &ComponentBar::energy_j),
                 area_most = most(drawing, &ComponentBar::area_m2);
    double top = layout.headings.bottom() + 4.0;
    for (const ComponentBar& bar : drawing.selected.bars) {
        ComponentRow row;
        row.place = QRectF(kGap, top, width, rowHeight(metrics));
        row.words = QRectF(kGap, top, words - kGap, row.place.height());
        row.energy = QRectF(kGap + words, top, column - kGap, row.place.height());
        row.area = QRectF(kGap + words + column, top, column - kGap, row.place.height());
        const ComponentBar* twin = drawing.twinOf(bar);
        const double tall = drawing.baseline ? 0.32 * layout.line : 0.5 * layout.line;
        const auto place = [&](const ComponentNumber& value, double largest, const QRectF& within, double y,
                               double high) {
            if (!value.value || largest <= 0) return QRectF();
            return QRectF(within.left(), y, room * *value.value / largest, high);
        };
        const double y = top + 1.08 * layout.line, below = y + tall + 1.0;
        row.energy_bar = place(bar.energy_j, energy_most, row.energy, y, tall);
        row.area_bar = place(bar.area_m2, area_most, row.area, y, tall);
        if (twin != nullptr) {
            row.energy_twin = place(twin->energy_j, energy_most, row.energy, below, 0.2 * layout.line);
            row.area_twin = place(twin->area_m2, area_most, row.area, below, 0.2 * layout.line);
        }
        layout.rows.push_back(row);
        top = row.place.bottom();
    }
    return layout;
}

PictureHit componentHit(const ComponentDrawing& drawing, const ComponentLayout& layout, const PictureLook& look,
                        const QPointF& position) {
    const auto at = layout.rowAt(position);
    if (!at) return {};
    const ComponentBar& bar = drawing.selected.bars[*at];
    return {layout.rows[*at].place,
            hitHtml(componentTitle(bar, drawing.titles),
                    componentLines(bar, drawing.selected, drawing.twinOf(bar), look.baseline_letter, look.locale))};
}

} // namespace strata::views
