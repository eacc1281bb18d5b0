// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_view.h"

#include "core/layers/layer_tables.h"
#include "views/layers/layers_painter.h"
#include "views/layers/layers_text.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QPainter>

namespace strata::views {
namespace {

layers::LayerChain chainOf(const DesignState* design, const Scene& scene, std::span<const coverage::Accuracy> results) {
    const Estimate* estimate = validEstimate(design);
    if (estimate == nullptr || !design->resolved || !scene.library) return {};
    return layers::layerChain(*design->resolved, *estimate, *scene.library, *scene.registry, results);
}

} // namespace

LayersView::LayersView(QWidget* parent) : PictureView(ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Layers"));
    canvas_ = new LayersCanvas(this);
    setCanvas(canvas_);
    connect(canvas_, &LayersCanvas::methodChosen, this, &LayersView::putMethod);
}

void LayersView::showEffects(std::shared_ptr<const Json> request, std::vector<layers::LayerEffect> effects,
                             bool complete) {
    request_ = std::move(request);
    effects_ = std::move(effects);
    complete_ = complete;
    scheduleRefresh();
}

void LayersView::setResults(std::vector<coverage::Accuracy> results) {
    results_ = std::move(results);
    scheduleRefresh();
}

LayersDrawing LayersView::drawing() const {
    LayersDrawing drawing;
    const DesignState* design = scene().selectedDesign();
    drawing.chain = chainOf(design, scene(), results_);
    if (drawing.empty()) return drawing;
    const bool known = request_ && (request_ == design->design.request || *request_ == *design->design.request);
    if (known) drawing.effects = effects_;
    drawing.computing = !known || !complete_;
    const auto has_others = [](const layers::LayerStep& step) { return !step.pointer.empty(); };
    if (std::ranges::none_of(drawing.chain.steps, has_others)) drawing.computing = false;
    if (toolbar()->compare()) {
        layers::LayerChain twin = chainOf(scene().baselineDesign(), scene(), results_);
        if (twin.metric == drawing.chain.metric && !twin.steps.empty()) drawing.baseline = std::move(twin);
    }
    return drawing;
}

void LayersView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    LayersDrawing shown = drawing();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("This answer has no layers: it has no metric or no method.") : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), *scene().registry, look());
}

void LayersView::putMethod(std::size_t step, const QString& method) {
    const DesignState* design = scene().selectedDesign();
    const auto& steps = canvas_->drawing().chain.steps;
    if (design == nullptr || step >= steps.size() || steps[step].pointer.empty()) return;
    Json changed = layers::withMethod(*design->design.request, steps[step], method.toStdString());
    if (changed == *design->design.request) return;
    Edit edit;
    edit.design = design->design.id;
    edit.request = std::make_shared<const Json>(std::move(changed));
    edit.text = tr("%1 by %2").arg(layerText(steps[step].layer), method);
    emit edited(edit);
}

void LayersView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    LayersDrawing shown = drawing();
    if (shown.empty()) return;
    shown.computing = false;
    const PictureLook look = figureLook(style);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintLayers(painter, shown, layOutLayers(shown, canvas_->current(), look.font, rectangle.size()), look);
    painter.restore();
}

double LayersView::figureHeight(double, const FigureStyle& style) const {
    return heightOfLayers(drawing(), style.font) + 2.0;
}

Table LayersView::figureData() const {
    const LayersDrawing shown = drawing();
    if (shown.empty()) return {};
    Table table = layers::effectTable(shown.chain, shown.effects);
    // One table: the layers, then the ends by other methods, told apart by the first column.
    Table all{"layers",
              {"what", "layer", "method", "metric", "own", "value", "low", "high", "change", "variance_share", "points",
               "residual_p90", "kept_suite", "kept_rows", "kept_mape", "kept_date"},
              {}};
    const Table chain = layers::chainTable(shown.chain);
    for (const auto& row : chain.rows)
        all.rows.push_back({std::string("handed-on"), row[0], row[1], row[2], row[3], row[4], row[5], row[6], Cell(),
                            row[7], row[9], row[10], row[11], row[12], row[13], row[14]});
    for (const auto& row : table.rows)
        all.rows.push_back({std::string("end"), row[0], row[1], row[2], Cell(), row[3], row[4], row[5], row[6], Cell(),
                            Cell(), Cell(), Cell(), Cell(), Cell(), Cell()});
    return all;
}

std::string LayersView::saveState() const {
    return ViewState::write({{"compare", toolbar()->compare()}, {"layer", static_cast<double>(canvas_->current())}});
}

void LayersView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setCompare(state.flag("compare", true));
    canvas_->setCurrent(static_cast<std::size_t>(std::clamp(state.number("layer", 0.0), 0.0, 4.0)));
    scheduleRefresh();
}

} // namespace strata::views
