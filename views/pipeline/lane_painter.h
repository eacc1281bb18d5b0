// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_layout.h"
#include "views/support/plot/picture_canvas.h"

#include <array>
#include <QFontMetricsF>
#include <vector>

class QPainter;

namespace strata::views {

/// In the order in which the legend names them and columns stack them; passes are shown as what they consist of.
inline constexpr std::array kBlockKinds{BlockKind::Forward,   BlockKind::Backward,      BlockKind::Weight,
                                        BlockKind::Optimizer, BlockKind::Communication, BlockKind::Host,
                                        BlockKind::Other};

/// What a block consists of, in seconds by kind: of a pass its collectives and the rest.
std::array<double, kBlockKinds.size()> secondsByKind(const TimelineBlock& block);

/// Draws the blocks of a lane. Those narrower than a pixel or two, and those of several passes, are summed up by
/// column, as shares of its height: what is painted grows with the pixels, not with the passes.
class LanePainter {
public:
    LanePainter(QPainter& painter, const Timeline& timeline, const TimelineLayout& layout, const PictureLook& look);

    void paint(const QRectF& place, std::size_t stage, bool messages);

private:
    struct Column {
        std::array<double, kBlockKinds.size()> seconds{}; ///< by kind
        bool any = false;
    };
    double step() const { return 3.0 * look_.line_width; } ///< several blocks each, so that shares do not beat
    void collect(const QRectF& place, const TimelineBlock& block);
    void paintColumns(const QRectF& place);
    void paintBlock(const QRectF& place, const TimelineBlock& block);
    void paintCollectives(const QRectF& box, const TimelineBlock& block);
    void paintNumber(const QRectF& box, const TimelineBlock& block, const QColor& color);

    QPainter& painter_;
    const Timeline& timeline_;
    const TimelineLayout& layout_;
    const PictureLook& look_;
    QFontMetricsF metrics_;
    std::vector<Column> columns_;
};

} // namespace strata::views
