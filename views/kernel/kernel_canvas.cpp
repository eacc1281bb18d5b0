// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_canvas.h"

#include "views/kernel/kernel_text.h"

#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace strata::views {

KernelCanvas::KernelCanvas(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("canvas"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Tiles, waves and occupancy"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void KernelCanvas::show(KernelPicture picture, std::optional<KernelPicture> twin,
                        std::shared_ptr<const Estimate> estimate, KernelOptions options) {
    picture_ = std::move(picture);
    twin_ = std::move(twin);
    estimate_ = std::move(estimate);
    options_ = std::move(options);
    hover_ = QRectF();
    layOut();
    updateGeometry();
    update();
}

void KernelCanvas::layOut() { layout_ = layOutKernel(picture_, twin(), options_.font, width()); }

QSize KernelCanvas::sizeHint() const { return {420, heightForWidth(420)}; }

int KernelCanvas::heightForWidth(int width) const {
    return static_cast<int>(std::ceil(layOutKernel(picture_, twin(), options_.font, width).height));
}

bool KernelCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) return true; // shown while moving already
    return QWidget::event(event);
}

void KernelCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), options_.theme.surface);
    if (picture_.empty()) return;
    paintKernel(painter, picture_, twin(), layout_, options_);
    if (hover_.isEmpty()) return;
    painter.setPen(QPen(options_.theme.text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(hover_);
}

void KernelCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void KernelCanvas::setHover(const QRectF& place) {
    if (place == hover_) return;
    const auto dirty = [](const QRectF& rectangle) { return rectangle.toAlignedRect().adjusted(-3, -3, 3, 3); };
    update(dirty(hover_));
    hover_ = place;
    update(dirty(hover_));
}

void KernelCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (picture_.empty() || !estimate_) return;
    const KernelHit hit = kernelHit(picture_, twin(), layout_, options_, *estimate_, event->position());
    setHover(hit.place);
    if (hit.text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), hit.text, this, hit.place.toAlignedRect());
}

void KernelCanvas::leaveEvent(QEvent* event) {
    setHover({});
    QWidget::leaveEvent(event);
}

void KernelCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        emit copyRequested();
    else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Right)
        emit stepped(1);
    else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Left)
        emit stepped(-1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace strata::views
