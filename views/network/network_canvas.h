// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/network/network_layout.h"

namespace strata::views {

/// The bars on the screen: a drag shows the layers that it passes over, a double click all of them, a click opens one.
class NetworkCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit NetworkCanvas(QWidget* parent);

    void show(NetworkDrawing drawing, const PictureLook& look);
    using QWidget::show;
    const NetworkDrawing& drawing() const { return drawing_; }
    NetworkLayout places() const;

signals:
    void rangeChosen(strata::views::LayerRange range);
    void layerOpened(const QString& name);

protected:
    void paint(QPainter& painter) const override;
    void paintOver(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void walk(int step);

    NetworkDrawing drawing_;
    std::optional<std::size_t> pressed_; ///< layer
    std::optional<std::size_t> reached_; ///< by the drag
    std::optional<std::size_t> current_; ///< by the arrow keys
};

} // namespace strata::views
