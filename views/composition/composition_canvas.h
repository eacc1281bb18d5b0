// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/composition/composition_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

/// One page on the screen: the line of the tolerance is dragged, or moved by the left and right keys.
class CompositionCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit CompositionCanvas(QWidget* parent);

    void show(CompositionPicture picture, const PictureLook& look);
    using QWidget::show;
    const CompositionPicture& picture() const { return picture_; }
    CompositionLayout places() const;

signals:
    void toleranceMoved(double tolerance);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Legend legend() const;
    void moveTo(double tolerance);

    CompositionPicture picture_;
    std::optional<double> before_; ///< tolerance before the drag that is under way
};

} // namespace strata::views
