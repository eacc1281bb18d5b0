// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_view.h"

#include "views/kernel/kernel_canvas.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>

namespace strata::views {
namespace {

const Estimate* validEstimate(const DesignState* design) {
    return design && design->estimate && design->estimate->valid ? design->estimate.get() : nullptr;
}

} // namespace

KernelView::KernelView(QWidget* parent) : View(parent) {
    setAccessibleName(tr("Kernel"));
    toolbar_ = new ViewToolBar(this, ViewToolBar::Compare);
    auto* operators = new ChoiceBox(tr("Operator"), tr("Operator of the model, the longest first"), this);
    operators->setObjectName(QStringLiteral("operator"));
    operators->setElideMode(Qt::ElideLeft); // the end of a path tells operators apart
    operator_ = operators;
    toolbar_->extras()->addWidget(operator_);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    canvas_ = new KernelCanvas(scroll_);
    canvas_->setMinimumWidth(240);
    canvas_->setContextMenuPolicy(Qt::CustomContextMenu);
    scroll_->setWidget(canvas_);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(toolbar_);
    column->addWidget(scroll_, 1);
    column->addWidget(message_, 1);
    message_->hide();
    setMinimumSize(260, 150);
    setFocusProxy(canvas_);
    connect(toolbar_, &ViewToolBar::changed, this, &KernelView::scheduleRefresh);
    connect(operator_, &QComboBox::activated, this, [this] {
        wanted_ = operator_->currentData().toString().toStdString();
        scheduleRefresh();
    });
    connect(canvas_, &KernelCanvas::stepped, this, &KernelView::step);
    connect(canvas_, &KernelCanvas::copyRequested, this, &KernelView::copyTable);
    connect(canvas_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Copy the numbers"), this, &KernelView::copyTable);
        menu.addActions(actions());
        menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
        menu.exec(canvas_->mapToGlobal(at));
    });
}

KernelPicture KernelView::picture() const {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    return estimate ? makeKernelPicture(*estimate, wanted_) : KernelPicture();
}

std::optional<KernelPicture> KernelView::twin(const KernelPicture& picture) const {
    const Estimate* estimate = toolbar_->compare() ? validEstimate(scene().baselineDesign()) : nullptr;
    if (!estimate) return {};
    KernelPicture other = makeKernelPicture(*estimate, picture.name);
    return other.name == picture.name ? std::optional(std::move(other)) : std::nullopt;
}

KernelOptions KernelView::options() const {
    KernelOptions result;
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    return result;
}

void KernelView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    scroll_->setVisible(text.isEmpty());
}

void KernelView::showNames() {
    const Estimate* estimate = validEstimate(scene().selectedDesign());
    const std::vector<std::string> names = estimate ? kernelNames(*estimate) : std::vector<std::string>();
    bool same = operator_->count() == static_cast<int>(names.size());
    for (std::size_t i = 0; same && i < names.size(); ++i)
        same = operator_->itemData(static_cast<int>(i)).toString() == toQString(names[i]);
    if (!same) {
        operator_->clear();
        for (const std::string& name : names)
            operator_->addItem(labelText(name), toQString(name));
    }
    operator_->setCurrentIndex(std::max(0, operator_->findData(toQString(wanted_))));
    operator_->setVisible(names.size() > 1);
}

void KernelView::refresh() {
    toolbar_->showScene(scene());
    showNames();
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    KernelPicture shown = picture();
    if (shown.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(
            reason.isEmpty() ? tr("This view draws kernels on a GPU: a kernel or a model whose estimate tells the time "
                                  "of its operators. This one does not.")
                             : reason);
    }
    showMessage({});
    auto other = twin(shown);
    canvas_->show(std::move(shown), std::move(other), design->estimate, options());
}

void KernelView::step(int direction) {
    const int count = operator_->count();
    if (count < 2) return;
    operator_->setCurrentIndex((operator_->currentIndex() + direction + count) % count);
    wanted_ = operator_->currentData().toString().toStdString();
    scheduleRefresh();
}

void KernelView::copyTable() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

void KernelView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const KernelPicture shown = picture();
    if (shown.empty()) return;
    const auto other = twin(shown);
    KernelOptions figure = options();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    const KernelLayout layout = layOutKernel(shown, other ? &*other : nullptr, style.font, rectangle.width());
    painter.save();
    painter.translate(rectangle.topLeft());
    // What is higher than the paper shrinks as a whole rather than losing its end.
    const double scale = std::min(1.0, rectangle.height() / std::max(1.0, layout.height));
    painter.scale(scale, scale);
    paintKernel(painter, shown, other ? &*other : nullptr, layout, figure);
    painter.restore();
}

double KernelView::figureHeight(double width, const FigureStyle& style) const {
    const KernelPicture shown = picture();
    const auto other = twin(shown);
    return layOutKernel(shown, other ? &*other : nullptr, style.font, width).height;
}

Table KernelView::figureData() const {
    const KernelPicture shown = picture();
    if (shown.empty()) return {};
    const auto other = twin(shown);
    return kernelTable(shown, other ? &*other : nullptr);
}

std::string KernelView::saveState() const {
    return ViewState::write({{"operator", wanted_}, {"compare", toolbar_->compare()}});
}

void KernelView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    wanted_ = state.text("operator", "");
    toolbar_->setCompare(state.flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
