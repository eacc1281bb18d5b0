// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cores/cores_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

/// The cores on the screen: the wheel zooms around the pointer, dragging moves, double click shows everything; a click
/// or the up and down keys choose a layer, Escape chooses none.
class CoresCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit CoresCanvas(QWidget* parent);

    void show(CorePicture picture, const PictureLook& look);
    using QWidget::show;
    const CoreDrawing& drawing() const { return drawing_; }
    CoreLayout places() const;
    void choose(const std::string& layer);

signals:
    void layerChosen();
    void layerOpened(const QString& layer);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setWindow(CoreWindow window);
    void zoom(double factor, double around_share);
    void moveBy(double share);
    void walk(int step);

    CoreDrawing drawing_;
    CoreWindow before_; ///< when the drag began
    double pressed_x_ = 0;
    bool pressed_ = false, moved_ = false;
};

/// The legend of a drawing in a picture of this width.
Legend legendWithin(const CoreDrawing& drawing, const PictureLook& look, double width);

} // namespace strata::views
