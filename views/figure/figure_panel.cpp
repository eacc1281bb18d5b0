// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/figure/figure_panel.h"

#include "views/figure/figure_latex.h"
#include "views/figure/figure_preview.h"
#include "views/support/base/view.h"

#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QStyle>
#include <QToolButton>

namespace strata::views {

FigurePanel::FigurePanel(QWidget* parent)
    : QWidget(parent), format_(new QComboBox(this)), preset_(new QComboBox(this)), width_(new QDoubleSpinBox(this)),
      height_(new QDoubleSpinBox(this)), theme_(new QComboBox(this)), path_(new QLineEdit(this)),
      outcome_(new QLabel(this)), preview_(new FigurePreview(this)) {
    buildForm();
    setFocusProxy(format_);
    connect(format_, &QComboBox::currentIndexChanged, this, &FigurePanel::applyFormat);
    connect(preset_, &QComboBox::activated, this, [this] {
        if (const double width = preset_->currentData().toDouble(); width > 0.0) width_->setValue(width);
    });
    connect(width_, &QDoubleSpinBox::valueChanged, this, [this](double width) {
        // The last entry stands for a width of one's own.
        int index = preset_->count() - 1;
        for (int i = 0; i < index; ++i)
            if (qAbs(preset_->itemData(i).toDouble() - width) < 0.01) index = i;
        preset_->setCurrentIndex(index);
        updatePreview();
    });
    connect(height_, &QDoubleSpinBox::valueChanged, this, &FigurePanel::updatePreview);
    connect(theme_, &QComboBox::currentIndexChanged, this, &FigurePanel::updatePreview);
}

void FigurePanel::buildForm() {
    for (const char* format : {"pdf", "svg", "png"})
        format_->addItem(QString::fromLatin1(format).toUpper(), QString::fromLatin1(format));
    for (const WidthPreset& preset : widthPresets())
        preset_->addItem(QCoreApplication::translate("FigurePanel", preset.title), preset.width_mm);
    preset_->addItem(tr("Own width"), 0.0);
    for (QDoubleSpinBox* box : {width_, height_}) {
        box->setDecimals(2);
        box->setSuffix(tr(" mm"));
        box->setRange(kSmallestFigureMm, kLargestFigureMm);
        box->setKeyboardTracking(false);
    }
    width_->setValue(widthPresets().front().width_mm);
    height_->setRange(kSmallestFigureMm - 1.0, kLargestFigureMm);
    height_->setSpecialValueText(tr("What suits"));
    height_->setValue(height_->minimum());
    theme_->addItem(tr("Light"), false);
    theme_->addItem(tr("Dark"), true);
    outcome_->setWordWrap(true);
    outcome_->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* browse = new QToolButton(this);
    browse->setText(tr("..."));
    browse->setAccessibleName(tr("Choose the file"));
    connect(browse, &QToolButton::clicked, this, &FigurePanel::choosePath);
    auto* file = new QHBoxLayout;
    file->addWidget(path_, 1);
    file->addWidget(browse);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->addRow(tr("Format"), format_);
    form->addRow(tr("Column"), preset_);
    form->addRow(tr("Width"), width_);
    form->addRow(tr("Height"), height_);
    form->addRow(tr("Theme"), theme_);
    form->addRow(tr("File"), file);

    auto* area = new QScrollArea(this);
    area->setWidget(preview_);
    area->setAlignment(Qt::AlignCenter);
    auto* button = new QPushButton(tr("Export"), this);
    button->setObjectName(QStringLiteral("exportButton"));
    connect(button, &QPushButton::clicked, this, [this] { emit exportRequested(spec()); });
    connect(path_, &QLineEdit::returnPressed, button, &QPushButton::click);
    auto* latex = new QPushButton(tr("Copy LaTeX"), this);
    latex->setObjectName(QStringLiteral("latexButton"));
    latex->setToolTip(tr("A figure environment for this file, with caption and label"));
    connect(latex, &QPushButton::clicked, this, [this] {
        if (view_)
            QGuiApplication::clipboard()->setText(
                QString::fromStdString(figureLatex(*view_, view_id_.toStdString(), spec())));
    });
    auto* leave = new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(leave, &QShortcut::activated, this, &FigurePanel::closeRequested);
    auto* last = new QHBoxLayout;
    last->addWidget(outcome_, 1);
    last->addWidget(latex, 0, Qt::AlignTop);
    last->addWidget(button, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(area, 1);
    layout->addLayout(last);
}

void FigurePanel::setView(View* view, const QString& view_id) {
    if (view_) {
        disconnect(view_, nullptr, this, nullptr);
        view_->setExported(false);
    }
    view_ = view;
    view_id_ = view_id;
    if (view_) {
        connect(view_, &View::refreshed, this, &FigurePanel::updatePreview);
        view_->setExported(true);
    }
    const QString folder = path_->text().isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                                                   : QFileInfo(path_->text()).path();
    path_->setText(QDir(folder).filePath(QStringLiteral("%1.%2").arg(view_id, format_->currentData().toString())));
    outcome_->clear();
    updatePreview();
}

FigureSpec FigurePanel::spec() const {
    FigureSpec result;
    result.path = std::filesystem::path(path_->text().toStdString());
    result.width_mm = width_->value();
    result.height_mm = height_->value() > height_->minimum() ? height_->value() : 0.0;
    result.dark = theme_->currentData().toBool();
    result.note = note_;
    return result;
}

void FigurePanel::updatePreview() {
    if (isVisible() || !preview_->pageMm().isValid()) preview_->show(view_, spec());
}

/// The view may be another one than when the panel was last seen.
void FigurePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (view_) view_->setExported(true);
    updatePreview();
}

void FigurePanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (view_) view_->setExported(false);
}

void FigurePanel::applyFormat() {
    const QFileInfo file(path_->text());
    path_->setText(
        QDir(file.path()).filePath(file.completeBaseName() + QLatin1Char('.') + format_->currentData().toString()));
}

void FigurePanel::choosePath() {
    const QString filter = tr("Figures (*.pdf *.svg *.png)");
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Export figure"), path_->text(), filter);
    if (chosen.isEmpty()) return;
    path_->setText(chosen);
    const int index = format_->findData(QFileInfo(chosen).suffix().toLower());
    const QSignalBlocker blocker(format_);
    if (index >= 0) format_->setCurrentIndex(index);
}

void FigurePanel::showOutcome(const QString& text, bool failed) {
    outcome_->setProperty("tone", failed ? "error" : "muted");
    outcome_->style()->unpolish(outcome_);
    outcome_->style()->polish(outcome_);
    outcome_->setText(text);
}

} // namespace strata::views
