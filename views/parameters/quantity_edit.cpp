// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/quantity_edit.h"

#include "views/parameters/quantity_text.h"
#include "views/support/base/study_undo.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>
#include <utility>

namespace strata::views {
namespace {

constexpr int kFrame = 18; // around the text, with what the line edit keeps free
constexpr int kShortUnit = 6;

} // namespace

QuantityEdit::QuantityEdit(QWidget* parent) : QAbstractSpinBox(parent) {
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setAlignment(Qt::AlignRight);
    setFont(tabularFont(font()));
    setFocusPolicy(Qt::StrongFocus);
    connect(lineEdit(), &QLineEdit::returnPressed, this, &QuantityEdit::commit);
}

void QuantityEdit::setUp(std::string unit, double minimum, double maximum, bool integer, ValueScale scale) {
    unit_ = std::move(unit);
    minimum_ = minimum;
    maximum_ = maximum;
    integer_ = integer;
    scale_ = std::move(scale);
}

void QuantityEdit::setValue(double value) {
    value_ = value;
    if (!(hasFocus() && lineEdit()->isModified())) showValue();
}

void QuantityEdit::showValue() {
    // Every digit where somebody edits; else what is read at a glance.
    QString text = hasFocus() ? editText(value_, unit_, locale()) : briefText(value_, unit_, locale());
    // A long unit leaves room for three digits; cut off, it would be another unit.
    if (!hasFocus() && fontMetrics().horizontalAdvance(text) > sizeHint().width() - kFrame)
        text = shortText(value_, unit_, locale());
    if (lineEdit()->text() != text) lineEdit()->setText(text);
    lineEdit()->setModified(false);
    lineEdit()->setCursorPosition(0);
}

void QuantityEdit::stepBy(int steps) {
    const double next = scale_.stepped(value_, steps);
    if (next == value_) return;
    value_ = next;
    lineEdit()->setModified(false);
    showValue();
    selectAll();
    emit stepped(value_);
}

QValidator::State QuantityEdit::validate(QString&, int&) const {
    // Anything may be typed; commit() judges it as a whole and says what is accepted.
    return QValidator::Acceptable;
}

QSize QuantityEdit::sizeHint() const {
    const QSize hint = QAbstractSpinBox::sizeHint();
    const QString unit = unitText(unit_);
    // A short unit with its prefix and four digits; a long one takes the room of one of them.
    const QString widest =
        unit.isEmpty() ? QStringLiteral("888,888")
                       : (unit.size() <= kShortUnit ? QStringLiteral("88.88 M") : QStringLiteral("888 ")) + unit;
    return {fontMetrics().horizontalAdvance(widest) + kFrame, hint.height()};
}

void QuantityEdit::commit() {
    if (!lineEdit()->isModified()) return;
    const std::optional<double> value = parseQuantity(lineEdit()->text(), unit_, locale());
    const bool whole = !value || !integer_ || *value == std::floor(*value);
    if (!value || !whole || *value < minimum_ || *value > maximum_) {
        const QString range =
            tr("%1 to %2").arg(editText(minimum_, unit_, locale()), editText(maximum_, unit_, locale()));
        const QString what = integer_ ? tr("a whole number from %1").arg(range) : tr("a number from %1").arg(range);
        emit refused(tr("\u201c%1\u201d is not accepted; enter %2").arg(lineEdit()->text(), what));
        return;
    }
    lineEdit()->setModified(false);
    const bool changed = *value != value_;
    value_ = *value;
    showValue();
    emit refused({});
    if (changed) emit typed(value_);
}

bool QuantityEdit::event(QEvent* event) {
    if (!lineEdit()->isModified() && leavesUndoToStudy(*event)) return false;
    return QAbstractSpinBox::event(event);
}

void QuantityEdit::keyPressEvent(QKeyEvent* event) {
    const bool ten = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Up: stepBy(ten ? 10 : 1); return;
    case Qt::Key_Down: stepBy(ten ? -10 : -1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // The base class would first forget that the text was modified, and with it what was typed.
        commit();
        selectAll();
        return;
    case Qt::Key_Escape:
        if (!lineEdit()->isModified()) break;
        showValue();
        emit refused({});
        return;
    default: break;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void QuantityEdit::wheelEvent(QWheelEvent* event) {
    // Scrolling the panel must not change a number that happens to lie under the pointer.
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void QuantityEdit::focusInEvent(QFocusEvent* event) {
    if (!lineEdit()->isModified()) showValue();
    QAbstractSpinBox::focusInEvent(event);
}

void QuantityEdit::focusOutEvent(QFocusEvent* event) {
    commit();
    QAbstractSpinBox::focusOutEvent(event);
    if (!lineEdit()->isModified()) showValue();
}

} // namespace strata::views
