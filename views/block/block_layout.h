// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/block/block_data.h"
#include "views/support/plot/picture_canvas.h"

#include <optional>
#include <QRectF>
#include <vector>

namespace strata::views {

/// Bounds as bars above; below them a row of each instruction, a column of each port, and a row of the sums.
struct BlockLayout {
    QRectF header;
    std::vector<QRectF> bounds;                   ///< rows of the bounds
    double bar_left = 0, bar_width = 0, most = 0; ///< of a bound of `most` cycles
    QRectF headings;                              ///< names of the ports
    QRectF cells;                                 ///< instructions by ports
    QRectF sums;                                  ///< below them
    double label_left = 0, label_width = 0, gutter = 0, row = 0;
    std::vector<double> edges; ///< of the columns; a port that nothing holds has a narrow one

    QRectF bar(double cycles, std::size_t bound) const;
    QRectF cell(std::size_t instruction, std::size_t port) const;
    QRectF line(std::size_t instruction) const; ///< from the gutter to the last port
    QRectF portColumn(std::size_t port) const;  ///< from its name to its sum
    std::optional<std::size_t> instructionAt(const QPointF& position, std::size_t count) const;
    std::optional<std::size_t> portAt(const QPointF& position, std::size_t count) const;
};

/// Room that a picture needs at least.
QSizeF blockSize(const BlockPicture& picture, const QFont& font);
BlockLayout layOutBlock(const BlockPicture& picture, const BlockPicture* baseline, const QFont& font,
                        const QSizeF& size);

/// What stands at a point, and the answer.
PictureHit blockHit(const BlockPicture& picture, const BlockPicture* baseline, const BlockLayout& layout,
                    const PictureLook& look, const QPointF& position);

} // namespace strata::views
