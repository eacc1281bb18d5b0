// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace strata::views {

/// Free text about one design: a line while it is empty, more while somebody writes. Undo is the study's, a stretch of
/// writing one step of it.
class NoteEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit NoteEdit(QWidget* parent = nullptr);

    /// The note of a design; does not move the cursor of whoever writes it.
    void showNote(const QString& id, const QString& text);

signals:
    /// With every change; equal gestures are one stretch of writing.
    void noted(const QString& id, const QString& text, const QString& gesture);

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fitHeight();

    QString id_;
    QString gesture_;
    bool showing_ = false; ///< the text comes from the study
};

} // namespace strata::views
