// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_layout.h"

#include <algorithm>

namespace strata::views {

const ZoneBox* NestLayout::find(const LoopZone& zone) const {
    const auto found = std::find_if(zones.begin(), zones.end(), [&](const ZoneBox& box) { return box.zone == zone; });
    return found == zones.end() ? nullptr : &*found;
}

const ChipBox* NestLayout::find(const LoopPlace& place) const {
    const auto found = std::find_if(chips.begin(), chips.end(), [&](const ChipBox& box) { return box.place == place; });
    return found == chips.end() ? nullptr : &*found;
}

const ChipBox* NestLayout::chipAt(const QPointF& point) const {
    const auto found =
        std::find_if(chips.begin(), chips.end(), [&](const ChipBox& box) { return box.rect.contains(point); });
    return found == chips.end() ? nullptr : &*found;
}

const DotBox* NestLayout::dotAt(const QPointF& point) const {
    const auto found =
        std::find_if(dots.begin(), dots.end(), [&](const DotBox& box) { return box.rect.contains(point); });
    return found == dots.end() ? nullptr : &*found;
}

const ZoneBox* NestLayout::zoneAt(const QPointF& point) const {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const RowBox& box) {
        return point.y() >= box.row.top() && point.y() < box.row.bottom();
    });
    if (row == rows.end()) return nullptr;
    const auto level = static_cast<std::size_t>(std::distance(rows.begin(), row));
    const ZoneBox* nearest = nullptr;
    double best = 0.0;
    for (const ZoneBox& box : zones) {
        if (box.zone.level != level) continue;
        const double dx = std::max({box.rect.left() - point.x(), 0.0, point.x() - box.rect.right()});
        const double dy = std::max({box.rect.top() - point.y(), 0.0, point.y() - box.rect.bottom()});
        const double distance = dx * dx + dy * dy;
        if (nearest == nullptr || distance < best) {
            nearest = &box;
            best = distance;
        }
    }
    return nearest;
}

} // namespace strata::views
