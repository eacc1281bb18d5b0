// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/focus_ring.h"

#include "views/support/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>

namespace strata::app {
namespace {

constexpr double kWidth = 2.0;

/// Their borders change with the focus.
bool drawsItsOwn(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QLineEdit*>(widget);
}

bool byKeyboard(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

class Frame : public QWidget {
public:
    explicit Frame(QWidget* window) : QWidget(window) {
        setObjectName(QStringLiteral("focus_ring"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(views::themeFor(palette()).accent, kWidth));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
};

} // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::FocusIn:
        if (auto* widget = qobject_cast<QWidget*>(watched); widget && widget->hasFocus())
            follow(!by_mouse_ && byKeyboard(static_cast<QFocusEvent*>(event)->reason()) && !drawsItsOwn(widget)
                       ? widget
                       : nullptr);
        break;
    case QEvent::FocusOut:
    case QEvent::Hide:
        if (watched == framed_) follow(nullptr);
        break;
    case QEvent::MouseButtonPress:
        by_mouse_ = true;
        follow(nullptr);
        break;
    case QEvent::KeyPress: by_mouse_ = false; break;
    case QEvent::Resize:
    case QEvent::Move:
        if (framed_ && watched != frame_) place();
        break;
    default: break;
    }
    return false;
}

void FocusRing::follow(QWidget* widget) {
    framed_ = widget;
    if (frame_ && (!widget || frame_->parentWidget() != widget->window())) delete frame_.data();
    if (!widget) return;
    if (!frame_) frame_ = new Frame(widget->window());
    place();
    frame_->show();
    frame_->raise();
}

void FocusRing::place() {
    const QWidget* window = frame_ ? frame_->parentWidget() : nullptr;
    if (!window || framed_->window() != window) return;
    frame_->setGeometry(QRect(framed_->mapTo(window, QPoint()), framed_->size()).intersected(window->rect()));
}

} // namespace strata::app
