// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/lane_painter.h"

#include "views/mapping/paint_tools.h"
#include "views/pipeline/pipeline_painter.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kNarrow = 2.0; // line widths

QColor inkOn(const QColor& color) { return color.lightnessF() > 0.55 ? QColor(0x1c, 0x21, 0x28) : QColor(Qt::white); }

} // namespace

std::array<double, kBlockKinds.size()> secondsByKind(const TimelineBlock& block) {
    std::array<double, kBlockKinds.size()> seconds{};
    constexpr auto kCommunication = static_cast<std::size_t>(BlockKind::Communication);
    if (block.kind == BlockKind::Communication) {
        seconds[kCommunication] = block.passes > 1 ? block.communication_s : block.seconds();
        return seconds;
    }
    const double busy_s = block.busySeconds();
    const double computing = busy_s > 0.0 ? 1.0 - block.communication_s / busy_s : 0.0;
    if (block.kind == BlockKind::Passes) {
        constexpr std::array kOf{BlockKind::Forward, BlockKind::Backward, BlockKind::Weight};
        for (std::size_t i = 0; i < kOf.size(); ++i)
            seconds[static_cast<std::size_t>(kOf[i])] = computing * block.passes_s[i];
    } else {
        seconds[static_cast<std::size_t>(block.kind)] = computing * busy_s;
    }
    seconds[kCommunication] += block.communication_s;
    return seconds;
}

LanePainter::LanePainter(QPainter& painter, const Timeline& timeline, const TimelineLayout& layout,
                         const PictureLook& look)
    : painter_(painter), timeline_(timeline), layout_(layout), look_(look), metrics_(look.font) {}

void LanePainter::paint(const QRectF& place, std::size_t stage, bool communication) {
    const auto lane = timeline_.lane(stage, communication);
    const auto first = std::ranges::lower_bound(lane, layout_.range.from_s, {}, &TimelineBlock::end_s);
    const double narrow_s = kNarrow * look_.line_width * layout_.range.length() / place.width();
    columns_.assign(static_cast<std::size_t>(std::ceil(place.width() / step())) + 1, Column());
    for (auto block = first; block != lane.end() && block->start_s < layout_.range.to_s; ++block) {
        if (block->seconds() < narrow_s || block->passes > 1)
            collect(place, *block);
        else
            paintBlock(place, *block);
    }
    paintColumns(place);
}

/// Each column takes what lies in it, as if it were spread evenly over the block.
void LanePainter::collect(const QRectF& place, const TimelineBlock& block) {
    const double from = (std::max(layout_.x(block.start_s), place.left()) - place.left()) / step();
    const double to = (std::min(layout_.x(block.end_s), place.right()) - place.left()) / step();
    const double share_per_step = step() * layout_.range.length() / place.width() / block.seconds();
    const auto seconds = secondsByKind(block);
    for (auto at = static_cast<std::size_t>(from); static_cast<double>(at) < to && at < columns_.size(); ++at) {
        const double left = std::max(from, static_cast<double>(at));
        const double share = (std::min(to, static_cast<double>(at + 1)) - left) * share_per_step;
        Column& column = columns_[at];
        for (std::size_t kind = 0; kind < seconds.size(); ++kind)
            column.seconds[kind] += share * seconds[kind];
        column.any = true;
    }
}

void LanePainter::paintColumns(const QRectF& place) {
    const double column_s = step() * layout_.range.length() / place.width();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (!columns_[i].any) continue;
        double sum = 0.0;
        for (const double seconds : columns_[i].seconds)
            sum += seconds;
        const double scale = place.height() / std::max(column_s, sum);
        const double left = place.left() + static_cast<double>(i) * step();
        const double width = std::min(step(), place.right() - left);
        if (width <= 0.0) break;
        double y = place.bottom();
        for (std::size_t kind = 0; kind < kBlockKinds.size(); ++kind) {
            const double height = columns_[i].seconds[kind] * scale;
            if (height <= 0.0) continue;
            painter_.fillRect(QRectF(left, y - height, width, height), blockColor(kBlockKinds[kind], look_.theme));
            y -= height;
        }
    }
}

void LanePainter::paintBlock(const QRectF& place, const TimelineBlock& block) {
    const double left = std::max(place.left(), layout_.x(block.start_s));
    const double right = std::min(place.right(), layout_.x(block.end_s));
    if (right <= left) return;
    const QRectF box(left, place.top(), right - left, place.height());
    QColor color = blockColor(block.kind, look_.theme);
    if (block.chunk % 2 == 1) color = mixed(color, look_.theme.surface, 0.22);
    painter_.fillRect(box, color);
    paintCollectives(box, block);
    if (box.width() > 4.0 * look_.line_width && box.height() > 4.0 * look_.line_width) {
        painter_.setPen(QPen(look_.theme.surface, 0.6 * look_.line_width));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(box);
    }
    paintNumber(box, block, color);
}

/// As wide as the collectives take of the pass; when within it, the estimate does not tell.
void LanePainter::paintCollectives(const QRectF& box, const TimelineBlock& block) {
    if (block.communication_s <= 0.0) return;
    const double share = block.communication_s / (block.end_s - block.start_s);
    const double height = std::clamp(0.2 * box.height(), std::min(1.5, box.height()), 5.0);
    painter_.fillRect(QRectF(box.left(), box.bottom() - height, share * box.width(), height),
                      blockColor(BlockKind::Communication, look_.theme));
}

void LanePainter::paintNumber(const QRectF& box, const TimelineBlock& block, const QColor& color) {
    if (block.micro_batch == TimelineBlock::kNone || box.height() < 0.75 * metrics_.height()) return;
    const QString number = look_.locale.toString(block.micro_batch);
    const double width = metrics_.horizontalAdvance(number);
    if (width + 4.0 > box.width()) return;
    painter_.setFont(look_.font);
    painter_.setPen(inkOn(color));
    painter_.drawText(
        QPointF(box.center().x() - width / 2, box.center().y() + (metrics_.ascent() - metrics_.descent()) / 2), number);
}

} // namespace strata::views
