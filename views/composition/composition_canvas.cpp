// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_canvas.h"

#include "views/composition/composition_painter.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kMargins = 16.0, kKeyStep = 1.1;

} // namespace

CompositionCanvas::CompositionCanvas(QWidget* parent) : PictureCanvas(parent) {
    setAccessibleName(tr("Analyses of composition"));
}

void CompositionCanvas::show(CompositionPicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    repaintPicture();
}

Legend CompositionCanvas::legend() const { return compositionLegend(picture_, look(), width() - kMargins); }

CompositionLayout CompositionCanvas::places() const {
    return layOutComposition(picture_, look().font, size(), legend().height());
}

void CompositionCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintComposition(painter, picture_, places(), legend(), look());
}

PictureHit CompositionCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() || before_ ? PictureHit() : compositionHit(picture_, places(), look(), position);
}

void CompositionCanvas::moveTo(double tolerance) {
    picture_.tolerance = tolerance;
    repaintPicture();
    emit toleranceMoved(tolerance);
}

void CompositionCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (places().onTolerance(picture_.tolerance, event->position())) before_ = picture_.tolerance;
}

void CompositionCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (before_) return moveTo(places().toleranceAt(event->position()));
    const CompositionLayout layout = places();
    const bool near = !picture_.empty() && layout.onTolerance(picture_.tolerance, event->position());
    setCursor(!near ? Qt::ArrowCursor : layout.lines ? Qt::SizeVerCursor : Qt::SizeHorCursor);
    PictureCanvas::mouseMoveEvent(event);
}

void CompositionCanvas::mouseReleaseEvent(QMouseEvent* event) {
    before_.reset();
    PictureCanvas::mouseReleaseEvent(event);
}

void CompositionCanvas::keyPressEvent(QKeyEvent* event) {
    if (picture_.empty()) return PictureCanvas::keyPressEvent(event);
    const auto moved = [this](double factor) { moveTo(std::clamp(picture_.tolerance * factor, 0.001, 1.0)); };
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up: return moved(kKeyStep);
    case Qt::Key_Left:
    case Qt::Key_Down: return moved(1.0 / kKeyStep);
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
