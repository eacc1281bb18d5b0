// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/schedules/schedules_layout.h"

#include <optional>

namespace strata::views {

/// The picture on the screen: the number of samples is dragged along the curves, or moved by the left and right keys.
class SchedulesCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit SchedulesCanvas(QWidget* parent);

    void show(SchedulesPicture picture, const PictureLook& look);
    using QWidget::show;
    const SchedulesPicture& picture() const { return picture_; }
    SchedulesLayout places() const;

signals:
    void samplesMoved(std::size_t samples);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void moveTo(std::size_t place);

    SchedulesPicture picture_;
    std::optional<std::size_t> before_; ///< place before the drag that is under way
};

} // namespace strata::views
