// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/communication_shares.h"

#include "views/mapping/paint_tools.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/theme/hatch.h"

#include <algorithm>
#include <QPainter>
#include <QPainterPath>

namespace strata::views {
namespace {

using explore::ScalingPoint;
using explore::ScalingRun;

/// Kinds of communication share the category's colour in steps of lightness, with hatching of their own.
SegmentLook kindLook(std::size_t index, const Theme& theme) {
    constexpr Qt::BrushStyle kHatches[]{Qt::SolidPattern, Qt::BDiagPattern, Qt::HorPattern,
                                        Qt::FDiagPattern, Qt::VerPattern,   Qt::DiagCrossPattern};
    const QColor base = theme.category(Category::Communication);
    return {index % 2 == 0 ? base : mixed(base, Qt::white, 0.5), kHatches[index % std::size(kHatches)]};
}

std::vector<std::string> kindsOf(const ScalingRun& run) {
    std::vector<std::string> kinds;
    for (const ScalingPoint& point : run.points)
        for (const auto& [label, share] : point.communication)
            if (std::ranges::find(kinds, label) == kinds.end()) kinds.push_back(label);
    return kinds;
}

double shareOf(const ScalingPoint& point, const std::string& kind) {
    for (const auto& [label, share] : point.communication)
        if (label == kind) return share;
    return 0.0;
}

void paintArea(QPainter& painter, const QPolygonF& area, const SegmentLook& segment, const PictureLook& look) {
    painter.setPen(QPen(look.theme.surface, 0.6 * look.line_width));
    painter.setBrush(segment.color);
    painter.drawPolygon(area);
    if (segment.hatch == Qt::SolidPattern) return;
    painter.save();
    QPainterPath path;
    path.addPolygon(area);
    painter.setClipPath(path, Qt::IntersectClip);
    QColor line = look.theme.surface;
    line.setAlphaF(0.55f);
    paintHatch(painter, area.boundingRect(), segment.hatch, line, 5.0, look.line_width);
    painter.restore();
}

} // namespace

void paintCommunication(QPainter& painter, const ScalingRun& run, const ScalingLayout& layout,
                        const PictureLook& look) {
    std::vector<const ScalingPoint*> points;
    for (const ScalingPoint& point : run.points)
        if (point.valid) points.push_back(&point);
    std::vector<double> below(points.size(), 0.0);
    const auto kinds = kindsOf(run);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        QPolygonF area;
        std::vector<double> above = below;
        for (std::size_t i = 0; i < points.size(); ++i) {
            above[i] += shareOf(*points[i], kinds[kind]);
            area << QPointF(layout.x(static_cast<double>(points[i]->devices)), layout.shareY(above[i]));
        }
        for (std::size_t i = points.size(); i-- > 0;)
            area << QPointF(layout.x(static_cast<double>(points[i]->devices)), layout.shareY(below[i]));
        paintArea(painter, area, kindLook(kind, look.theme), look);
        below = std::move(above);
    }
}

std::vector<Legend::Entry> communicationEntries(const ScalingRun& run, const PictureLook& look) {
    std::vector<Legend::Entry> entries;
    const auto kinds = kindsOf(run);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const SegmentLook segment = kindLook(kind, look.theme);
        entries.push_back({partTitle(kinds[kind]),
                           [segment, look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, segment, look.theme, false, false, look.line_width);
                           },
                           {}});
    }
    return entries;
}

} // namespace strata::views
