// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cluster/cluster_painter.h"

namespace strata::views {

QString groupKindText(const std::string& name);
QString topologyText(hardware::Topology topology);
/// "NVLink, switch, 450 GB/s: 12 % of the iteration"
QString levelText(const FabricLevel& level, const QLocale& locale);
/// The same in few words: what passes it, once that is known.
QString levelUseText(const FabricLevel& level, const QLocale& locale);
/// How many devices and nodes, and what a square stands for.
QString clusterSummary(const ClusterPicture& picture, const ClusterLayout& layout, const QLocale& locale);
/// Sizes of the chosen kind of groups.
QString groupSummary(const ClusterPicture& picture, const ChosenGroup& chosen, const QLocale& locale);
/// A device with its coordinates and its fellows, or the ranks of a cell.
PictureHit clusterHit(const ClusterPicture& picture, const ClusterLayout& layout, const PictureLook& look,
                      const QPointF& position);

} // namespace strata::views
