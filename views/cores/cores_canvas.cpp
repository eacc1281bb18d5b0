// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_canvas.h"

#include "views/cores/cores_painter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace strata::views {
namespace {

constexpr double kMargins = 16.0;
constexpr double kLeastShare = 1e-4; ///< of the time
constexpr double kWheelStep = 1.25;
constexpr double kKeyStep = 0.1; ///< of what is shown

/// Layers in the order in which they begin.
std::vector<std::string> layersOf(const CorePicture& picture) {
    std::vector<const CoreBlock*> blocks;
    for (const CoreBlock& block : picture.blocks)
        if (block.works()) blocks.push_back(&block);
    std::ranges::stable_sort(blocks, {}, &CoreBlock::start_s);
    std::vector<std::string> layers;
    for (const CoreBlock* block : blocks)
        if (std::ranges::find(layers, block->layer) == layers.end()) layers.push_back(block->layer);
    return layers;
}

} // namespace

Legend legendWithin(const CoreDrawing& drawing, const PictureLook& look, double width) {
    return coresLegend(drawing, look, width - kMargins);
}

CoresCanvas::CoresCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Cores over time")); }

void CoresCanvas::show(CorePicture picture, const PictureLook& look) {
    drawing_.picture = std::move(picture);
    const auto layers = layersOf(drawing_.picture);
    if (std::ranges::find(layers, drawing_.chosen) == layers.end()) drawing_.chosen.clear();
    setLook(look);
    setMinimumSize(drawing_.empty() ? QSize(0, 0) : coresSize(drawing_, look.font).toSize());
    emit layerChosen(); // its numbers may be others
    repaintPicture();
}

CoreLayout CoresCanvas::places() const {
    return layOutCores(drawing_, look().font, size(), legendWithin(drawing_, look(), width()).height());
}

void CoresCanvas::paint(QPainter& painter) const {
    if (!drawing_.empty()) paintCores(painter, drawing_, places(), legendWithin(drawing_, look(), width()), look());
}

PictureHit CoresCanvas::hitAt(const QPointF& position) const {
    return drawing_.empty() ? PictureHit() : coresHit(drawing_, places(), look(), position);
}

void CoresCanvas::choose(const std::string& layer) {
    drawing_.chosen = layer;
    setAccessibleDescription(toQString(layer));
    emit layerChosen();
    repaintPicture();
}

void CoresCanvas::setWindow(CoreWindow window) {
    const double length = std::clamp(window.to - window.from, kLeastShare, 1.0);
    window.from = std::clamp(window.from, 0.0, 1.0 - length);
    window.to = window.from + length;
    if (window == drawing_.window) return;
    drawing_.window = window;
    repaintPicture();
}

void CoresCanvas::zoom(double factor, double around_share) {
    const double shown = drawing_.window.to - drawing_.window.from;
    const double around = drawing_.window.from + around_share * shown,
                 length = std::clamp(shown * factor, kLeastShare, 1.0);
    setWindow({around - around_share * length, around - around_share * length + length});
}

void CoresCanvas::moveBy(double share) {
    const double by = share * (drawing_.window.to - drawing_.window.from);
    setWindow({drawing_.window.from + by, drawing_.window.to + by});
}

void CoresCanvas::wheelEvent(QWheelEvent* event) {
    if (drawing_.empty()) return event->ignore();
    const QRectF area = places().area;
    zoom(std::pow(kWheelStep, -event->angleDelta().y() / 120.0),
         std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0));
    event->accept();
}

void CoresCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || drawing_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    pressed_ = true;
    moved_ = false;
    pressed_x_ = event->position().x();
    before_ = drawing_.window;
}

void CoresCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_) return PictureCanvas::mouseMoveEvent(event);
    const double by = pressed_x_ - event->position().x();
    moved_ = moved_ || std::abs(by) >= QApplication::startDragDistance();
    if (!moved_) return;
    const double share = by / places().area.width() * (before_.to - before_.from);
    setWindow({before_.from + share, before_.to + share});
}

void CoresCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!pressed_) return PictureCanvas::mouseReleaseEvent(event);
    pressed_ = false;
    if (moved_) return;
    const auto at = coreBlockAt(drawing_, places(), event->position());
    const std::string layer = at ? drawing_.picture.blocks[*at].layer : std::string();
    choose(layer == drawing_.chosen ? std::string() : layer);
}

void CoresCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    pressed_ = false;
    setWindow({0, 1});
}

void CoresCanvas::walk(int step) {
    const auto layers = layersOf(drawing_.picture);
    if (layers.empty()) return;
    const auto last = static_cast<std::ptrdiff_t>(layers.size()) - 1;
    const auto found = std::ranges::find(layers, drawing_.chosen) - layers.begin();
    const bool none = drawing_.chosen.empty();
    const std::ptrdiff_t at = none ? (step > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(found + step, 0, last);
    choose(layers[static_cast<std::size_t>(at)]);
}

void CoresCanvas::keyPressEvent(QKeyEvent* event) {
    if (drawing_.empty()) return PictureCanvas::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Plus: return zoom(1.0 / kWheelStep, 0.5);
    case Qt::Key_Minus: return zoom(kWheelStep, 0.5);
    case Qt::Key_Left: return moveBy(-kKeyStep);
    case Qt::Key_Right: return moveBy(kKeyStep);
    case Qt::Key_Home: return setWindow({0, 1});
    case Qt::Key_Down: return walk(1);
    case Qt::Key_Up: return walk(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!drawing_.chosen.empty()) emit layerOpened(toQString(drawing_.chosen));
        return;
    case Qt::Key_Escape:
        if (pressed_) {
            pressed_ = false;
            return setWindow(before_);
        }
        if (!drawing_.chosen.empty()) return choose({});
        break;
    default: break;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
