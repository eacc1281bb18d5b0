// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/network/network_canvas.h"

#include "views/network/network_painter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {

namespace {

constexpr double kMargins = 16.0;

} // namespace

NetworkCanvas::NetworkCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Layers of a network")); }

void NetworkCanvas::show(NetworkDrawing drawing, const PictureLook& look) {
    drawing_ = std::move(drawing);
    if (current_ && *current_ >= drawing_.selected.layers.size()) current_.reset();
    setLook(look);
    repaintPicture();
}

NetworkLayout NetworkCanvas::places() const {
    const Legend legend = networkLegend(drawing_, look(), width() - kMargins);
    return layOutNetwork(drawing_, look().font, size(), legend.height());
}

void NetworkCanvas::paint(QPainter& painter) const {
    if (drawing_.empty()) return;
    paintNetwork(painter, drawing_, places(), networkLegend(drawing_, look(), width() - kMargins), look());
}

void NetworkCanvas::paintOver(QPainter& painter) const {
    if (drawing_.empty()) return;
    const NetworkLayout layout = places();
    const auto column = [&](std::size_t layer) { return layout.columns[layer - drawing_.range.first]; };
    const auto inside = [&](std::size_t layer) {
        return layer >= drawing_.range.first && layer <= drawing_.range.last;
    };
    QColor shade = look().theme.accent;
    shade.setAlpha(48);
    if (pressed_ && reached_ && *pressed_ != *reached_ && inside(*pressed_) && inside(*reached_))
        painter.fillRect(column(*pressed_).united(column(*reached_)), shade);
    if (current_ && hasFocus() && inside(*current_)) {
        painter.setPen(QPen(look().theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(column(*current_).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

PictureHit NetworkCanvas::hitAt(const QPointF& position) const {
    if (drawing_.empty()) return {};
    return networkHit(drawing_, places(), look(), position);
}

void NetworkCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || drawing_.empty()) return PictureCanvas::mousePressEvent(event);
    pressed_ = reached_ = layerAt(drawing_, places(), event->position());
}

void NetworkCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_) return PictureCanvas::mouseMoveEvent(event);
    const NetworkLayout layout = places();
    const double x = std::clamp(event->position().x(), layout.area.left(), layout.area.right() - 1.0);
    reached_ = layerAt(drawing_, layout, QPointF(x, layout.area.center().y()));
    update();
}

void NetworkCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !pressed_) return PictureCanvas::mouseReleaseEvent(event);
    const std::size_t from = *pressed_, to = reached_.value_or(from);
    pressed_.reset();
    reached_.reset();
    if (from == to)
        emit layerOpened(toQString(drawing_.selected.layers[from].name));
    else
        emit rangeChosen({std::min(from, to), std::max(from, to)});
    update();
}

void NetworkCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    pressed_.reset();
    if (!drawing_.empty()) emit rangeChosen({0, drawing_.selected.layers.size() - 1});
}

void NetworkCanvas::walk(int step) {
    const auto first = static_cast<std::ptrdiff_t>(drawing_.range.first);
    const auto last = static_cast<std::ptrdiff_t>(drawing_.range.last);
    const std::ptrdiff_t from = current_ ? static_cast<std::ptrdiff_t>(*current_) + step : (step > 0 ? first : last);
    current_ = static_cast<std::size_t>(std::clamp(from, first, last));
    const QRectF bar = places().bars[*current_ - drawing_.range.first];
    hoverAt(bar.center(), mapToGlobal(bar.center().toPoint()));
    update();
}

void NetworkCanvas::keyPressEvent(QKeyEvent* event) {
    if (drawing_.empty()) return PictureCanvas::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return walk(-1);
    case Qt::Key_Right: return walk(1);
    case Qt::Key_Escape: emit rangeChosen({0, drawing_.selected.layers.size() - 1}); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_) emit layerOpened(toQString(drawing_.selected.layers[*current_].name));
        return;
    default: PictureCanvas::keyPressEvent(event);
    }
}

} // namespace strata::views
