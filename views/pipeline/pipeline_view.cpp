// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_view.h"

#include "core/evaluate/kind.h"
#include "core/evaluate/presentation.h"
#include "views/pipeline/pipeline_canvas.h"
#include "views/pipeline/pipeline_painter.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace strata::views {

PipelineView::PipelineView(QWidget* parent) : PictureView(ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Pipeline"));
    critical_ = new QToolButton(this);
    critical_->setObjectName(QStringLiteral("critical"));
    critical_->setText(tr("Critical path"));
    critical_->setToolTip(
        tr("Frame the blocks that the end of the iteration waits for, as soon as there is room for them"));
    critical_->setCheckable(true);
    critical_->setChecked(true);
    critical_->setFocusPolicy(Qt::TabFocus);
    toolbar()->extras()->addWidget(critical_);
    canvas_ = new PipelineCanvas(this);
    setCanvas(canvas_);
    connect(critical_, &QToolButton::toggled, this, &PipelineView::scheduleRefresh);
}

std::shared_ptr<const Timeline> PipelineView::timelineOf(const DesignState* design) const {
    if (validEstimate(design) == nullptr) return nullptr;
    return timelines_.of(design->estimate, [](const Estimate& estimate) {
        auto timeline = std::make_shared<const Timeline>(makeTimeline(estimate));
        return timeline->empty() ? nullptr : timeline;
    });
}

std::shared_ptr<const Timeline> PipelineView::twin() const {
    return toolbar()->compare() ? timelineOf(scene().baselineDesign()) : nullptr;
}

void PipelineView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    auto timeline = timelineOf(design);
    critical_->setEnabled(timeline != nullptr);
    if (!timeline) {
        const QString reason = absenceText(*design);
        const RequestKind* kind = kindOf(*design->design.request);
        const bool training = design->estimate && kind != nullptr && kind->devices != nullptr;
        if (!reason.isEmpty()) return showMessage(reason);
        if (!training) return showMessage(tr("This view draws the pipeline of a training step. This design has none."));
        const std::string others = otherSimulations(*design->design.request, design->estimate.get(), *scene().registry);
        const QString text =
            tr("The method %1 does not follow single micro-batches.").arg(toQString(design->estimate->method));
        const QString choose = tr("Choose one that does: %1.").arg(toQString(others));
        return showMessage(others.empty() ? text : text + QLatin1Char(' ') + choose);
    }
    showMessage({});
    canvas_->show(std::move(timeline), twin(), critical_->isChecked(), look());
}

void PipelineView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const auto timeline = timelineOf(scene().selectedDesign());
    if (!timeline) return;
    const auto baseline = twin();
    const PictureLook figure = figureLook(style);
    const Legend legend = timelineLegend(*timeline, figure, critical_->isChecked(), rectangle.width() - 60.0);
    const double whole_s = wholeSeconds(*timeline, baseline.get());
    const TimeRange shown{canvas_->shown().from_s * whole_s, canvas_->shown().to_s * whole_s};
    const TimelineLayout layout = layOutTimeline(*timeline, baseline.get(), shown, figure.font, rectangle.width(),
                                                 rectangle.height(), legend.height());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintTimeline(painter, *timeline, baseline.get(), layout, legend, figure, critical_->isChecked());
    painter.restore();
}

double PipelineView::figureHeight(double width, const FigureStyle& style) const {
    const auto timeline = timelineOf(scene().selectedDesign());
    if (!timeline) return View::figureHeight(width, style);
    const auto baseline = twin();
    const PictureLook figure = figureLook(style);
    const Legend legend = timelineLegend(*timeline, figure, critical_->isChecked(), width - 60.0);
    return layOutTimeline(*timeline, baseline.get(), {}, figure.font, width, 0.0, legend.height()).height;
}

Table PipelineView::figureData() const {
    const auto timeline = timelineOf(scene().selectedDesign());
    return timeline ? timelineTable(*timeline, twin().get()) : Table{};
}

std::string PipelineView::saveState() const {
    return ViewState::write({{"from", canvas_->shown().from_s},
                             {"to", canvas_->shown().to_s},
                             {"critical", critical_->isChecked()},
                             {"compare", toolbar()->compare()}});
}

void PipelineView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker bar(toolbar());
    const QSignalBlocker critical(critical_);
    canvas_->setShown({state.number("from", 0.0), state.number("to", 1.0)});
    critical_->setChecked(state.flag("critical", true));
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
