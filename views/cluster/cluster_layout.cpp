// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_layout.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastPitch = 6.5; // of a device; below, its node is one cell
constexpr double kWidestPitch = 30.0;
constexpr double kLeastCell = 4.0;
constexpr double kSwitchRoom = 1.1; // of devices' pitches, above them
constexpr double kLinkRoom = 0.7;   // from a domain up to the network

/// Devices of one domain on a grid of unit pitch: one level beside the next, in turn along rows and columns,
/// so that the neighbours of a torus stand beside each other.
struct UnitGrid {
    std::vector<QPointF> spots;
    QSizeF extent;
};

UnitGrid gridOf(const ClusterPicture& picture) {
    const auto count = picture.per_domain;
    UnitGrid grid;
    grid.spots.reserve(count);
    const auto& levels = picture.cluster.scale_up;
    if (levels.size() < 2 || count > 1'000'000) {
        const auto columns = static_cast<std::uint64_t>(std::ceil(std::sqrt(1.6 * static_cast<double>(count))));
        for (std::uint64_t i = 0; i < count; ++i)
            grid.spots.emplace_back(static_cast<double>(i % columns), static_cast<double>(i / columns));
        const std::uint64_t rows = (count + columns - 1) / columns;
        grid.extent = QSizeF(static_cast<double>(std::min(count, columns)), static_cast<double>(rows));
        return grid;
    }
    std::vector<QPointF> step(levels.size());
    QSizeF extent(1.0, 1.0);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const bool across = i % 2 == 0;
        const double gap = i < 2 ? 0.0 : 1.0;
        const double n = levels[i].devices;
        if (across) {
            step[i] = QPointF(extent.width() + gap, 0.0);
            extent.setWidth(n * (extent.width() + gap) - gap);
        } else {
            step[i] = QPointF(0.0, extent.height() + gap);
            extent.setHeight(n * (extent.height() + gap) - gap);
        }
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        QPointF at;
        std::uint64_t rest = i;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            at += static_cast<double>(rest % levels[level].devices) * step[level];
            rest /= levels[level].devices;
        }
        grid.spots.push_back(at);
        grid.extent = QSizeF(std::max(grid.extent.width(), at.x() + 1.0), std::max(grid.extent.height(), at.y() + 1.0));
    }
    return grid;
}

bool hasSwitch(const ClusterPicture& picture) {
    const auto& levels = picture.cluster.scale_up;
    return !levels.empty() && (levels.back().topology == hardware::Topology::Switch ||
                               levels.back().topology == hardware::Topology::FatTree);
}

/// Columns for which cells of these proportions come out largest.
std::uint64_t bestColumns(std::uint64_t cells, const QSizeF& unit, const QSizeF& room) {
    const double guess =
        std::sqrt(static_cast<double>(cells) * room.width() / room.height() * unit.height() / unit.width());
    std::uint64_t best = 1;
    double largest = 0.0;
    const auto first = static_cast<std::uint64_t>(std::max(1.0, std::floor(0.7 * guess)));
    const auto last = std::min<std::uint64_t>(cells, static_cast<std::uint64_t>(std::ceil(1.4 * guess)) + 1);
    for (std::uint64_t columns = std::min(first, cells); columns <= last; ++columns) {
        const std::uint64_t rows = (cells + columns - 1) / columns;
        const double scale = std::min(room.width() / (static_cast<double>(columns) * unit.width()),
                                      room.height() / (static_cast<double>(rows) * unit.height()));
        if (scale <= largest) continue;
        largest = scale;
        best = columns;
    }
    return best;
}

double scaleOf(const ClusterLayout& layout, const QSizeF& unit, const QSizeF& room) {
    return std::min(room.width() / (static_cast<double>(layout.columns) * unit.width()),
                    room.height() / (static_cast<double>(layout.rows()) * unit.height()));
}

void placeDevices(const ClusterPicture& picture, const UnitGrid& grid, const QSizeF& unit, double pitch,
                  ClusterLayout& layout) {
    layout.detail = ClusterLayout::Detail::Devices;
    layout.pitch = unit * pitch;
    const double above = picture.scale_out ? kLinkRoom * pitch : 0.0;
    const double room = hasSwitch(picture) ? kSwitchRoom * pitch : 0.35 * pitch;
    layout.box =
        QRectF(0.2 * pitch, above, layout.pitch.width() - 0.5 * pitch, layout.pitch.height() - above - 0.35 * pitch);
    layout.device = 0.74 * pitch;
    const QPointF origin(layout.box.left() + 0.35 * pitch + 0.13 * pitch, layout.box.top() + room + 0.13 * pitch);
    for (const QPointF& spot : grid.spots)
        layout.spots.push_back(origin + spot * pitch);
}

