// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_text.h"

#include "views/parameters/quantity_text.h"
#include "views/support/text/text.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString count(std::uint64_t value, const QLocale& locale) { return locale.toString(static_cast<qulonglong>(value)); }

/// The first few ranks of the group, and the last.
QString fellows(const GroupKind& kind, std::uint64_t rank, const QLocale& locale) {
    constexpr std::uint64_t kFew = 6;
    QStringList ranks;
    for (std::uint64_t i = 0; i < std::min(kFew, kind.ranks); ++i)
        ranks << count(kind.member(rank, i), locale);
    QString text = ranks.join(QStringLiteral(", "));
    if (kind.ranks > kFew) text += QStringLiteral(" \u2026 ") + count(kind.member(rank, kind.ranks - 1), locale);
    return text;
}

PictureHit deviceHit(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale,
                     std::uint64_t cell, std::uint64_t rank) {
    QStringList lines{
        tr("Device %1 of node %2")
            .arg(count(rank % picture.per_domain % picture.cluster.devices_per_node, locale),
                 count(rank / picture.per_domain *
                               std::max<std::uint64_t>(1, picture.per_domain / picture.cluster.devices_per_node) +
                           rank % picture.per_domain / picture.cluster.devices_per_node,
                       locale))};
    for (const GroupKind& kind : picture.kinds)
        lines << tr("%1: %2 of %3, with ranks %4")
                     .arg(groupKindText(kind.name), count(kind.coordinate(rank), locale), count(kind.ranks, locale),
                          fellows(kind, rank, locale));
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
                      ? tr("%1: %2 of %3").arg(groupKindText(kind.name), count(from, locale), count(kind.ranks, locale))
                      : tr("%1: several of %2").arg(groupKindText(kind.name), count(kind.ranks, locale)));
    }
    return {layout.cellPlace(cell),
            hitHtml(tr("Ranks %1 to %2").arg(count(first, locale), count(last, locale)), lines)};
}

QString numbered(const FabricLevel& level, const QLocale& locale) {
    if (!level.use || !level.bytes) return {};
    return tr("%1 a device, %2 busy").arg(shortText(*level.bytes, "B", locale), shareText(*level.use, locale));
}

/// A level by itself: what passes it, and who waits.
QStringList levelLines(const FabricLevel& level, const QLocale& locale) {
    QStringList lines{levelText(level, locale)};
    if (level.waits && level.use && *level.use > 0.0)
        lines << tr("Of the iteration %1 waits for collectives on it").arg(shareText(*level.waits, locale));
    return lines;
}

PictureHit linksHit(const ClusterPicture& picture, const QRectF& place, const QLocale& locale) {
    QStringList lines;
    for (const FabricLevel& level : picture.scale_up)
        lines << levelLines(level, locale);
    return {place, hitHtml(tr("Links inside a node"), lines)};
}

} // namespace

QString groupKindText(const std::string& name) {
    static constexpr WordTitle kTitles[]{
        {"tensor", QT_TRANSLATE_NOOP("strata::views", "Tensor")},
        {"context", QT_TRANSLATE_NOOP("strata::views", "Context")},
        {"expert", QT_TRANSLATE_NOOP("strata::views", "Expert")},
        {"data", QT_TRANSLATE_NOOP("strata::views", "Data")},
        {"pipeline", QT_TRANSLATE_NOOP("strata::views", "Pipeline group")},
    };
    if (const auto title = titleIn(kTitles, name)) return *title;
    return labelText(name);
}

QString topologyText(hardware::Topology topology) {
    using hardware::Topology;
    switch (topology) {
    case Topology::Ring: return tr("ring");
    case Topology::Mesh: return tr("mesh");
    case Topology::FullyConnected: return tr("fully connected");
    case Topology::Switch: return tr("switch");
    case Topology::FatTree: return tr("fat tree");
    case Topology::Dragonfly: return tr("dragonfly");
    case Topology::CubeMesh: break;
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

QString levelText(const FabricLevel& level, const QLocale& locale) {
    QString text = QStringLiteral("%1, %2, %3")
                       .arg(networkName(level.name), topologyText(level.topology),
                            editText(level.bandwidth_bytes_per_s, "B/s", locale));
    const QString use = numbered(level, locale);
    return use.isEmpty() ? text : tr("%1: %2").arg(text, use);
}

QString levelUseText(const FabricLevel& level, const QLocale& locale) {
    const QString use = numbered(level, locale);
    return use.isEmpty() ? levelText(level, locale) : tr("%1: %2").arg(networkName(level.name), use);
}

QString clusterSummary(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale) {
    QString text = tr("%1: %2 of %3 devices")
                       .arg(toQString(picture.cluster.name), count(picture.devices, locale),
                            count(picture.cluster.devices(), locale));
    if (layout.detail != ClusterLayout::Detail::Devices)
        text += tr("; a square is %1 devices").arg(count(picture.per_domain * layout.domains_per_cell, locale));
    return text;
}

QString groupSummary(const ClusterPicture& picture, const ChosenGroup& chosen, const QLocale& locale) {
    if (chosen.kind >= picture.kinds.size()) return tr("Every rank works alone");
    const GroupKind& kind = picture.kinds[chosen.kind];
    const QString where = kind.crosses_nodes ? tr("between nodes") : tr("inside a node");
    if (kind.ranks == picture.devices)
        return tr("%1: all %2 ranks, %3").arg(groupKindText(kind.name), count(kind.ranks, locale), where);
    return tr("%1: %2 groups of %3 ranks, %4 apart, %5")
        .arg(groupKindText(kind.name), count(picture.devices / kind.ranks, locale), count(kind.ranks, locale),
             count(kind.stride, locale), where);
}

PictureHit clusterHit(const ClusterPicture& picture, const ClusterLayout& layout, const PictureLook& look,
                      const QPointF& position) {
    if (picture.scale_out && layout.out_bar.contains(position)) {
        const hardware::ScaleOut& out = picture.cluster.scale_out;
        QStringList lines = levelLines(*picture.scale_out, look.locale);
        lines << tr("%1 adapters a node, %2 each")
                     .arg(count(out.nics_per_node, look.locale),
                          editText(out.nic_bandwidth_bytes_per_s, "B/s", look.locale));
        return {layout.out_bar, hitHtml(tr("Network between nodes"), lines)};
    }
    const auto place = clusterPlaceAt(picture, layout, position);
    if (!place) return {};
    if (place->rank) return deviceHit(picture, layout, look.locale, place->cell, *place->rank);
    if (layout.detail != ClusterLayout::Detail::Devices) return cellHit(picture, layout, look.locale, place->cell);
    if (picture.scale_up.empty()) return {};
    const QRectF bar = layout.switchPlace(place->cell);
    return linksHit(picture, bar.contains(position) ? bar : layout.cellPlace(place->cell), look.locale);
}

} // namespace strata::views
