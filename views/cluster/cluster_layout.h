// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cluster/cluster_data.h"

#include <QFont>
#include <QRectF>
#include <vector>

namespace strata::views {

/// Where devices, nodes and links stand. Large clusters are drawn coarser: a domain as one cell, or many
/// domains.
struct ClusterLayout {
    enum class Detail { Devices, Domains, Pods };

    QRectF area; ///< of all cells; may reach beyond `shown` where the reader has zoomed in
    QRectF shown;
    QRectF header, facts;
    QRectF out_bar; ///< the network between nodes; empty where there is none
    QPointF legend;
    Detail detail = Detail::Devices;
    std::uint64_t cells = 0;
    std::uint64_t domains_per_cell = 1;
    std::uint64_t columns = 1;
    QSizeF pitch;               ///< from one cell to the next
    QRectF box;                 ///< of a cell, from the corner of its pitch
    double device = 0.0;        ///< side of a device's square, where devices are drawn
    std::vector<QPointF> spots; ///< of a domain's devices, from the corner of the pitch

    std::uint64_t rows() const { return (cells + columns - 1) / columns; }
    QPointF corner(std::uint64_t cell) const;
    QRectF cellPlace(std::uint64_t cell) const { return box.translated(corner(cell)); }
    QRectF devicePlace(std::uint64_t cell, std::uint64_t device) const;
    QRectF switchPlace(std::uint64_t cell) const; ///< the bar of a domain's switch, above its devices
    /// Cells of a row or column range that can be seen.
    std::pair<std::uint64_t, std::uint64_t> shownRows() const;
};

/// `zoom`: the part of the whole that fills the view, as shares.
ClusterLayout layOutCluster(const ClusterPicture& picture, const QFont& font, const QSizeF& size, double legend_height,
                            const QRectF& zoom = QRectF(0, 0, 1, 1));

/// The cell at a point, and the device in it where devices are drawn.
struct ClusterPlace {
    std::uint64_t cell = 0;
    std::optional<std::uint64_t> rank;
};
std::optional<ClusterPlace> clusterPlaceAt(const ClusterPicture& picture, const ClusterLayout& layout,
                                           const QPointF& position);

} // namespace strata::views
