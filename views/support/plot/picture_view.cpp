// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/picture_view.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>

namespace strata::views {

const Estimate* validEstimate(const DesignState* design) {
    const Estimate* estimate = anyEstimate(design);
    return estimate != nullptr && estimate->valid ? estimate : nullptr;
}

const Estimate* anyEstimate(const DesignState* design) { return design != nullptr ? design->estimate.get() : nullptr; }

PictureView::PictureView(ViewToolBar::Items items, QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, items);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    message_->hide();
    evidence_ = new QLabel(this);
    evidence_->setObjectName(QStringLiteral("evidence"));
    evidence_->setWordWrap(true);
    evidence_->setMargin(8);
    evidence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    evidence_->hide();
    connect(toolbar_, &ViewToolBar::changed, this, &PictureView::scheduleRefresh);
}

void PictureView::setCanvas(PictureCanvas* canvas, Room room) {
    canvas_ = canvas;
    shown_ = canvas;
    if (room == Room::Scrolls) {
        auto* area = new QScrollArea(this);
        area->setWidget(canvas_);
        area->setWidgetResizable(true);
        area->setFrameShape(QFrame::NoFrame);
        shown_ = area;
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(toolbar_);
    column->addWidget(shown_, 1);
    column->addWidget(message_, 1);
    column->addWidget(evidence_);
    setMinimumSize(260, 150);
    setFocusProxy(canvas_);
    connect(canvas_, &PictureCanvas::copyRequested, this, &PictureView::copyNumbers);
    canvas_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(canvas_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Copy the numbers"), this, &PictureView::copyNumbers);
        menu.addActions(actions());
        menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
        menu.exec(canvas_->mapToGlobal(at));
    });
}

void PictureView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    shown_->setVisible(text.isEmpty());
}

void PictureView::showEvidence(const QString& title, const QStringList& lines) {
    evidence_->setText(hitHtml(title, lines));
    evidence_->show();
}

void PictureView::hideEvidence() { evidence_->hide(); }

PictureLook PictureView::look() const {
    PictureLook result;
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    return result;
}

PictureLook PictureView::figureLook(const FigureStyle& style) const {
    PictureLook result = look();
    result.theme = style.theme;
    result.font = style.font;
    result.line_width = style.line_width_mm * style.units_per_mm;
    result.locale = QLocale::c();
    return result;
}

QFont PictureView::fontWithin(const QFont& font, double wanted, double width) {
    if (wanted <= width) return font;
    QFont smaller = font; // at a share of its size, whichever way that is stated
    if (font.pixelSize() > 0)
        smaller.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * width / wanted)));
    else
        smaller.setPointSizeF(font.pointSizeF() * width / wanted);
    return smaller;
}

void PictureView::copyNumbers() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

} // namespace strata::views
