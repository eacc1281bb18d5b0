// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/study_undo.h"

#include <QKeyEvent>

namespace strata::views {

bool leavesUndoToStudy(QEvent& event) {
    if (event.type() != QEvent::ShortcutOverride) return false;
    const auto& key = static_cast<const QKeyEvent&>(event);
    if (!key.matches(QKeySequence::Undo) && !key.matches(QKeySequence::Redo)) return false;
    event.ignore();
    return true;
}

} // namespace strata::views
