// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/network/network_data.h"
#include "views/support/plot/picture_canvas.h"

#include <QRectF>

namespace strata::views {

/// Which layers are shown, from the first to the last.
struct LayerRange {
    std::size_t first = 0, last = 0;
    friend bool operator==(const LayerRange&, const LayerRange&) = default;
};

/// What is drawn of a network, and how.
struct NetworkDrawing {
    NetworkPicture selected;
    std::optional<NetworkPicture> baseline;
    LayerQuantity quantity = LayerQuantity::Time;
    LayerRange range;
    bool opens = false; ///< a click opens the layer as a design

    bool empty() const { return selected.empty(); }
};

struct NetworkLayout {
    QRectF header, area;
    QPointF legend;
    double axis_step = 0, most = 0;
    std::vector<QRectF> columns; ///< by shown layer: the whole column
    std::vector<QRectF> bars, twins;
    std::vector<QRectF> groups; ///< outlines
    bool names = false;         ///< there is room for the names of the layers

    double y(double value) const { return area.bottom() - value / most * area.height(); }
};

NetworkLayout layOutNetwork(const NetworkDrawing& drawing, const QFont& font, const QSizeF& size, double legend_height);

/// The layer at a point, by its place in the picture.
std::optional<std::size_t> layerAt(const NetworkDrawing& drawing, const NetworkLayout& layout, const QPointF& position);
PictureHit networkHit(const NetworkDrawing& drawing, const NetworkLayout& layout, const PictureLook& look,
                      const QPointF& position);

} // namespace strata::views
