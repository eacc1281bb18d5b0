// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/multiples_canvas.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kKeyStretch = 1.25, kLeastShare = 0.02;

} // namespace

MultiplesCanvas::MultiplesCanvas(QWidget* parent) : PictureCanvas(parent) {
    setObjectName(QStringLiteral("multiples"));
    setAccessibleName(tr("Small multiples of designs"));
}

void MultiplesCanvas::show(Multiples multiples, const PictureLook& look) {
    multiples_ = std::move(multiples);
    setLook(look);
    repaintPicture();
}

MultiplesLayout MultiplesCanvas::places() const { return layOutMultiples(multiples_, look().font, size()); }

void MultiplesCanvas::paint(QPainter& painter) const {
    if (!multiples_.empty()) paintMultiples(painter, multiples_, places(), look());
}

PictureHit MultiplesCanvas::hitAt(const QPointF& position) const {
    return multiples_.empty() || held_ ? PictureHit() : multiplesHit(multiples_, places(), look(), position);
}

void MultiplesCanvas::moveTo(double most) {
    multiples_.most = most;
    repaintPicture();
    emit axisMoved(most);
}

void MultiplesCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || multiples_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const MultiplesLayout layout = places();
    const MultiplesLayout::Panel* panel = layout.axisAt(event->position());
    if (panel == nullptr) return;
    const double share = (event->position().x() - panel->plot.left()) / panel->plot.width();
    held_ = Held{panel->plot.left(), panel->plot.width(), std::max(share, kLeastShare) * layout.most, layout.most};
}

void MultiplesCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!held_) {
        setCursor(!multiples_.empty() && places().axisAt(event->position()) != nullptr ? Qt::SizeHorCursor
                                                                                       : Qt::ArrowCursor);
        return PictureCanvas::mouseMoveEvent(event);
    }
    const double share = std::max(kLeastShare, (event->position().x() - held_->left) / held_->width);
    moveTo(std::clamp(held_->value / share, 0.01 * held_->before, 100.0 * held_->before));
}

void MultiplesCanvas::mouseReleaseEvent(QMouseEvent* event) {
    held_.reset();
    PictureCanvas::mouseReleaseEvent(event);
}

void MultiplesCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    held_.reset();
    emit axisMoved(0.0);
}

void MultiplesCanvas::keyPressEvent(QKeyEvent* event) {
    if (multiples_.empty()) return PictureCanvas::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return moveTo(multiples_.most / kKeyStretch);
    case Qt::Key_Minus: return moveTo(multiples_.most * kKeyStretch);
    case Qt::Key_0:
    case Qt::Key_Home: emit axisMoved(0.0); return;
    case Qt::Key_Escape:
        if (!held_) break;
        moveTo(held_->before);
        held_.reset();
        return;
    default: break;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
