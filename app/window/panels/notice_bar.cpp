// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/notice_bar.h"

#include "views/support/theme/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLayoutItem>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <utility>

namespace strata::app {

namespace {
constexpr int kLeastWords = 220; ///< pixels that a sentence needs beside the buttons
}

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), label_(new QLabel), row_(new QBoxLayout(QBoxLayout::LeftToRight)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close_button = new QToolButton;
    close_button->setText(QStringLiteral("\u2715"));
    close_button->setAccessibleName(tr("Close this message"));
    close_button->setToolTip(tr("Close"));
    connect(close_button, &QToolButton::clicked, this, &NoticeBar::close);
    buttons_->setSpacing(6);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 6, 4);
    layout->setSpacing(12);
    row_->setSpacing(6);
    row_->addWidget(label_, 1);
    row_->addLayout(buttons_);
    layout->addLayout(row_, 1);
    layout->addWidget(close_button, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void NoticeBar::show(Tone tone, const QString& text) {
    tone_ = tone;
    label_->setText(text);
    setAccessibleName(text);
    setVisible(true);
    update();
}

QString NoticeBar::text() const { return label_->text(); }

void NoticeBar::addButton(const QString& text, std::function<void()> pressed) {
    auto* button = new QPushButton(text);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [pressed = std::move(pressed)] { pressed(); });
    buttons_->addWidget(button);
    arrange();
}

/// Buttons are never narrower than their words: they go below the sentence, then below each other.
void NoticeBar::arrange() {
    int beside = -buttons_->spacing();
    for (int i = 0; i < buttons_->count(); ++i)
        beside += buttons_->itemAt(i)->sizeHint().width() + buttons_->spacing();
    const int room = contentsRect().width() - 70; // margins, and the button that closes
    row_->setDirection(beside + kLeastWords > room && buttons_->count() > 0 ? QBoxLayout::TopToBottom
                                                                            : QBoxLayout::LeftToRight);
    buttons_->setDirection(beside > room ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void NoticeBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

void NoticeBar::clearButtons() {
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    arrange();
}

void NoticeBar::close() {
    hide();
    emit closed();
}

void NoticeBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return close();
    QFrame::keyPressEvent(event);
}

void NoticeBar::paintEvent(QPaintEvent*) {
    const views::Theme colors = views::themeFor(palette());
    const QColor color = tone_ == Tone::Error ? colors.error : tone_ == Tone::Warning ? colors.warning : colors.accent;
    QColor fill = color;
    fill.setAlphaF(0.10F);
    QPainter painter(this);
    painter.fillRect(rect(), fill);
    painter.fillRect(0, 0, 4, height(), color);
}

} // namespace strata::app
