// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schedules/schedules_canvas.h"

#include "views/schedules/schedules_painter.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {

SchedulesCanvas::SchedulesCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Schedules")); }

void SchedulesCanvas::show(SchedulesPicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    repaintPicture();
}

SchedulesLayout SchedulesCanvas::places() const {
    return layOutSchedules(picture_, look().font, size(), look().locale);
}

void SchedulesCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintSchedules(painter, picture_, places(), look());
}

PictureHit SchedulesCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() || before_ ? PictureHit() : schedulesHit(picture_, places(), look(), position);
}

void SchedulesCanvas::moveTo(std::size_t place) {
    if (place >= picture_.learning.size() || place == picture_.chosen) return;
    emit samplesMoved(picture_.learning[place].samples);
}

void SchedulesCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (places().onHandle(picture_, event->position())) before_ = picture_.chosen;
}

void SchedulesCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (before_) return moveTo(nearestSamples(picture_.learning, places().samplesAt(event->position())));
    setCursor(!picture_.empty() && places().onHandle(picture_, event->position()) ? Qt::SizeHorCursor
                                                                                  : Qt::ArrowCursor);
    PictureCanvas::mouseMoveEvent(event);
}

void SchedulesCanvas::mouseReleaseEvent(QMouseEvent* event) {
    before_.reset();
    PictureCanvas::mouseReleaseEvent(event);
}

void SchedulesCanvas::keyPressEvent(QKeyEvent* event) {
    if (picture_.empty()) return PictureCanvas::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up: return moveTo(picture_.chosen + 1);
    case Qt::Key_Left:
    case Qt::Key_Down: return picture_.chosen > 0 ? moveTo(picture_.chosen - 1) : void();
    case Qt::Key_Home: return moveTo(0);
    case Qt::Key_End: return moveTo(picture_.learning.size() - 1);
    case Qt::Key_Escape:
        if (!before_) break;
        moveTo(*before_);
        before_.reset();
        return;
    default: break;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
