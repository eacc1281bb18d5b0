// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QEvent;

namespace strata::views {

/// Undo is the study's, not the field's that has the focus. In the event() of a field that holds nothing half-written:
/// true where the field asks for the keys of undo or redo; it then returns false, and the window's actions get them.
bool leavesUndoToStudy(QEvent& event);

} // namespace strata::views