void placeCells(const ClusterPicture& picture, const QSizeF& room, ClusterLayout& layout) {
    const std::uint64_t domains = picture.domains();
    const double most = std::max(1.0, room.width() * room.height() / (kLeastCell * kLeastCell));
    while (static_cast<double>(domains) / static_cast<double>(layout.domains_per_cell) > most)
        layout.domains_per_cell *= 2;
    layout.detail = layout.domains_per_cell > 1 ? ClusterLayout::Detail::Pods : ClusterLayout::Detail::Domains;
    layout.cells = (domains + layout.domains_per_cell - 1) / layout.domains_per_cell;
    layout.columns = bestColumns(layout.cells, {1.0, 1.0}, room);
    const double pitch = std::min(scaleOf(layout, {1.0, 1.0}, room), 4.0 * kWidestPitch);
    layout.pitch = QSizeF(pitch, pitch);
    const double gap = pitch > 5.0 ? 1.0 : 0.0;
    layout.box = QRectF(0.0, 0.0, pitch - gap, pitch - gap);
}

} // namespace

QPointF ClusterLayout::corner(std::uint64_t cell) const {
    return {area.left() + static_cast<double>(cell % columns) * pitch.width(),
            area.top() + static_cast<double>(cell / columns) * pitch.height()};
}

QRectF ClusterLayout::devicePlace(std::uint64_t cell, std::uint64_t index) const {
    return {corner(cell) + spots[index], QSizeF(device, device)};
}

QRectF ClusterLayout::switchPlace(std::uint64_t cell) const {
    const QRectF place = cellPlace(cell);
    return {place.left() + 0.4 * device, place.top() + 0.35 * device, place.width() - 0.8 * device, 0.4 * device};
}

std::pair<std::uint64_t, std::uint64_t> ClusterLayout::shownRows() const {
    const double from = std::max(0.0, std::floor((shown.top() - area.top()) / pitch.height()));
    const double to = std::ceil((shown.bottom() - area.top()) / pitch.height());
    const auto all = rows();
    return {std::min(all, static_cast<std::uint64_t>(from)),
            std::min(all, static_cast<std::uint64_t>(std::max(0.0, to)))};
}

ClusterLayout layOutCluster(const ClusterPicture& picture, const QFont& font, const QSizeF& size, double legend_height,
                            const QRectF& zoom) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    ClusterLayout layout;
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, line);
    layout.facts = QRectF(kGap, layout.header.bottom() + 2.0, layout.header.width(), line);
    double top = layout.facts.bottom() + 6.0;
    if (picture.scale_out) {
        layout.out_bar = QRectF(kGap, top, size.width() - 2 * kGap, line + 2.0);
        top = layout.out_bar.bottom() + 4.0;
    }
    const double bottom = size.height() - legend_height - 1.5 * kGap;
    layout.shown = QRectF(kGap, top, std::max(20.0, size.width() - 2 * kGap), std::max(20.0, bottom - top));
    layout.legend = QPointF(kGap, layout.shown.bottom() + kGap);
    const QSizeF room(layout.shown.width() / zoom.width(), layout.shown.height() / zoom.height());
    layout.cells = picture.domains();
    const double above = picture.scale_out ? kLinkRoom : 0.0;
    const double inside = hasSwitch(picture) ? kSwitchRoom : 0.35;
    // Where not even one pixel is left for a device, its place is of no use.
    const bool single =
        static_cast<double>(picture.devices) * kLeastPitch * kLeastPitch <= room.width() * room.height();
    if (single) {
        const UnitGrid grid = gridOf(picture);
        const QSizeF unit(grid.extent.width() + 1.2, grid.extent.height() + above + inside + 0.7);
        layout.columns = bestColumns(layout.cells, unit, room);
        const double pitch =
            std::min(kWidestPitch / std::min(zoom.width(), zoom.height()), scaleOf(layout, unit, room));
        if (pitch >= kLeastPitch) placeDevices(picture, grid, unit, pitch, layout);
    }
    if (layout.spots.empty()) placeCells(picture, room, layout);
    const QSizeF whole(static_cast<double>(std::min(layout.columns, layout.cells)) * layout.pitch.width(),
                       static_cast<double>(layout.rows()) * layout.pitch.height());
    layout.area = QRectF(
        QPointF(layout.shown.left() - zoom.left() * room.width(), layout.shown.top() - zoom.top() * room.height()),
        whole);
    return layout;
}

std::optional<ClusterPlace> clusterPlaceAt(const ClusterPicture& picture, const ClusterLayout& layout,
                                           const QPointF& position) {
    if (!layout.area.contains(position) || !layout.shown.contains(position)) return {};
    const auto column = static_cast<std::uint64_t>((position.x() - layout.area.left()) / layout.pitch.width());
    const auto row = static_cast<std::uint64_t>((position.y() - layout.area.top()) / layout.pitch.height());
    const std::uint64_t cell = row * layout.columns + column;
    if (column >= layout.columns || cell >= layout.cells || !layout.cellPlace(cell).contains(position)) return {};
    ClusterPlace place;
    place.cell = cell;
    for (std::uint64_t i = 0; i < layout.spots.size(); ++i) {
        const std::uint64_t rank = cell * picture.per_domain + i;
        if (rank < picture.devices && layout.devicePlace(cell, i).contains(position)) place.rank = rank;
    }
    return place;
}

} // namespace strata::views
