// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernel/kernel_data.h"

#include <QRectF>
#include <vector>

class QFont;

namespace strata::views {

/// More rectangles than this are drawn as larger ones that stand for several tiles each.
inline constexpr std::int64_t kMostCells = 3000;

/// A cell of the output matrix: one tile, or a block of them.
struct TileCell {
    QRectF place;
    std::int64_t first_row = 0, rows = 1;
    std::int64_t first_col = 0, cols = 1;
    double wave = 0.0;    ///< mean over its tiles, from 0
    bool in_tail = false; ///< all of its tiles run in the last wave, which is not full
};

/// One SM with the blocks that it runs in the last wave.
struct SmCell {
    QRectF place;
    std::int64_t index = 0;
    double tail_blocks = 0.0;
};

struct KernelRow {
    QRectF label;
    QRectF bar;
    QRectF value;
};

/// Places of everything that is drawn, in the units of the painter.
struct KernelLayout {
    QRectF header, limit_line;
    QRectF untiled; ///< sentence in the place of tiles and SMs
    QRectF tiles_title, tiles_caption, tiles_area;
    std::vector<TileCell> tiles;
    QRectF sms_title, sms_caption;
    std::vector<SmCell> sms;
    QRectF occupancy_title;
    std::vector<KernelRow> occupancy;
    QRectF time_title;
    QRectF time_bar, time_twin;
    std::vector<QRectF> time_pieces;
    std::vector<QRectF> twin_pieces;
    QRectF time_legend;
    double height = 0.0;
};

/// `twin`: the baseline's pieces stand below the bar, on the same scale. Pictures without tiles get no matrix.
KernelLayout layOutKernel(const KernelPicture& picture, const KernelPicture* twin, const QFont& font, double width);

/// The wave of a tile, from 0, where tiles are launched row by row.
double waveOf(const KernelTiling& tiling, double tile);

} // namespace strata::views
