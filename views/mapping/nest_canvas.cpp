// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_canvas.h"

#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

namespace strata::views {
namespace {

constexpr int kStaleDelayMs = 200;
constexpr double kGrid = 8.0;

} // namespace

NestCanvas::NestCanvas(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("nestCanvas"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Loop nest"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    stale_timer_.setSingleShot(true);
    stale_timer_.setInterval(kStaleDelayMs);
    connect(&stale_timer_, &QTimer::timeout, this, [this] {
        state_.stale = model_.stale;
        update();
    });
    metrics_ = NestMetrics::forFont(tabularFont(font()), kGrid);
}

void NestCanvas::showNest(NestModel model) {
    model_ = std::move(model);
    if (!model_.stale) {
        stale_timer_.stop();
        state_.stale = false;
    } else if (!state_.stale && !stale_timer_.isActive()) {
        stale_timer_.start();
    }
    layOut();
    const auto order = focusOrder();
    const bool gone = state_.focus && std::find(order.begin(), order.end(), *state_.focus) == order.end();
    if (gone) setFocusItem(order.empty() ? std::nullopt : std::optional(order.front()));
    state_.hover.reset();
}

void NestCanvas::layOut() {
    layout_ = layOutNest(model_, metrics_, width());
    // Rows that shrank under a resting pointer would make a drag flicker between two places.
    metrics_.row_floors.resize(drag_ ? layout_.rows.size() : 0, 0.0);
    for (std::size_t i = 0; i < metrics_.row_floors.size(); ++i)
        metrics_.row_floors[i] = std::max(metrics_.row_floors[i], layout_.rows[i].row.height());
    updateGeometry();
    update();
}

QSize NestCanvas::sizeHint() const {
    const int wide = static_cast<int>(kGrid) * 64;
    return {wide, heightForWidth(wide)};
}

int NestCanvas::heightForWidth(int wide) const {
    if (wide == width()) return static_cast<int>(std::ceil(layout_.size.height()));
    return static_cast<int>(std::ceil(layOutNest(model_, metrics_, wide).size.height()));
}

bool NestCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = drag_ ? QString() : tipAt(help->pos());
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    // Esc ends the drag before any shortcut of the window sees it.
    if (event->type() == QEvent::ShortcutOverride && drag_) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void NestCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme colors = themeFor(palette());
    painter.fillRect(rect(), colors.surface);
    NestState shown = state_;
    if (!hasFocus() || drag_) shown.focus.reset();
    const NestPen pen{model_, layout_, metrics_, colors, 1.0};
    paintNest(painter, pen, shown);
    if (drag_ && state_.drag) paintCarried(painter, pen, *state_.drag);
}

void NestCanvas::resizeEvent(QResizeEvent*) { layOut(); }

void NestCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        metrics_ = NestMetrics::forFont(tabularFont(font()), kGrid);
        layOut();
    }
}

std::optional<NestItem> NestCanvas::itemAt(const QPointF& point) const {
    if (const ChipBox* chip = layout_.chipAt(point)) return NestItem::chip(chip->place);
    if (const DotBox* dot = layout_.dotAt(point)) return NestItem::dot(dot->level, dot->tensor);
    return std::nullopt;
}

std::optional<std::size_t> NestCanvas::problemAt(const QPointF& point) const {
    for (std::size_t level = 0; level < layout_.rows.size(); ++level)
        for (const QRectF& remark : layout_.rows[level].problems)
            if (remark.contains(point)) return level;
    return std::nullopt;
}

std::optional<std::size_t> NestCanvas::levelNameAt(const QPointF& point) const {
    for (std::size_t level = 0; level < layout_.rows.size(); ++level)
        if (layout_.rows[level].name.contains(point)) return level;
    return std::nullopt;
}

/// What cannot be otherwise needs no lock.
void NestCanvas::toggleLock(const NestItem& item) {
    if (!model_.query) return;
    if (item.kind == NestItem::Kind::Dot && !model_.levels[item.level].keeps[item.tensor].changeable) return;
    emit lockToggled(item);
}

