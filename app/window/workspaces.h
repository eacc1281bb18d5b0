// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>

namespace strata::app {

/// A named arrangement of docks for one kind of work.
struct Workspace {
    const char* id;     ///< in settings and sessions
    const char* title;  ///< on its button; translated with QCoreApplication::translate("Workspace", title)
    const char* help;   ///< one sentence, translated likewise
    const char* keys;   ///< portable text of its shortcut

    /// Resource of its default layout in a window of that height.
    QString layout(int height) const;
};

/// In the order of their buttons; the first one is shown at the first start.
std::span<const Workspace> workspaces();

/// The workspace of that id, the first one when there is none.
const Workspace& workspaceNamed(const QString& id);

}  // namespace strata::app
