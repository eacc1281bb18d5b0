// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_view.h"

#include "views/block/block_painter.h"
#include "views/block/block_text.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <QPainter>
#include <QVBoxLayout>

namespace strata::views {

BlockView::BlockView(QWidget* parent) : PictureView(ViewToolBar::Compare, parent) {
    setAccessibleName(tr("Basic block"));
    canvas_ = new BlockCanvas(this);
    setCanvas(canvas_, Room::Scrolls);
    assembly_ = new BlockAssembly(this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, assembly_);
    connect(assembly_, &BlockAssembly::written, this, &BlockView::write);
    connect(canvas_, &BlockCanvas::instructionChosen, this, &BlockView::showInstruction);
    const auto handle = [this](const char* pointer, const QString& title, std::vector<SettingHandle::Value> values) {
        auto* setting = new SettingHandle(pointer, title, std::move(values), 0, this);
        toolbar()->extras()->addWidget(setting);
        handles_.push_back(setting);
        connect(setting, &SettingHandle::chosen, this, [this, setting](const QString& value, const QString& gesture) {
            if (const auto edit = setting->editOf(scene().selectedDesign(), value, gesture)) emit edited(*edit);
        });
    };
    handle("/plan/loop", tr("Loop"), {{"false", tr("none")}, {"true", tr("counted")}});
    handle("/plan/copies", tr("Copies"), {{"1"}, {"2"}, {"4"}, {"8"}, {"16"}, {"32"}, {"64"}, {"128"}});
    handle("/plan/front_end", tr("From"), {{"\"cache\"", tr("cache")}, {"\"decoders\"", tr("decoders")}});
}

BlockPicture BlockView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate != nullptr ? makeBlockPicture(*estimate) : BlockPicture();
}

std::optional<BlockPicture> BlockView::twin() const {
    const Estimate* estimate = toolbar()->compare() ? validEstimate(scene().baselineDesign()) : nullptr;
    if (estimate == nullptr) return {};
    BlockPicture other = makeBlockPicture(*estimate);
    return other.empty() ? std::nullopt : std::optional(std::move(other));
}

/// What is typed in one go is one step of undo.
void BlockView::write(std::shared_ptr<const Json> request) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return;
    Edit edit;
    edit.design = design->design.id;
    edit.request = std::move(request);
    edit.text = tr("Instructions");
    edit.gesture = QStringLiteral("assembly");
    emit edited(edit);
}

void BlockView::showInstruction(const std::optional<std::size_t>& instruction) {
    if (!instruction) return hideEvidence();
    const BlockInstruction& chosen = canvas_->picture().instructions[*instruction];
    showEvidence(instructionTitle(chosen), instructionLines(chosen, locale()));
}

void BlockView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    BlockPicture shown = picture();
    for (SettingHandle* handle : handles_) {
        if (design != nullptr) handle->show(design->design.request);
        handle->setVisible(!shown.empty());
    }
    const bool stated = design != nullptr && BlockAssembly::stated(design->design.request.get());
    assembly_->setVisible(stated);
    if (stated) assembly_->show(design->design.request);
    if (design == nullptr) return showMessage(tr("No design yet"));
    if (shown.empty()) {
        hideEvidence();
        const QString reason = absenceText(*design);
        return showMessage(
            reason.isEmpty()
                ? tr("This view draws a basic block of machine code on the core of a CPU. This design has none.")
                : reason);
    }
    showMessage({});
    canvas_->show(std::move(shown), twin(), look());
}

void BlockView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const BlockPicture shown = picture();
    if (shown.empty()) return;
    const auto other = twin();
    const BlockPicture* baseline = other ? &*other : nullptr;
    PictureLook figure = figureLook(style);
    // Every port keeps its column: the font gives way to the width.
    figure.font = fontWithin(style.font, blockSize(shown, style.font).width(), rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    paintBlock(painter, shown, baseline, layOutBlock(shown, baseline, figure.font, rectangle.size()), figure, {});
    painter.restore();
}

double BlockView::figureHeight(double width, const FigureStyle& style) const {
    const BlockPicture shown = picture();
    if (shown.empty()) return PictureView::figureHeight(width, style);
    return blockSize(shown, fontWithin(style.font, blockSize(shown, style.font).width(), width)).height();
}

Table BlockView::figureData() const {
    const BlockPicture shown = picture();
    return shown.empty() ? Table() : blockTable(shown);
}

std::string BlockView::saveState() const { return ViewState::write({{"compare", toolbar()->compare()}}); }

void BlockView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
