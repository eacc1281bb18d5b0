// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_view.h"

#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "core/evaluate/presentation.h"
#include "views/cores/cores_painter.h"
#include "views/cores/cores_text.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QPainter>
#include <QToolTip>

namespace strata::views {

CoresView::CoresView(QWidget* parent) : PictureView(ViewToolBar::Items(), parent) {
    setAccessibleName(tr("Cores"));
    canvas_ = new CoresCanvas(this);
    setCanvas(canvas_, Room::Scrolls);
    connect(canvas_, &CoresCanvas::layerChosen, this, &CoresView::showLayer);
    connect(canvas_, &CoresCanvas::layerOpened, this, &CoresView::open);
    addHandle("/plan/network/cores", tr("Cores"), {{"1"}, {"2"}, {"3"}, {"4"}, {"6"}, {"8"}, {"12"}, {"16"}});
    addHandle("/plan/network/split", tr("Split"), {{"\"layers\"", tr("each layer")}, {"\"pipeline\"", tr("pipeline")}});
}

void CoresView::addHandle(const char* pointer, const QString& title, std::vector<SettingHandle::Value> values) {
    auto* handle = new SettingHandle(pointer, title, std::move(values), 0, this);
    toolbar()->extras()->addWidget(handle);
    handles_.push_back(handle);
    connect(handle, &SettingHandle::chosen, this, [this, handle](const QString& value, const QString& gesture) {
        if (const auto edit = handle->editOf(scene().selectedDesign(), value, gesture)) emit edited(*edit);
    });
}

CorePicture CoresView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeCorePicture(*estimate) : CorePicture();
}

void CoresView::showLayer() {
    const CoreDrawing& shown = canvas_->drawing();
    if (shown.chosen.empty()) return hideEvidence();
    showEvidence(toQString(shown.chosen), layerLines(shown.picture, shown.chosen, locale()));
}

void CoresView::open(const QString& layer) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr || !scene().library) return;
    const auto request = layerOfNetwork(*design->design.request, layer.toStdString(), *scene().library);
    if (!request) {
        QToolTip::showText(QCursor::pos(), tr("%1 has no mapping to open").arg(layer), canvas_);
        return;
    }
    emit designRequested(std::make_shared<const Json>(*request), layer);
}

void CoresView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    CorePicture shown = picture();
    const bool empty = shown.empty();
    for (SettingHandle* handle : handles_) {
        if (design != nullptr) handle->show(design->design.request);
        handle->setVisible(!empty);
    }
    canvas_->show(std::move(shown), look());
    if (design == nullptr) return showMessage(tr("No design yet"));
    if (empty) {
        if (const QString reason = absenceText(*design); !reason.isEmpty()) return showMessage(reason);
        // Of a model on an NPU, another method may follow the cores.
        const std::string followed =
            queryOf<NpuModelQuery>(*design)
                ? otherSimulations(*design->design.request, design->estimate.get(), *scene().registry)
                : std::string();
        const QString text = tr("This view follows the cores of an NPU that runs a model. This answer follows none.");
        const QString choose = tr("Choose a method that does: %1.").arg(toQString(followed));
        return showMessage(followed.empty() ? text : text + QLatin1Char(' ') + choose);
    }
    showMessage({});
}

void CoresView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    CoreDrawing shown{picture(), canvas_->drawing().window, canvas_->drawing().chosen};
    if (shown.empty()) return;
    const PictureLook figure = figureLook(style);
    const Legend legend = legendWithin(shown, figure, rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintCores(painter, shown, layOutCores(shown, figure.font, rectangle.size(), legend.height()), legend, figure);
    painter.restore();
}

double CoresView::figureHeight(double width, const FigureStyle& style) const {
    const CoreDrawing shown{picture(), {}, {}};
    if (shown.empty()) return PictureView::figureHeight(width, style);
    return coresSize(shown, style.font).height() + coresExtraHeight(shown, style.font) +
           legendWithin(shown, figureLook(style), width).height();
}

Table CoresView::figureData() const {
    const CorePicture shown = picture();
    return shown.empty() ? Table() : coresTable(shown);
}

} // namespace strata::views
