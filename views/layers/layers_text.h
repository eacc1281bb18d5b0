// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/registry.h"
#include "views/layers/layers_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// "Kernels", "Model", "Collectives", "Training step", "Serving".
QString layerText(layers::Layer layer);

/// How far the method of a layer was off: by kept results, else by the residuals of its calibrations; else that nobody
/// measured it.
QString layerErrorText(const layers::LayerStep& step, const QLocale& locale);

/// The number that a row ends in: what is handed on, or the end with another method and its change.
QString layerNumberText(const LayersDrawing& drawing, const LayersRow& row, const QLocale& locale);
/// The same in little room: what a layer hands on, and by how much the end would change.
QString layerBriefText(const LayersDrawing& drawing, const LayersRow& row, const QLocale& locale);

/// The end of the chain in one sentence.
QString layersSummary(const LayersDrawing& drawing, const QLocale& locale);

/// What a row answers under the pointer.
PictureHit layersHit(const LayersDrawing& drawing, const LayersLayout& layout, const PictureLook& look,
                     const Registry& registry, const QPointF& position);

} // namespace strata::views
