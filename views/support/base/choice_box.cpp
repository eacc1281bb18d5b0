// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/choice_box.h"

#include <algorithm>
#include <QAbstractItemView>
#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr int kFewestLetters = 8; // of an entry that has more
constexpr int kArrow = 38;        // arrow, padding and frame of our style

} // namespace

ChoiceBox::ChoiceBox(const QString& name, const QString& help, QWidget* parent) : QComboBox(parent) {
    setAccessibleName(name);
    setToolTip(help);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    view()->setTextElideMode(Qt::ElideNone);
    connect(this, &QComboBox::currentIndexChanged, this, [this] { updateGeometry(); });
}

void ChoiceBox::setElideMode(Qt::TextElideMode mode) {
    elide_ = mode;
    update();
}

QSize ChoiceBox::sizeHint() const {
    // The style's own hint, of the longest entry, leaves out what its label keeps free at both ends.
    const QSize longest = QComboBox::sizeHint() + QSize(8, 0);
    const int shown = fontMetrics().horizontalAdvance(currentText()) + kArrow + 8;
    return {std::min(longest.width(), shown), longest.height()};
}

QSize ChoiceBox::minimumSizeHint() const {
    const QSize wanted = sizeHint();
    const int letters = kFewestLetters * fontMetrics().horizontalAdvance(QLatin1Char('x'));
    const int least = std::min(letters, fontMetrics().horizontalAdvance(currentText())) + kArrow;
    return {std::min(wanted.width(), least), wanted.height()};
}

void ChoiceBox::showPopup() {
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + kArrow);
    QComboBox::showPopup();
}

QString ChoiceBox::shortened() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    return fontMetrics().elidedText(currentText(), elide_, std::max(0, field.width() - 2));
}

bool ChoiceBox::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && shortened() != currentText()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), currentText() + QLatin1Char('\n') + toolTip(),
                           this);
        return true;
    }
    return QComboBox::event(event);
}

void ChoiceBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = shortened();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace strata::views
