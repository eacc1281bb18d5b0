// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/coverage/coverage_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// The heatmap on the screen. Dragging in the bar of values weighs a group; arrows walk through the cells.
class CoverageCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit CoverageCanvas(QWidget* parent);

    void show(CoveragePicture picture, const PictureLook& look);
    using QWidget::show;
    const CoveragePicture& picture() const { return picture_; }
    CoverageLayout places() const { return layOutCoverage(picture_, look().font, size()); }
    void choose(std::optional<std::pair<std::size_t, std::size_t>> cell);

signals:
    void cellChosen(std::size_t row, std::size_t column);
    void rowChosen(std::size_t row);
    /// A double click, or Enter: row and, where it was a cell, column.
    void rowOpened(std::size_t row, std::optional<std::size_t> column);
    void valueDragged(const QString& group, double value);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void dragTo(double x);

    CoveragePicture picture_;
    std::optional<std::pair<std::size_t, std::size_t>> chosen_;
    std::string dragged_; ///< group whose value is being dragged
};

} // namespace strata::views
