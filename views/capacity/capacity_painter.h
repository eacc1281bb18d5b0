// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/capacity/capacity_data.h"
#include "views/serving/plot_axis.h"

#include <memory>
#include <optional>
#include <utility>

namespace strata::views {

struct CapacityPicture {
    std::shared_ptr<const Exploration> run; ///< held: the view may be painted after another run took its place
    CapacityGrid grid;
    CapacitySettings settings;
    std::optional<std::pair<std::size_t, std::size_t>> pointed; ///< column and row
};

/// Where the cells stand, or the bars.
struct CapacityPlaces {
    QRectF area, scale;
    QRectF cell(const CapacityGrid& grid, std::size_t across, std::size_t up) const;
};

CapacityPlaces placeCapacity(const CapacityPicture& picture, const QRectF& whole, const ServingLook& look);
void paintCapacity(QPainter& painter, const CapacityPlaces& places, const CapacityPicture& picture,
                   const ServingLook& look);
double capacityHeight(const CapacityPicture& picture, double width, const QFont& font);
std::optional<std::pair<std::size_t, std::size_t>> cellAt(const CapacityPicture& picture, const CapacityPlaces& places,
                                                          const QPointF& at);

} // namespace strata::views
