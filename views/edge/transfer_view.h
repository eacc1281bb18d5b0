// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/edge/edge_painter.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The picture on the screen.
class TransferCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit TransferCanvas(QWidget* parent);

    void show(TransferPicture picture, const PictureLook& look);
    using QWidget::show;
    const TransferPicture& picture() const { return picture_; }
    TransferLayout places() const;

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;

private:
    TransferPicture picture_;
};

/// How a device is learned from measurements, and which to take next.
class TransferView : public PictureView {
    Q_OBJECT

public:
    explicit TransferView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    const TransferCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    TransferPicture picture() const;
    TransferCanvas* canvas_;
};

} // namespace strata::views
