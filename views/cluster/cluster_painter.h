// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cluster/cluster_layout.h"
#include "views/support/plot/picture_canvas.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

/// Which ranks are shown as belonging together.
struct ChosenGroup {
    std::size_t kind = 0;   ///< into ClusterPicture::kinds
    std::uint64_t rank = 0; ///< any rank of the group
};

Legend clusterLegend(const ClusterPicture& picture, const PictureLook& look, double width);

/// Links coloured by use, devices tinted by their group, the chosen group strong.
void paintCluster(QPainter& painter, const ClusterPicture& picture, const ClusterLayout& layout,
                  const ChosenGroup& chosen, const Legend& legend, const PictureLook& look);

} // namespace strata::views
