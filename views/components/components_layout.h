// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/components/components_data.h"
#include "views/support/plot/picture_canvas.h"
#include "views/support/text/level_titles.h"

#include <optional>
#include <QRectF>
#include <vector>

namespace strata::views {

/// What is drawn: the components of a design, and of the baseline.
struct ComponentDrawing {
    ComponentPicture selected;
    std::optional<ComponentPicture> baseline;
    LevelTitles titles;

    bool empty() const { return selected.empty(); }
    /// The same component of the baseline; nullptr where there is none.
    const ComponentBar* twinOf(const ComponentBar& bar) const;
};

/// A row: words at the left, a bar of energy and a bar of area with their words below.
struct ComponentRow {
    QRectF place, words, energy, area; ///< all of it, and its columns
    QRectF energy_bar, area_bar;       ///< empty where nobody knows
    QRectF energy_twin, area_twin;
};

struct ComponentLayout {
    QRectF header, legend, headings;
    double line = 0;
    std::vector<ComponentRow> rows;

    std::optional<std::size_t> rowAt(const QPointF& position) const;
};

/// Room that a picture needs at least.
QSizeF componentsSize(const ComponentDrawing& drawing, const QFont& font);
ComponentLayout layOutComponents(const ComponentDrawing& drawing, const QFont& font, const QSizeF& size,
                                 double legend_height);

/// What stands at a point, and the answer.
PictureHit componentHit(const ComponentDrawing& drawing, const ComponentLayout& layout, const PictureLook& look,
                        const QPointF& position);

} // namespace strata::views
