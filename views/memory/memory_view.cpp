// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_view.h"

#include "views/memory/memory_painter.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <QPainter>

namespace strata::views {
namespace {

void paintAt(QPainter& painter, const QRectF& place, const MemoryPicture& selected, const MemoryPicture* baseline,
             const PictureLook& look) {
    const Legend legend = memoryLegend(selected, baseline, look, place.width() - 70.0);
    const MemoryLayout layout = layOutMemory(selected, baseline, look.font, place.size(), legend.height());
    painter.save();
    painter.translate(place.topLeft());
    paintMemory(painter, selected, baseline, layout, legend, look);
    painter.restore();
}

} // namespace

MemoryCanvas::MemoryCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Memory by stage")); }

void MemoryCanvas::show(MemoryPicture selected, std::optional<MemoryPicture> baseline, const PictureLook& look) {
    selected_ = std::move(selected);
    baseline_ = std::move(baseline);
    setLook(look);
    repaintPicture();
}

MemoryLayout MemoryCanvas::places() const {
    const Legend legend = memoryLegend(selected_, twin(), look(), width() - 70.0);
    return layOutMemory(selected_, twin(), look().font, size(), legend.height());
}

void MemoryCanvas::paint(QPainter& painter) const {
    if (!selected_.empty()) paintAt(painter, rect(), selected_, twin(), look());
}

PictureHit MemoryCanvas::hitAt(const QPointF& position) const {
    if (selected_.empty()) return {};
    return memoryHit(selected_, twin(), places(), look(), position);
}

MemoryView::MemoryView(QWidget* parent) : PictureView(ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Memory"));
    canvas_ = new MemoryCanvas(this);
    setCanvas(canvas_);
}

MemoryPicture MemoryView::picture() const {
    const Estimate* estimate = anyEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeMemoryPicture(*estimate) : MemoryPicture();
}

std::optional<MemoryPicture> MemoryView::twin() const {
    const Estimate* estimate = toolbar()->compare() ? anyEstimate(scene().baselineDesign()) : nullptr;
    if (estimate == nullptr) return {};
    MemoryPicture other = makeMemoryPicture(*estimate);
    return other.empty() ? std::nullopt : std::optional(std::move(other));
}

void MemoryView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return showMessage(tr("No design yet"));
    MemoryPicture shown = picture();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty()
                               ? tr("This view draws what the devices of a training step hold. This design has none.")
                               : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), twin(), look());
}

void MemoryView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const MemoryPicture shown = picture();
    if (shown.empty()) return;
    const auto other = twin();
    paintAt(painter, rectangle, shown, other ? &*other : nullptr, figureLook(style));
}

Table MemoryView::figureData() const {
    const MemoryPicture shown = picture();
    if (shown.empty()) return {};
    const auto other = twin();
    return memoryTable(shown, other ? &*other : nullptr);
}

std::string MemoryView::saveState() const { return ViewState::write({{"compare", toolbar()->compare()}}); }

void MemoryView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
