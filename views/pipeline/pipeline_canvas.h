// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_layout.h"
#include "views/support/plot/picture_canvas.h"

#include <memory>

namespace strata::views {

/// Timelines on the screen: the wheel zooms around the pointer, dragging moves, double click shows
/// everything.
class PipelineCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit PipelineCanvas(QWidget* parent);

    void show(std::shared_ptr<const Timeline> selected, std::shared_ptr<const Timeline> baseline, bool critical,
              const PictureLook& look);
    using QWidget::show;

    /// Shares of the time that are shown, 0 to 1: these stay while the time itself changes.
    TimeRange shown() const { return shown_; }
    void setShown(const TimeRange& shares);
    TimelineLayout places() const;

signals:
    void rangeChanged();

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
    Legend legend() const;
    void zoom(double factor, double around_share);
    void move(double by_share);

    std::shared_ptr<const Timeline> selected_, baseline_;
    bool critical_ = true;
    TimeRange shown_;
    TimeRange before_; ///< when the drag began
    double pressed_x_ = 0.0;
    bool dragging_ = false;
};

/// The seconds from 0 to the end of the longer timeline of which shares are shown.
double wholeSeconds(const Timeline& selected, const Timeline* baseline);

} // namespace strata::views
