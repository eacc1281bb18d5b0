// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/network/network_view.h"

#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "views/network/network_painter.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QPainter>
#include <QToolTip>

namespace strata::views {
namespace {

LayerQuantity quantityOf(const QString& id) {
    for (const LayerQuantity quantity : kLayerQuantities) {
        if (toQString(columnOf(quantity)) == id) return quantity;
    }
    return LayerQuantity::Time;
}

} // namespace

NetworkView::NetworkView(QWidget* parent) : PictureView(ViewToolBar::Scale | ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Network"));
    std::vector<std::pair<QString, QString>> scales;
    for (const LayerQuantity quantity : kLayerQuantities)
        scales.emplace_back(toQString(columnOf(quantity)), layerQuantityText(quantity));
    toolbar()->setScales(scales);
    canvas_ = new NetworkCanvas(this);
    setCanvas(canvas_);
    connect(canvas_, &NetworkCanvas::rangeChosen, this, [this](LayerRange range) {
        range_ = range;
        scheduleRefresh();
    });
    connect(canvas_, &NetworkCanvas::layerOpened, this, &NetworkView::open);
}

NetworkDrawing NetworkView::drawing() const {
    NetworkDrawing drawing;
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    if (estimate == nullptr) return drawing;
    drawing.selected = makeNetworkPicture(*estimate);
    if (drawing.empty()) return drawing;
    const Estimate* other = toolbar()->compare() ? validEstimate(scene().baselineDesign()) : nullptr;
    if (other != nullptr) {
        NetworkPicture twin = makeNetworkPicture(*other);
        if (!twin.empty()) drawing.baseline = std::move(twin);
    }
    drawing.quantity = quantityOf(toolbar()->scale());
    if (!drawing.selected.has(drawing.quantity)) drawing.quantity = LayerQuantity::Time;
    const std::size_t last = drawing.selected.layers.size() - 1;
    drawing.range = {0, last};
    if (range_ && range_->first <= last) drawing.range = {range_->first, std::min(range_->last, last)};
    drawing.opens = drawing.selected.has(LayerQuantity::Utilization);
    return drawing;
}

void NetworkView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    NetworkDrawing shown = drawing();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(
            reason.isEmpty() ? tr("This view draws the layers of a model. This design has one layer only.") : reason);
    }
    for (const LayerQuantity quantity : kLayerQuantities) {
        toolbar()->setScaleEnabled(toQString(columnOf(quantity)), shown.selected.has(quantity),
                                   tr("The method says nothing about it."));
    }
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void NetworkView::open(const QString& layer) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr || !canvas_->drawing().opens || !scene().library) return;
    const auto request = layerOfNetwork(*design->design.request, layer.toStdString(), *scene().library);
    if (!request) {
        QToolTip::showText(QCursor::pos(), tr("%1 has no mapping to open").arg(layer), canvas_);
        return;
    }
    emit designRequested(std::make_shared<const Json>(*request), layer);
}

void NetworkView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const NetworkDrawing shown = drawing();
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    constexpr double kMargins = 16.0;
    const Legend legend = networkLegend(shown, look, rectangle.width() - kMargins);
    const NetworkLayout layout = layOutNetwork(shown, look.font, rectangle.size(), legend.height());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintNetwork(painter, shown, layout, legend, look);
    painter.restore();
}

Table NetworkView::figureData() const {
    const NetworkDrawing shown = drawing();
    if (shown.empty()) return {};
    return networkTable(shown.selected, shown.baseline ? &*shown.baseline : nullptr);
}

std::string NetworkView::saveState() const {
    return ViewState::write({{"quantity", toolbar()->scale().toStdString()}, {"compare", toolbar()->compare()}});
}

void NetworkView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setScale(toQString(state.text("quantity", "seconds")));
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
