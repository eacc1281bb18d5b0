// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_canvas.h"

#include <algorithm>
#include <QToolTip>
#include <QUuid>

namespace strata::views {

void NestCanvas::startDrag() {
    if (!pressed_ || !model_.query) return;
    drag_.emplace(model_.query, *pressed_, allow_remainders_);
    pressed_.reset();
    shown_ = model_.query->mapping;
    gesture_ = QUuid::createUuid().toString(QUuid::WithoutBraces);
    state_.hover.reset();
    state_.drag.emplace();
    layOut();
    setFocus(Qt::MouseFocusReason);
    setCursor(Qt::ClosedHandCursor);
    QToolTip::hideText();
}

void NestCanvas::dragTo(const QPointF& point) {
    DragPicture& picture = *state_.drag;
    picture.pointer = point;
    picture.label = drag_->label();
    picture.legal = drag_->legalZones();
    const ZoneBox* const under = layout_.zoneAt(point);
    const bool legal =
        under != nullptr && std::find(picture.legal.begin(), picture.legal.end(), under->zone) != picture.legal.end();
    picture.target = legal ? std::optional(under->zone) : std::nullopt;
    if (under != nullptr && !legal && under->zone != drag_->from().zone())
        picture.label += QStringLiteral(" · ") + drag_->refusal(under->zone);
    picture.spatial = (legal ? under->zone.kind : drag_->from().kind) != LoopKind::Temporal;
    std::optional<MappingEdit> edit;
    if (legal) edit = drag_->drop(under->zone, insertionIndex(under->zone, point));
    picture.landed = edit ? edit->landed : std::nullopt;
    if (edit)
        preview(edit->mapping, edit->text);
    else
        preview(drag_->original(), tr("Leave %1 where it is").arg(drag_->label()));
    emit reachedOut(point.toPoint());
    update();
}

void NestCanvas::preview(const npu::Mapping& mapping, const QString& text) {
    if (shown_ == mapping) return;
    shown_ = mapping;
    emit mappingEdited(mapping, text, gesture_);
}

void NestCanvas::finishDrag(bool keep) {
    if (!keep) preview(drag_->original(), tr("Leave %1 where it is").arg(drag_->label()));
    const auto landed = state_.drag->landed;
    drag_.reset();
    state_.drag.reset();
    shown_.reset();
    gesture_.clear();
    setCursor(Qt::ArrowCursor);
    if (keep && landed) setFocusItem(NestItem::chip(*landed));
    layOut();
}

std::size_t NestCanvas::insertionIndex(const LoopZone& zone, const QPointF& point) const {
    std::size_t index = 0;
    for (const ChipBox& chip : layout_.chips) {
        if (chip.place.zone() != zone || state_.drag->landed == chip.place) continue;
        const bool itself = !state_.drag->landed && drag_->whole() && chip.place == drag_->from();
        const bool line_above = chip.rect.bottom() < point.y();
        const bool same_line = chip.rect.top() <= point.y() || index == 0;
        if (!itself && (line_above || (same_line && chip.rect.center().x() < point.x()))) ++index;
    }
    return index;
}

} // namespace strata::views
