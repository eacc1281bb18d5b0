// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/edge/edge_painter.h"
#include "views/support/base/setting_handle.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The picture on the screen.
class EdgeCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit EdgeCanvas(QWidget* parent);

    void show(EdgePicture picture, const PictureLook& look);
    using QWidget::show;
    const EdgePicture& picture() const { return picture_; }
    EdgeLayout places() const;

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;

private:
    EdgePicture picture_;
};

/// A network on an edge device as the kernels that its runtime makes of it; handles change batch, resolution, number
/// format, clock and time under load.
class EdgeView : public PictureView {
    Q_OBJECT

public:
    explicit EdgeView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    const EdgeCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    EdgePicture picture() const;

    std::vector<SettingHandle*> handles_;
    EdgeCanvas* canvas_;
};

} // namespace strata::views
