// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/study.h"

#include <functional>
#include <QString>
#include <QUndoCommand>

namespace strata::app {

/// One undo step: the study before and after. Commands of the same non-empty gesture merge, so a drag is one step.
class StudyCommand : public QUndoCommand {
public:
    using Show = std::function<void(const Study&)>;

    StudyCommand(Study before, Study after, const QString& text, QString gesture, Show show);

    void undo() override { show_(before_); }
    void redo() override { show_(after_); }
    int id() const override { return gesture_.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* later) override;

private:
    Study before_;
    Study after_;
    QString gesture_;
    Show show_;
};

} // namespace strata::app
