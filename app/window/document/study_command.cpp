// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_command.h"

#include <utility>

namespace strata::app {

StudyCommand::StudyCommand(Study before, Study after, const QString& text, QString gesture, Show show)
    : QUndoCommand(text), before_(std::move(before)), after_(std::move(after)), gesture_(std::move(gesture)),
      show_(std::move(show)) {}

bool StudyCommand::mergeWith(const QUndoCommand* later) {
    // Every command on the stack is one of ours; equal ids say so.
    const auto* next = static_cast<const StudyCommand*>(later);
    if (next->gesture_ != gesture_) return false;
    after_ = next->after_;
    setText(next->text());
    setObsolete(after_ == before_); // dragged back to where it began
    return true;
}

} // namespace strata::app
