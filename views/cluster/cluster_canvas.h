// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cluster/cluster_painter.h"

#include <memory>

namespace strata::views {

/// The cluster on the screen: a click chooses a rank, the wheel zooms, dragging moves, double click shows
/// everything.
class ClusterCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit ClusterCanvas(QWidget* parent);

    void show(std::shared_ptr<const ClusterPicture> picture, const ChosenGroup& chosen, const PictureLook& look);
    using QWidget::show;

    ClusterLayout places() const;
    QRectF zoom() const { return zoom_; }
    void setZoom(const QRectF& shares);

signals:
    void rankChosen(quint64 rank);

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
    void zoomBy(double factor, const QPointF& around);

    std::shared_ptr<const ClusterPicture> picture_;
    ChosenGroup chosen_;
    QRectF zoom_{0, 0, 1, 1}; ///< what is shown, as shares of the whole
    QRectF before_;
    QPointF pressed_;
    bool down_ = false, moved_ = false;
};

} // namespace strata::views
