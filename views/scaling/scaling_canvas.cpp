// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_canvas.h"

#include "views/scaling/scaling_painter.h"

#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kReach = 8.0; // pixels beside the mark that take hold of it

} // namespace

ScalingCanvas::ScalingCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Scaling over devices")); }

void ScalingCanvas::show(ScalingPair pair, const PictureLook& look) {
    pair_ = std::move(pair);
    if (!dragging_ && pair_.selected) marked_ = pair_.selected->devices;
    setLook(look);
    repaintPicture();
}

ScalingLayout ScalingCanvas::places() const {
    const Legend legend = scalingLegend(pair_, look(), width() - 90.0);
    const auto twin = pair_.twin();
    return layOutScaling(pair_.curve(), twin ? &*twin : nullptr, look().font, size(), legend.height());
}

void ScalingCanvas::paint(QPainter& painter) const {
    if (pair_.empty()) return;
    const Legend legend = scalingLegend(pair_, look(), width() - 90.0);
    paintScaling(painter, pair_, places(), legend, look(), marked_);
}

PictureHit ScalingCanvas::hitAt(const QPointF& position) const {
    return pair_.empty() ? PictureHit() : scalingHit(pair_, places(), look(), position);
}

void ScalingCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || pair_.empty()) return;
    setFocus(Qt::MouseFocusReason);
    if (std::abs(event->position().x() - places().x(static_cast<double>(marked_))) > kReach) return;
    dragging_ = true;
    before_ = marked_;
    ++gestures_;
}

void ScalingCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) {
        const bool near =
            !pair_.empty() && std::abs(event->position().x() - places().x(static_cast<double>(marked_))) <= kReach;
        setCursor(near ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return PictureCanvas::mouseMoveEvent(event);
    }
    const auto* point = nearestPoint(*pair_.selected, places(), event->position().x(), true);
    if (point == nullptr || point->devices == marked_) return;
    marked_ = point->devices;
    repaintPicture();
    emit devicesChosen(marked_, QStringLiteral("devices %1").arg(gestures_));
}

void ScalingCanvas::mouseReleaseEvent(QMouseEvent*) { dragging_ = false; }

void ScalingCanvas::step(int direction) {
    const auto& points = pair_.selected->points;
    std::uint64_t next = marked_;
    for (const auto& point : points) {
        if (!point.valid) continue;
        if (direction > 0 && point.devices > marked_ && (next == marked_ || point.devices < next)) next = point.devices;
        if (direction < 0 && point.devices < marked_ && (next == marked_ || point.devices > next)) next = point.devices;
    }
    if (next == marked_) return;
    marked_ = next;
    repaintPicture();
    emit devicesChosen(marked_, {});
}

void ScalingCanvas::keyPressEvent(QKeyEvent* event) {
    if (pair_.empty()) return PictureCanvas::keyPressEvent(event);
    if (event->key() == Qt::Key_Right) return step(1);
    if (event->key() == Qt::Key_Left) return step(-1);
    if (event->key() == Qt::Key_Escape && dragging_) {
        dragging_ = false;
        marked_ = before_;
        repaintPicture();
        emit devicesChosen(marked_, QStringLiteral("devices %1").arg(gestures_));
        return;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
