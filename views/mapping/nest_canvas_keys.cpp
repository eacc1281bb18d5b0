// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_canvas.h"

#include <algorithm>
#include <cmath>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMenu>

namespace strata::views {
namespace {

const QRectF* boxOf(const NestLayout& layout, const NestItem& item) {
    if (item.kind == NestItem::Kind::Chip) {
        const ChipBox* const chip = layout.find(item.place);
        return chip == nullptr ? nullptr : &chip->rect;
    }
    for (const DotBox& dot : layout.dots)
        if (dot.level == item.level && dot.tensor == item.tensor) return &dot.rect;
    return nullptr;
}

} // namespace

std::vector<NestItem> NestCanvas::focusOrder() const {
    std::vector<NestItem> order;
    for (std::size_t level = 0; level < model_.levels.size(); ++level) {
        for (const LoopKind kind : kLoopKinds)
            for (const ChipModel& chip : model_.levels[level].chips(kind))
                order.push_back(NestItem::chip(chip.place));
        for (std::size_t tensor = 0; tensor < model_.levels[level].keeps.size(); ++tensor)
            if (model_.levels[level].keeps[tensor].changeable) order.push_back(NestItem::dot(level, tensor));
    }
    return order;
}

bool NestCanvas::focusNextPrevChild(bool next) {
    const auto order = focusOrder();
    const auto here = state_.focus ? std::find(order.begin(), order.end(), *state_.focus) : order.end();
    if (!hasFocus() || here == order.end()) return QWidget::focusNextPrevChild(next);
    const bool at_edge = next ? here + 1 == order.end() : here == order.begin();
    if (at_edge) return QWidget::focusNextPrevChild(next);
    setFocusItem(next ? *(here + 1) : *(here - 1));
    return true;
}

void NestCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    const auto order = focusOrder();
    if (order.empty()) return;
    if (event->reason() == Qt::TabFocusReason)
        setFocusItem(order.front());
    else if (event->reason() == Qt::BacktabFocusReason)
        setFocusItem(order.back());
    else if (!state_.focus && event->reason() != Qt::MouseFocusReason)
        setFocusItem(order.front());
    update();
}

void NestCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    // A menu over the picture is no reason to drop what is carried; another window or widget is.
    if (drag_ && event->reason() != Qt::PopupFocusReason) finishDrag(false);
    update();
}

void NestCanvas::keyPressEvent(QKeyEvent* event) {
    if (drag_ ? dragKey(event) : false) return;
    const bool alt = event->modifiers() & Qt::AltModifier;
    bool done = false;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: done = alt ? moveLevel(event->key() == Qt::Key_Up ? -1 : 1) : moveFocus(event->key()); break;
    case Qt::Key_Left:
    case Qt::Key_Right: done = alt ? reorder(event->key() == Qt::Key_Left ? -1 : 1) : moveFocus(event->key()); break;
    case Qt::Key_L:
        if (state_.focus && !drag_) {
            toggleLock(*state_.focus);
            done = true;
        }
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: done = activate(); break;
    default: break;
    }
    if (!done) QWidget::keyPressEvent(event);
}

bool NestCanvas::dragKey(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape: finishDrag(false); return true;
    case Qt::Key_Up:
    case Qt::Key_Right:
    case Qt::Key_Plus:
        if (drag_->step(1)) dragTo(state_.drag->pointer);
        return true;
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Minus:
        if (drag_->step(-1)) dragTo(state_.drag->pointer);
        return true;
    default: return false;
    }
}

/// The nearest item in the direction of an arrow key; across the direction counts double.
bool NestCanvas::moveFocus(int key) {
    const QRectF* const here = state_.focus ? boxOf(layout_, *state_.focus) : nullptr;
    if (here == nullptr) return false;
    std::optional<NestItem> best;
    double best_distance = 0.0;
    for (const NestItem& item : focusOrder()) {
        const QRectF* const box = boxOf(layout_, item);
        if (box == nullptr || item == *state_.focus) continue;
        const QPointF way = box->center() - here->center();
        const bool along_x = key == Qt::Key_Left || key == Qt::Key_Right;
        const double ahead = (along_x ? way.x() : way.y()) * (key == Qt::Key_Left || key == Qt::Key_Up ? -1.0 : 1.0);
        const double aside = std::abs(along_x ? way.y() : way.x());
        if (ahead < 1.0 || (along_x && aside > here->height())) continue;
        const double distance = along_x ? ahead + 2.0 * aside : 4.0 * ahead + aside;
        if (best && distance >= best_distance) continue;
        best = item;
        best_distance = distance;
    }
    if (best) setFocusItem(best);
    return true;
}

/// Moves the focused factor to the nearest level in that direction that takes it, in time if it can.
bool NestCanvas::moveLevel(int direction) {
    if (!state_.focus || state_.focus->kind != NestItem::Kind::Chip || !model_.query) return false;
    const LoopPlace from = state_.focus->place;
    const FactorDrag drag(model_.query, from, allow_remainders_);
    const auto zones = drag.legalZones();
    const auto end = direction < 0 ? -1 : static_cast<int>(model_.levels.size());
    for (int level = static_cast<int>(from.level) + direction; level != end; level += direction) {
        for (const LoopKind kind : {from.kind, LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY}) {
            const LoopZone zone{static_cast<std::size_t>(level), kind};
            if (std::find(zones.begin(), zones.end(), zone) == zones.end()) continue;
            // Outwards it becomes the innermost loop there, inwards the outermost: the shortest way.
            const std::size_t index = direction < 0 ? loopsOf(drag.original(), zone).size() : 0;
            if (const auto edit = drag.drop(zone, index)) commit(*edit);
            return true;
        }
    }
    return true;
}

/// One place outwards or inwards in its own list; past the end of a list, to the level's next one.
bool NestCanvas::reorder(int direction) {
    if (!state_.focus || state_.focus->kind != NestItem::Kind::Chip || !model_.query) return false;
    const LoopPlace from = state_.focus->place;
    const FactorDrag drag(model_.query, from, allow_remainders_);
    const std::size_t count = loopsOf(drag.original(), from.zone()).size();
    const bool inside = direction < 0 ? from.index > 0 : from.index + 1 < count;
    std::optional<MappingEdit> edit;
    if (inside) edit = drag.drop(from.zone(), direction < 0 ? from.index - 1 : from.index + 1);
    for (int kind = static_cast<int>(from.kind) + direction; !inside && !edit && kind >= 0 && kind <= 2;
         kind += direction) {
        const LoopZone zone{from.level, static_cast<LoopKind>(kind)};
        edit = drag.drop(zone, direction < 0 ? loopsOf(drag.original(), zone).size() : 0);
    }
    if (edit) commit(*edit);
    return true;
}

bool NestCanvas::activate() {
    if (!state_.focus) return false;
    if (state_.focus->kind == NestItem::Kind::Dot) {
        toggleKeep(state_.focus->level, state_.focus->tensor);
        return true;
    }
    const QRectF* const box = boxOf(layout_, *state_.focus);
    if (box == nullptr) return false;
    popUp(menuFor(*state_.focus), mapToGlobal(box->bottomLeft().toPoint()));
    return true;
}

} // namespace strata::views
