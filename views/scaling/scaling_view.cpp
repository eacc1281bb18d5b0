// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_view.h"

#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "views/scaling/scaling_canvas.h"
#include "views/scaling/scaling_painter.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QPainter>

namespace strata::views {
namespace {

/// It runs on a part of a cluster, so that there is a number of devices to vary.
bool takesDevices(const DesignState* design) {
    const RequestKind* kind = design != nullptr && design->design.request ? kindOf(*design->design.request) : nullptr;
    return kind != nullptr && kind->devices != nullptr;
}

} // namespace

ScalingView::ScalingView(QWidget* parent)
    : PictureView(ViewToolBar::Metric | ViewToolBar::Scale | ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Scaling"));
    toolbar()->setScales({{QStringLiteral("strong"), tr("Strong")}, {QStringLiteral("weak"), tr("Weak")}});
    canvas_ = new ScalingCanvas(this);
    setCanvas(canvas_);
    connect(toolbar(), &ViewToolBar::changed, this, &ScalingView::scalingChanged);
    connect(toolbar(), &ViewToolBar::metricChosen, this, &View::metricChosen);
    connect(canvas_, &ScalingCanvas::devicesChosen, this, &ScalingView::setDevices);
}

explore::Scaling ScalingView::scaling() const {
    return toolbar()->scale() == QLatin1String("weak") ? explore::Scaling::Weak : explore::Scaling::Strong;
}

void ScalingView::showRuns(std::shared_ptr<const explore::ScalingRun> selected,
                           std::shared_ptr<const explore::ScalingRun> baseline) {
    selected_ = std::move(selected);
    baseline_ = std::move(baseline);
    scheduleRefresh();
}

ScalingPair ScalingView::pair() const {
    ScalingPair pair;
    const DesignState* design = scene().selectedDesign();
    if (!takesDevices(design) || !selected_ || selected_->points.empty()) return pair;
    pair.selected = selected_;
    pair.stale = selected_->request != design->design.request || selected_->scaling != scaling();
    if (toolbar()->compare() && takesDevices(scene().baselineDesign()) && baseline_ && !baseline_->points.empty())
        pair.baseline = baseline_;
    pair.metric = shownMetric(*selected_, scene().metric);
    return pair;
}

void ScalingView::setDevices(std::uint64_t devices, const QString& gesture) {
    const DesignState* design = scene().selectedDesign();
    const auto query = design != nullptr ? queryOf<TrainingQuery>(*design) : nullptr;
    if (!takesDevices(design) || !query) return;
    Json changed = explore::onDevices(*design->design.request, *query, scaling(), devices);
    if (changed == *design->design.request) return;
    Edit edit;
    edit.design = design->design.id;
    edit.request = std::make_shared<const Json>(std::move(changed));
    edit.text = tr("%1 devices").arg(locale().toString(static_cast<qulonglong>(devices)));
    edit.gesture = gesture;
    emit edited(edit);
}

void ScalingView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    if (!takesDevices(design))
        return showMessage(tr("This view draws a training step over growing numbers of devices. This design is none."));
    ScalingPair shown = pair();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("Being computed \u2026") : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void ScalingView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const ScalingPair shown = pair();
    if (shown.empty()) return;
    const PictureLook figure = figureLook(style);
    const Legend legend = scalingLegend(shown, figure, rectangle.width() - 90.0);
    const auto twin = shown.twin();
    const ScalingLayout layout =
        layOutScaling(shown.curve(), twin ? &*twin : nullptr, figure.font, rectangle.size(), legend.height());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintScaling(painter, shown, layout, legend, figure, 0);
    painter.restore();
}

double ScalingView::figureHeight(double width, const FigureStyle&) const { return 0.9 * width; }

Table ScalingView::figureData() const {
    const ScalingPair shown = pair();
    return shown.empty() ? Table{} : scalingTable(shown);
}

std::string ScalingView::saveState() const {
    return ViewState::write({{"scaling", toolbar()->scale().toStdString()}, {"compare", toolbar()->compare()}});
}

void ScalingView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setScale(toQString(state.text("scaling", "strong")));
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
    emit scalingChanged();
}

} // namespace strata::views
