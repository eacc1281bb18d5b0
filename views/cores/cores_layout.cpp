// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_layout.h"

#include "views/cores/cores_text.h"
#include "views/support/plot/axis_ticks.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastLane = 1.3; ///< lines
constexpr double kMostLane = 3.0;
constexpr double kStrip = 2.4; ///< lines

} // namespace

QRectF CoreLayout::place(const CoreBlock& block) const {
    if (block.core >= lanes.size() || block.end_s <= from_s || block.start_s >= to_s) return {};
    const double left = x(std::max(from_s, block.start_s)), right = x(std::min(to_s, block.end_s));
    return {left, lanes[block.core].top(), right - left, lanes[block.core].height()};
}

QSizeF coresSize(const CoreDrawing& drawing, const QFont& font) {
    const QFontMetricsF metrics(font);
    const double lanes = static_cast<double>(drawing.picture.cores.size()) * (kLeastLane * metrics.height() + 4.0);
    return {std::ceil(36.0 * metrics.averageCharWidth()),
            std::ceil(lanes + (kStrip + 5.0) * metrics.height() + 4 * kGap)};
}

double coresExtraHeight(const CoreDrawing& drawing, const QFont& font) {
    constexpr std::size_t kFewCores = 8;
    const std::size_t cores = std::min(kFewCores, drawing.picture.cores.size());
    return static_cast<double>(cores) * (kMostLane - kLeastLane) * QFontMetricsF(font).height();
}

CoreLayout layOutCores(const CoreDrawing& drawing, const QFont& font, const QSizeF& size, double legend_height) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    CoreLayout layout;
    layout.from_s = drawing.fromSeconds();
    layout.to_s = std::max(drawing.toSeconds(), layout.from_s + 1e-15);
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, line);
    layout.legend = QPointF(kGap, layout.header.bottom() + 2.0);
    const auto count = static_cast<double>(std::max<std::size_t>(1, drawing.picture.cores.size()));
    const double label = std::max(metrics.horizontalAdvance(coreTitle(drawing.picture.cores.size())),
                                  metrics.horizontalAdvance(memoryTitle())) +
                         kGap;
    const double left = kGap + label, width = std::max(20.0, size.width() - left - kGap);
    const double top = layout.legend.y() + legend_height + kGap;
    const double below = kStrip * line + 2 * kGap + 1.5 * line;
    const double room = std::max(count * 8.0, size.height() - top - below - kGap);
    const double lane = std::min(room / count, kMostLane * line + 4.0);
    layout.area = QRectF(left, top, width, lane * count);
    for (std::size_t c = 0; c < drawing.picture.cores.size(); ++c) {
        const double y = top + static_cast<double>(c) * lane;
        layout.lanes.emplace_back(left, y + 2.0, width, lane - 4.0);
        layout.labels.emplace_back(kGap, y + 2.0, label - kGap, lane - 4.0);
    }
    layout.strip = QRectF(left, layout.area.bottom() + kGap, width, kStrip * line);
    layout.strip_label = QRectF(kGap, layout.strip.top(), label - kGap, layout.strip.height());
    layout.axis_step = roundStep(layout.to_s - layout.from_s, width / (7.0 * metrics.averageCharWidth() + 2 * kGap));
    return layout;
}

std::optional<std::size_t> coreBlockAt(const CoreDrawing& drawing, const CoreLayout& layout, const QPointF& position) {
    if (!layout.area.contains(position)) return std::nullopt;
    for (std::size_t i = 0; i < drawing.picture.blocks.size(); ++i)
        if (layout.place(drawing.picture.blocks[i]).contains(position)) return i;
    return std::nullopt;
}

PictureHit coresHit(const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look,
                    const QPointF& position) {
    if (const auto at = coreBlockAt(drawing, layout, position)) {
        const CoreBlock& block = drawing.picture.blocks[*at];
        return {layout.place(block), hitHtml(blockTitle(block), blockLines(block, drawing.picture, look.locale))};
    }
    for (std::size_t c = 0; c < layout.labels.size(); ++c)
        if (layout.labels[c].contains(position))
            return {layout.labels[c], hitHtml(coreTitle(c + 1), coreLines(drawing.picture.cores[c], look.locale))};
    if (!layout.strip.contains(position)) return {};
    const double seconds = layout.seconds(position.x());
    for (const MemorySlice& slice : drawing.picture.memory) {
        if (seconds < slice.start_s || seconds >= slice.end_s) continue;
        const double left = layout.x(slice.start_s), right = layout.x(slice.end_s);
        return {QRectF(left, layout.strip.top(), right - left, layout.strip.height()).intersected(layout.strip),
                hitHtml(memoryTitle(), memoryLines(slice, look.locale))};
    }
    return {};
}

} // namespace strata::views
