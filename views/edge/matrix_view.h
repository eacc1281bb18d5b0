// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/edge/edge_painter.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The picture on the screen.
class MatrixCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit MatrixCanvas(QWidget* parent);

    void show(MatrixPicture picture, const PictureLook& look);
    using QWidget::show;
    const MatrixPicture& picture() const { return picture_; }
    MatrixLayout places() const;

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< arrows, pages, Home and End scroll

private:
    void scroll(std::ptrdiff_t devices);

    MatrixPicture picture_;
    std::size_t first_ = 0; ///< device of the first row
    int turned_ = 0;        ///< of the wheel, in eighths of a degree, since the last row
};

/// Latencies of networks on devices, with intervals.
class MatrixView : public PictureView {
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    const MatrixCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    MatrixPicture picture() const;
    MatrixCanvas* canvas_;
};

} // namespace strata::views
