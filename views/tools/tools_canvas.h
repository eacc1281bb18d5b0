// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/picture_canvas.h"
#include "views/tools/tools_layout.h"

namespace strata::views {

/// The tools on the screen. Dragging in the bar of a weight ranks anew; up and down choose a row or, with Shift on the
/// page of the ranking, a weight, and left and right move the weight.
class ToolsCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit ToolsCanvas(QWidget* parent);

    void show(ToolsPicture picture, const PictureLook& look);
    using QWidget::show;
    const ToolsPicture& picture() const { return picture_; }
    ToolsLayout places() const { return layOutTools(picture_, look().font, size()); }
    void choose(std::optional<std::size_t> row);

signals:
    void rowChosen(std::size_t row);
    void weightDragged(std::size_t dimension, double weight);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void dragTo(double x);
    bool moveWeight(const QKeyEvent& event);

    ToolsPicture picture_;
    std::optional<std::size_t> chosen_; ///< row
    std::optional<std::size_t> dragged_, weight_;
};

} // namespace strata::views
