// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/notice_bar.h"

#include "views/support/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLayoutItem>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <utility>

namespace strata::app {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), label_(new QLabel), buttons_(new QHBoxLayout) {
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
    layout->addWidget(label_, 1);
    layout->addLayout(buttons_);
    layout->addWidget(close_button);
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
}

void NoticeBar::clearButtons() {
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
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
