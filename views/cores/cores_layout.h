// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cores/cores_data.h"
#include "views/support/plot/picture_canvas.h"

#include <optional>
#include <QRectF>
#include <vector>

namespace strata::views {

/// Shares of the whole time that are shown: these stay while the time itself changes.
struct CoreWindow {
    double from = 0, to = 1;
    friend bool operator==(const CoreWindow&, const CoreWindow&) = default;
};

/// What is drawn, and which layer is chosen.
struct CoreDrawing {
    CorePicture picture;
    CoreWindow window;
    std::string chosen; ///< layer; empty: none

    bool empty() const { return picture.empty(); }
    double fromSeconds() const { return window.from * picture.end_s; }
    double toSeconds() const { return window.to * picture.end_s; }
};

/// A lane of each core, the strip of the memory below, and the axis of time.
struct CoreLayout {
    QRectF header, area, strip; ///< the area holds the lanes
    QPointF legend;
    double from_s = 0, to_s = 1, axis_step = 0;
    std::vector<QRectF> lanes;
    std::vector<QRectF> labels; ///< of the lanes
    QRectF strip_label;

    double x(double seconds) const { return area.left() + (seconds - from_s) / (to_s - from_s) * area.width(); }
    double seconds(double x) const { return from_s + (x - area.left()) / area.width() * (to_s - from_s); }
    /// The part of a block that is shown; without width where none is.
    QRectF place(const CoreBlock& block) const;
};

QSizeF coresSize(const CoreDrawing& drawing, const QFont& font);
/// By which lanes of a few cores may be higher.
double coresExtraHeight(const CoreDrawing& drawing, const QFont& font);
CoreLayout layOutCores(const CoreDrawing& drawing, const QFont& font, const QSizeF& size, double legend_height);

/// The block at a point, by its place in the picture.
std::optional<std::size_t> coreBlockAt(const CoreDrawing& drawing, const CoreLayout& layout, const QPointF& position);
PictureHit coresHit(const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look,
                    const QPointF& position);

} // namespace strata::views
