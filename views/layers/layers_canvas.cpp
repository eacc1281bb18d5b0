// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_canvas.h"

#include "views/layers/layers_painter.h"
#include "views/layers/layers_text.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {

LayersCanvas::LayersCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Layers of an answer")); }

void LayersCanvas::show(LayersDrawing drawing, const Registry& registry, const PictureLook& look) {
    if (held_) {
        const std::size_t held = *held_->row.effect;
        const bool stays = held < drawing.effects.size() && held_->row.step < drawing.chain.steps.size() &&
                           drawing.effects[held].layer == drawing_.effects[held].layer &&
                           drawing.effects[held].method == drawing_.effects[held].method;
        if (!stays) {
            held_.reset();
            unsetCursor();
        }
    }
    drawing_ = std::move(drawing);
    registry_ = &registry;
    if (current_ >= drawing_.chain.steps.size()) current_ = 0;
    setLook(look);
    if (line_ && *line_ >= places().rows.size()) line_.reset();
    repaintPicture();
}

LayersLayout LayersCanvas::places() const { return layOutLayers(drawing_, current_, look().font, size()); }

void LayersCanvas::setCurrent(std::size_t step) {
    if (step == current_) return;
    current_ = step;
    repaintPicture();
}

void LayersCanvas::paint(QPainter& painter) const {
    if (!drawing_.empty()) paintLayers(painter, drawing_, places(), look());
}

void LayersCanvas::paintOver(QPainter& painter) const {
    if (drawing_.empty()) return;
    const LayersLayout layout = places();
    if (line_ && hasFocus() && *line_ < layout.rows.size()) {
        painter.setPen(QPen(look().theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.rows[*line_].place.adjusted(1.0, 1.0, -1.0, -1.0));
    }
    if (!held_ || !held_->moved()) return;
    QColor shade = look().theme.accent;
    shade.setAlpha(48);
    for (const LayersRow& row : layout.rows)
        if (!row.effect && row.step == held_->row.step) painter.fillRect(row.place, shade);
    const QString text = toQString(drawing_.effects[*held_->row.effect].method);
    const QFontMetricsF metrics(look().font);
    const QRectF chip(held_->at.x() + 6.0, held_->at.y() - metrics.height() / 2 - 2.0,
                      metrics.horizontalAdvance(text) + 12.0, metrics.height() + 4.0);
    painter.setPen(QPen(look().theme.accent, 1.0));
    painter.setBrush(look().theme.surface);
    painter.drawRoundedRect(chip, 3.0, 3.0);
    painter.setFont(look().font);
    painter.setPen(look().theme.text);
    painter.drawText(QPointF(chip.left() + 6.0, chip.top() + 2.0 + metrics.ascent()), text);
}

PictureHit LayersCanvas::hitAt(const QPointF& position) const {
    if (drawing_.empty() || held_) return {};
    return layersHit(drawing_, places(), look(), *registry_, position);
}

bool LayersCanvas::Held::moved() const { return (at - from).manhattanLength() >= QApplication::startDragDistance(); }

void LayersCanvas::choose(const LayersRow& row) {
    emit methodChosen(row.step, toQString(drawing_.effects[*row.effect].method));
}

void LayersCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || drawing_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const LayersLayout layout = places();
    const LayersRow* row = layout.rowAt(event->position());
    if (row == nullptr) return;
    line_ = static_cast<std::size_t>(row - layout.rows.data());
    if (row->effect)
        held_ = Held{*row, event->position(), event->position()};
    else
        setCurrent(row->step);
    update();
}

void LayersCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!held_) return PictureCanvas::mouseMoveEvent(event);
    held_->at = event->position();
    setCursor(held_->moved() ? Qt::ClosedHandCursor : Qt::ArrowCursor);
    update();
}

void LayersCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !held_) return PictureCanvas::mouseReleaseEvent(event);
    held_->at = event->position();
    const Held held = *held_;
    held_.reset();
    unsetCursor();
    update();
    const LayersLayout layout = places();
    const LayersRow* target = layout.rowAt(event->position());
    const bool on_layer = target != nullptr && !target->effect && target->step == held.row.step;
    if (!held.moved() || on_layer) choose(held.row);
}

void LayersCanvas::walk(int direction) {
    LayersLayout layout = places();
    const auto last = static_cast<std::ptrdiff_t>(layout.rows.size()) - 1;
    const std::ptrdiff_t from = line_ ? static_cast<std::ptrdiff_t>(*line_) + direction : (direction > 0 ? 0 : last);
    const LayersRow wanted = layout.rows[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from, 0, last))];
    setCurrent(wanted.step); // may unfold other rows
    layout = places();
    const auto same = std::ranges::find_if(
        layout.rows, [&](const LayersRow& row) { return row.step == wanted.step && row.effect == wanted.effect; });
    line_ = static_cast<std::size_t>(same - layout.rows.begin());
    const LayersRow& row = layout.rows[*line_];
    hoverAt(row.place.center(), mapToGlobal(QPointF(row.words.left(), row.place.bottom()).toPoint()));
    update();
}

void LayersCanvas::keyPressEvent(QKeyEvent* event) {
    if (drawing_.empty()) return PictureCanvas::keyPressEvent(event);
    const LayersLayout layout = places();
    const LayersRow* row = line_ && *line_ < layout.rows.size() ? &layout.rows[*line_] : nullptr;
    switch (event->key()) {
    case Qt::Key_Down: return walk(1);
    case Qt::Key_Up: return walk(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row != nullptr && row->effect) choose(*row);
        return;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (row != nullptr && !drawing_.chain.steps[row->step].pointer.empty())
            emit methodChosen(row->step, toQString(drawing_.chain.steps[row->step].usual));
        return;
    case Qt::Key_Escape:
        if (!held_) break;
        held_.reset();
        unsetCursor();
        update();
        return;
    default: break;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
