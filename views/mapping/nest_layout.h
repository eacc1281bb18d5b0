// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/mapping/nest_model.h"

#include <optional>
#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <vector>

namespace strata::views {

/// Fonts and the grid unit; everything else follows from them, so that screen and figure share one layout.
struct NestMetrics {
    QFont font;
    QFont bold;
    QFont small;
    double grid = 8.0; ///< screen: 8 px
    double chip_height = 24.0;
    double small_height = 14.0;
    double array_height = 112.0;    ///< at most
    std::vector<double> row_floors; ///< least height of each row; empty for none

    static NestMetrics forFont(const QFont& font, double grid);
};

struct ZoneBox {
    LoopZone zone;
    QRectF rect;     ///< encloses all its chips; a slot where it has none
    QString caption; ///< "x 14/14" of a spatial zone
    QRectF caption_rect;
};

struct ChipBox {
    LoopPlace place;
    QRectF rect;
};

struct DotBox {
    std::size_t level = 0;
    std::size_t tensor = 0;
    QRectF rect;
};

/// Where the parts of one level's band are. Rectangles without area are not drawn.
struct RowBox {
    QRectF band; ///< from the level's first line to the end of everything inside it
    QRectF row;  ///< the level's own lines
    QRectF name;
    QRectF detail;
    QRectF bar;
    QRectF bar_text;
    QRectF bandwidth;
    QRectF baseline;
    std::vector<QRectF> problems; ///< one for each of LevelModel::problems
};

struct NestLayout {
    QSizeF size;
    QRectF message;
    bool short_texts = false; ///< LevelModel::occupancy_short is what fits
    std::vector<RowBox> rows;
    std::vector<ZoneBox> zones;
    std::vector<ChipBox> chips;
    std::vector<DotBox> dots;
    QRectF array_row;
    QRectF array;
    QRectF array_name;
    QRectF array_text;
    QRectF array_detail;
    QRectF array_baseline;
    QRectF array_legend;
    double array_cell = 0.0; ///< side of one drawn element

    const ZoneBox* find(const LoopZone& zone) const;
    const ChipBox* find(const LoopPlace& place) const;
    const ChipBox* chipAt(const QPointF& point) const;
    const DotBox* dotAt(const QPointF& point) const;
    /// The zone of the row under the point that is nearest to it; nullptr outside all rows.
    const ZoneBox* zoneAt(const QPointF& point) const;
};

NestLayout layOutNest(const NestModel& model, const NestMetrics& metrics, double width);

} // namespace strata::views
