// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scaling/scaling_text.h"

namespace strata::views {

/// The charts on the screen; the mark of the design's number of devices can be dragged to another one.
class ScalingCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit ScalingCanvas(QWidget* parent);

    void show(ScalingPair pair, const PictureLook& look);
    using QWidget::show;
    const ScalingPair& pair() const { return pair_; }
    ScalingLayout places() const;

signals:
    void devicesChosen(quint64 devices, const QString& gesture);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void step(int direction);

    ScalingPair pair_;
    std::uint64_t marked_ = 0;
    std::uint64_t before_ = 0; ///< when the drag began
    bool dragging_ = false;
    int gestures_ = 0;
};

} // namespace strata::views
