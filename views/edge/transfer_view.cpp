// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/transfer_view.h"

#include "views/support/text/text.h"

#include <QPainter>

namespace strata::views {

TransferCanvas::TransferCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Transfer")); }

void TransferCanvas::show(TransferPicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    repaintPicture();
}

TransferLayout TransferCanvas::places() const { return layOutTransfer(picture_, look().font, size()); }

void TransferCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintTransfer(painter, picture_, places(), look());
}

PictureHit TransferCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() ? PictureHit() : transferHit(picture_, places(), look(), position);
}

TransferView::TransferView(QWidget* parent) : PictureView(ViewToolBar::Items(), parent) {
    setAccessibleName(tr("Transfer"));
    canvas_ = new TransferCanvas(this);
    setCanvas(canvas_);
}

TransferPicture TransferView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeTransferPicture(*estimate, scene().library.get()) : TransferPicture();
}

void TransferView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    TransferPicture shown = picture();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("This view draws what measurements of an edge SoC tell. Add "
                                                 "measurements, or networks that could be measured, to the plan.")
                                            : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void TransferView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const TransferPicture shown = picture();
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintTransfer(painter, shown, layOutTransfer(shown, look.font, rectangle.size()), look);
    painter.restore();
}

Table TransferView::figureData() const {
    const TransferPicture shown = picture();
    return shown.empty() ? Table() : transferTable(shown);
}

} // namespace strata::views
