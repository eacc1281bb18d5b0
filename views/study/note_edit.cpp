// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/study/note_edit.h"

#include "views/support/base/study_undo.h"

#include <algorithm>
#include <cmath>
#include <QUuid>

namespace strata::views {
namespace {

constexpr int kMostLines = 4;

QString newGesture() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

} // namespace

NoteEdit::NoteEdit(QWidget* parent) : QPlainTextEdit(parent), gesture_(newGesture()) {
    setPlaceholderText(tr("Note on this design"));
    setAccessibleName(tr("Note on this design"));
    setToolTip(tr("Kept in the session; strata-cli session show prints it"));
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        fitHeight();
        if (!showing_) emit noted(id_, toPlainText(), gesture_);
    });
    fitHeight();
}

void NoteEdit::showNote(const QString& id, const QString& text) {
    const bool other = id != id_;
    id_ = id;
    setEnabled(!id.isEmpty());
    if (!other && toPlainText() == text) return;
    gesture_ = newGesture();
    showing_ = true;
    setPlainText(text);
    showing_ = false;
}

bool NoteEdit::event(QEvent* event) { return leavesUndoToStudy(*event) ? false : QPlainTextEdit::event(event); }

void NoteEdit::focusInEvent(QFocusEvent* event) {
    gesture_ = newGesture();
    QPlainTextEdit::focusInEvent(event);
    fitHeight();
}

void NoteEdit::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    fitHeight();
}

void NoteEdit::fitHeight() {
    // Of a plain text the document's height is in lines, as wrapped.
    const int written = toPlainText().isEmpty() ? 1 : static_cast<int>(std::ceil(document()->size().height()));
    const int lines = std::clamp(hasFocus() ? std::max(written, 2) : written, 1, kMostLines);
    setFixedHeight(lines * fontMetrics().lineSpacing() + 2 * static_cast<int>(document()->documentMargin()) + 2);
}

} // namespace strata::views