QString NestCanvas::tipAt(const QPointF& point) const {
    const auto item = itemAt(point);
    if (item && item->kind == NestItem::Kind::Chip) return describeChip(model_, item->place);
    if (item) return describeKeep(model_, item->level, item->tensor);
    for (std::size_t level = 0; level < layout_.rows.size(); ++level) {
        const RowBox& row = layout_.rows[level];
        if (row.bar.adjusted(0, -4, 0, 4).contains(point) || row.bar_text.contains(point))
            return describeOccupancy(model_, level);
    }
    if (problemAt(point)) return tr("Click for changes that mend it");
    if (levelNameAt(point)) return tr("Ctrl+click locks the level: searches keep its factors and tensors");
    if (layout_.array.contains(point)) return model_.array_text;
    return {};
}

void NestCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::RightButton && drag_) finishDrag(false);
    if (event->button() != Qt::LeftButton || drag_) return;
    const auto item = itemAt(event->position());
    setFocusItem(item);
    if (const auto level = problemAt(event->position()); !item && level) {
        popUp(fixMenu(*level), event->globalPosition().toPoint());
        return;
    }
    if (event->modifiers() & Qt::ControlModifier) {
        if (item)
            toggleLock(*item);
        else if (const auto level = levelNameAt(event->position()); level && model_.query)
            emit levelLockToggled(*level);
        return;
    }
    if (!item) return;
    if (item->kind == NestItem::Kind::Dot) {
        toggleKeep(item->level, item->tensor);
        return;
    }
    pressed_ = item->place;
    press_point_ = event->pos();
}

void NestCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (pressed_ && !drag_ && (event->pos() - press_point_).manhattanLength() >= QApplication::startDragDistance())
        startDrag();
    if (drag_) {
        dragTo(event->position());
        return;
    }
    const auto item = itemAt(event->position());
    const bool movable = item && item->kind == NestItem::Kind::Chip;
    const bool clickable = item || problemAt(event->position());
    setCursor(movable ? Qt::OpenHandCursor : clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (item == state_.hover) return;
    state_.hover = item;
    update();
}

void NestCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_.reset();
    if (drag_) finishDrag(true);
}

void NestCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    pressed_.reset();
    const auto item = itemAt(event->position());
    if (!item || event->button() != Qt::LeftButton) return;
    if (item->kind == NestItem::Kind::Dot) {
        toggleKeep(item->level, item->tensor);
        return;
    }
    auto menu = std::make_unique<QMenu>(this);
    addSplits(*menu, item->place);
    popUp(std::move(menu), event->globalPosition().toPoint());
}

void NestCanvas::wheelEvent(QWheelEvent* event) {
    if (!drag_) {
        QWidget::wheelEvent(event);
        return;
    }
    if (event->angleDelta().y() != 0 && drag_->step(event->angleDelta().y() > 0 ? 1 : -1)) dragTo(event->position());
    event->accept();
}

void NestCanvas::leaveEvent(QEvent*) {
    if (!state_.hover || drag_) return;
    state_.hover.reset();
    update();
}

void NestCanvas::setFocusItem(const std::optional<NestItem>& item) {
    if (state_.focus == item) return;
    state_.focus = item;
    QString text;
    if (item && item->kind == NestItem::Kind::Chip && model_.holds(item->place))
        text = describeChip(model_, item->place);
    else if (item && item->kind == NestItem::Kind::Dot)
        text = describeKeep(model_, item->level, item->tensor);
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void NestCanvas::focusItem(const NestItem& item) {
    setFocus(Qt::OtherFocusReason);
    setFocusItem(item);
}

void NestCanvas::commit(const MappingEdit& edit) {
    if (!model_.query || edit.mapping == model_.query->mapping) return;
    if (edit.landed) setFocusItem(NestItem::chip(*edit.landed));
    emit mappingEdited(edit.mapping, edit.text, {});
}

} // namespace strata::views
