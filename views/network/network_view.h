// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/network/network_canvas.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The layers of a network as bars: time, energy, memory traffic or utilization, with groups that run tile by tile
/// outlined.
class NetworkView : public PictureView {
    Q_OBJECT

public:
    explicit NetworkView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const NetworkCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    NetworkDrawing drawing() const;
    void open(const QString& layer);

    NetworkCanvas* canvas_;
    std::optional<LayerRange> range_; ///< nothing: all layers
};

} // namespace strata::views
