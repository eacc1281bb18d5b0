// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/picture_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace strata::views {

QString hitHtml(const QString& title, const QStringList& lines) {
    QString text = QStringLiteral("<p style='margin:0 0 4px 0'><b>%1</b></p>").arg(title.toHtmlEscaped());
    for (const QString& line : lines)
        text += QStringLiteral("<p style='margin:2px 0 0 0'>%1</p>").arg(line.toHtmlEscaped());
    return text;
}

PictureCanvas::PictureCanvas(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("canvas"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void PictureCanvas::paintOver(QPainter&) const {}

void PictureCanvas::setLook(const PictureLook& look) { look_ = look; }

void PictureCanvas::repaintPicture() {
    picture_ = QPixmap();
    hover_ = QRectF();
    update();
}

bool PictureCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) return true; // shown while moving already
    return QWidget::event(event);
}

void PictureCanvas::paintEvent(QPaintEvent*) {
    const double ratio = devicePixelRatioF();
    if (picture_.isNull() || picture_.devicePixelRatio() != ratio) {
        picture_ = QPixmap((QSizeF(size()) * ratio).toSize());
        picture_.setDevicePixelRatio(ratio);
        picture_.fill(look_.theme.surface);
        QPainter into(&picture_);
        into.setRenderHint(QPainter::Antialiasing);
        paint(into);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, picture_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintOver(painter);
    if (hover_.isEmpty()) return;
    painter.setPen(QPen(look_.theme.text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(hover_);
}

void PictureCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    repaintPicture();
}

void PictureCanvas::hoverAt(const QPointF& position, const QPoint& global) {
    const PictureHit hit = hitAt(position);
    if (hit.place != hover_) {
        hover_ = hit.place;
        update();
    }
    if (hit.text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, hit.text, this, hit.place.toAlignedRect());
}

void PictureCanvas::mouseMoveEvent(QMouseEvent* event) {
    hoverAt(event->position(), event->globalPosition().toPoint());
}

void PictureCanvas::leaveEvent(QEvent* event) {
    hover_ = QRectF();
    update();
    QWidget::leaveEvent(event);
}

void PictureCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        emit copyRequested();
    else
        QWidget::keyPressEvent(event);
}

} // namespace strata::views
