// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/matrix_view.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

namespace strata::views {

MatrixCanvas::MatrixCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Device matrix")); }

void MatrixCanvas::show(MatrixPicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    repaintPicture();
}

MatrixLayout MatrixCanvas::places() const { return layOutMatrix(picture_, look().font, size(), first_); }

void MatrixCanvas::scroll(std::ptrdiff_t devices) {
    const MatrixLayout now = places();
    const auto last = static_cast<std::ptrdiff_t>(picture_.devices.size() - now.rows);
    const auto first = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(now.first) + devices, 0, last);
    if (static_cast<std::size_t>(first) == now.first) return;
    first_ = static_cast<std::size_t>(first);
    repaintPicture();
}

void MatrixCanvas::wheelEvent(QWheelEvent* event) {
    if (picture_.empty()) return event->ignore();
    constexpr int kRow = QWheelEvent::DefaultDeltasPerStep / 3; // a notch scrolls three rows
    turned_ += event->angleDelta().y();
    scroll(-(turned_ / kRow));
    turned_ %= kRow;
    event->accept();
}

void MatrixCanvas::keyPressEvent(QKeyEvent* event) {
    const auto page = static_cast<std::ptrdiff_t>(places().rows);
    const auto all = static_cast<std::ptrdiff_t>(picture_.devices.size());
    switch (event->key()) {
    case Qt::Key_Down: return scroll(1);
    case Qt::Key_Up: return scroll(-1);
    case Qt::Key_PageDown: return scroll(page);
    case Qt::Key_PageUp: return scroll(-page);
    case Qt::Key_Home: return scroll(-all);
    case Qt::Key_End: return scroll(all);
    default: PictureCanvas::keyPressEvent(event);
    }
}

void MatrixCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintMatrix(painter, picture_, places(), look());
}

PictureHit MatrixCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() ? PictureHit() : matrixHit(picture_, places(), look(), position);
}

MatrixView::MatrixView(QWidget* parent) : PictureView(ViewToolBar::Items(), parent) {
    setAccessibleName(tr("Device matrix"));
    canvas_ = new MatrixCanvas(this);
    setCanvas(canvas_);
}

MatrixPicture MatrixView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeMatrixPicture(*estimate, scene().library.get()) : MatrixPicture();
}

void MatrixView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    MatrixPicture shown = picture();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("This view compares edge SoCs. This design has no such comparison.")
                                            : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void MatrixView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const MatrixPicture shown = picture();
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintMatrix(painter, shown, layOutMatrix(shown, look.font, rectangle.size()), look);
    painter.restore();
}

Table MatrixView::figureData() const {
    const MatrixPicture shown = picture();
    return shown.empty() ? Table() : matrixTable(shown);
}

} // namespace strata::views
