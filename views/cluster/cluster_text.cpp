// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_text.h"

#include "views/parameters/quantity_text.h"
#include "views/support/text.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("strata::views", text);
}

QString count(std::uint64_t value, const QLocale& locale) {
    return locale.toString(static_cast<qulonglong>(value));
}

/// The first few ranks of the group, and the last.
QString fellows(const GroupKind& kind, std::uint64_t rank, const QLocale& locale) {
    constexpr std::uint64_t kFew = 6;
    QStringList ranks;
    for (std::uint64_t i = 0; i < std::min(kFew, kind.ranks); ++i)
        ranks << count(kind.member(rank, i), locale);
    QString text = ranks.join(QStringLiteral(", "));
    if (kind.ranks > kFew)
        text += QStringLiteral(" \u2026 ") + count(kind.member(rank, kind.ranks - 1), locale);
    return text;
}

PictureHit deviceHit(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale,
                     std::uint64_t cell, std::uint64_t rank) {
    QStringList lines{tr("Device %1 of node %2")
                          .arg(count(rank % picture.per_domain % picture.cluster.devices_per_node, locale),
                               count(rank / picture.per_domain *
                                             std::max<std::uint64_t>(
                                                 1, picture.per_domain / picture.cluster.devices_per_node) +
                                         rank % picture.per_domain / picture.cluster.devices_per_node,
                                     locale))};
    for (const GroupKind& kind : picture.kinds)
        lines << tr("%1: %2 of %3, with ranks %4")
                     .arg(groupKindText(kind.name), count(kind.coordinate(rank), locale),
                          count(kind.ranks, locale), fellows(kind, rank, locale));
    return {layout.devicePlace(cell, rank % picture.per_domain),
            hitHtml(tr("Rank %1").arg(count(rank, locale)), lines)};
}

PictureHit cellHit(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale,
                   std::uint64_t cell) {
    const std::uint64_t per_cell = picture.per_domain * layout.domains_per_cell;
    const std::uint64_t first = cell * per_cell;
    const std::uint64_t last = std::min(picture.devices, first + per_cell) - 1;
    QStringList lines;
    for (const GroupKind& kind : picture.kinds) {
        const std::uint64_t from = kind.coordinate(first), to = kind.coordinate(last);
        lines << (from == to && kind.stride * kind.ranks > per_cell
                      ? tr("%1: %2 of %3")
                            .arg(groupKindText(kind.name), count(from, locale), count(kind.ranks, locale))
                      : tr("%1: several of %2").arg(groupKindText(kind.name), count(kind.ranks, locale)));
    }
    return {layout.cellPlace(cell),
            hitHtml(tr("Ranks %1 to %2").arg(count(first, locale), count(last, locale)), lines)};
}

QString numbered(const ClusterPicture& picture, const FabricLevel& level, const QLocale& locale) {
    if (!level.use) return {};
    const QString share = shareText(*level.use, locale);
    return picture.collective ? tr("%1 of the time").arg(share) : tr("%1 of the iteration").arg(share);
}

} // namespace

QString groupKindText(const std::string& name) {
    if (name == "tensor") return tr("Tensor");
    if (name == "context") return tr("Context");
    if (name == "expert") return tr("Expert");
    if (name == "data") return tr("Data");
    if (name == "pipeline") return tr("Pipeline group");
    return labelText(name);
}

QString topologyText(hardware::Topology topology) {
    using hardware::Topology;
    switch (topology) {
    case Topology::Ring:
        return tr("ring");
    case Topology::Mesh:
        return tr("mesh");
    case Topology::FullyConnected:
        return tr("fully connected");
    case Topology::Switch:
        return tr("switch");
    case Topology::FatTree:
        return tr("fat tree");
    case Topology::Dragonfly:
        return tr("dragonfly");
    case Topology::CubeMesh:
        break;
    }
    return tr("cube mesh");
}

/// Networks by the names of their makers; levels inside a node are named in the library.
QString networkName(const std::string& technology) {
    for (const auto& [word, text] :
         {std::pair{"infiniband", "InfiniBand"}, std::pair{"ethernet", "Ethernet"}, std::pair{"efa", "EFA"},
          std::pair{"slingshot", "Slingshot"}, std::pair{"omni-path", "Omni-Path"}})
        if (technology == word) return QString::fromLatin1(text);
    return toQString(technology);
}

QString levelText(const ClusterPicture& picture, const FabricLevel& level, const QLocale& locale) {
    QString text = QStringLiteral("%1, %2, %3")
                       .arg(networkName(level.name), topologyText(level.topology),
                            editText(level.bandwidth_bytes_per_s, "B/s", locale));
    const QString use = numbered(picture, level, locale);
    return use.isEmpty() ? text : tr("%1: %2").arg(text, use);
}

QString clusterSummary(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale) {
    QString text = tr("%1: %2 of %3 devices")
                       .arg(toQString(picture.cluster.name), count(picture.devices, locale),
                            count(picture.cluster.devices(), locale));
    if (layout.detail != ClusterLayout::Detail::Devices)
        text +=
            tr("; a square is %1 devices").arg(count(picture.per_domain * layout.domains_per_cell, locale));
    return text;
}

QString groupSummary(const ClusterPicture& picture, const ChosenGroup& chosen, const QLocale& locale) {
    if (chosen.kind >= picture.kinds.size()) return tr("Every rank works alone");
    const GroupKind& kind = picture.kinds[chosen.kind];
    const QString where = kind.crosses_nodes ? tr("between nodes") : tr("inside a node");
    return tr("%1: %2 groups of %3 ranks, %4 apart, %5")
        .arg(groupKindText(kind.name), count(picture.devices / kind.ranks, locale), count(kind.ranks, locale),
             count(kind.stride, locale), where);
}

PictureHit clusterHit(const ClusterPicture& picture, const ClusterLayout& layout, const PictureLook& look,
                      const QPointF& position) {
    if (picture.scale_out && layout.out_bar.contains(position)) {
        const hardware::ScaleOut& out = picture.cluster.scale_out;
        QStringList lines{levelText(picture, *picture.scale_out, look.locale),
                          tr("%1 adapters a node, %2 each")
                              .arg(count(out.nics_per_node, look.locale),
                                   editText(out.nic_bandwidth_bytes_per_s, "B/s", look.locale))};
        if (!picture.collective) lines << tr("Collectives that run beside kernels are not counted");
        return {layout.out_bar, hitHtml(tr("Network between nodes"), lines)};
    }
    const auto place = clusterPlaceAt(picture, layout, position);
    if (!place) return {};
    if (place->rank) return deviceHit(picture, layout, look.locale, place->cell, *place->rank);
    if (layout.detail != ClusterLayout::Detail::Devices)
        return cellHit(picture, layout, look.locale, place->cell);
    if (!layout.switchPlace(place->cell).contains(position) || picture.scale_up.empty()) return {};
    QStringList lines;
    for (const FabricLevel& level : picture.scale_up)
        lines << levelText(picture, level, look.locale);
    return {layout.switchPlace(place->cell), hitHtml(tr("Links inside a node"), lines)};
}

} // namespace strata::views
