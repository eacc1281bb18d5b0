// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layer_effects.h"

#include <optional>
#include <QFont>
#include <QRectF>
#include <vector>

namespace strata::views {

/// What is drawn of one answer: its layers, and what other methods in them would make of its end.
struct LayersDrawing {
    layers::LayerChain chain;
    std::vector<layers::LayerEffect> effects;
    std::optional<layers::LayerChain> baseline;
    bool computing = false; ///< further effects are on their way

    bool empty() const { return chain.steps.empty(); }
};

/// A line of the picture: a layer, or another method in it.
struct LayersRow {
    std::size_t step = 0;              ///< of the chain
    std::optional<std::size_t> effect; ///< of the drawing; nothing: the layer itself
    QRectF place;                      ///< as wide as the picture
    QRectF words;                      ///< at its left
    QRectF numbers;                    ///< at its right
    double y = 0.0;                    ///< of its bar or mark
};

struct LayersLayout {
    QRectF header, plot;
    double most = 1.0; ///< at the right end of the plot
    double line = 0.0; ///< height of a line of text
    std::vector<LayersRow> rows;
    bool folded = false; ///< effects of other layers than the current one have no room

    double x(double value) const { return plot.left() + value / most * plot.width(); }
    const LayersRow* rowAt(const QPointF& position) const;
};

/// `current`: the layer whose methods are shown where there is no room for all of them.
LayersLayout layOutLayers(const LayersDrawing& drawing, std::size_t current, const QFont& font, const QSizeF& size);

/// Height in which every row has room.
double heightOfLayers(const LayersDrawing& drawing, const QFont& font);

} // namespace strata::views
