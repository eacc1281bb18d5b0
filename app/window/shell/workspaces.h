// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/kind.h"
#include "core/evaluate/request.h"

#include <QSize>
#include <QString>
#include <span>
#include <string_view>

namespace strata::app {

/// A named arrangement of docks for one kind of work, or for some kinds of hardware.
struct Workspace {
    const char* id;            ///< in settings and sessions
    const char* title;         ///< on its button; translated with QCoreApplication::translate("Workspace", title)
    const char* help;          ///< one sentence, translated likewise
    const char* hint;          ///< what a hand does first; translated likewise
    const char* keys;          ///< portable text of its shortcut
    const char* sample_title;  ///< of its sample session while that has no file; translated likewise
    const char* sample_action; ///< what opens it, as a menu writes it; translated likewise
    const char* sample_help;   ///< what is in it; translated likewise
    std::span<const EntryKind> hardware{}; ///< designs on it are drawn here, whatever the row of their kind names

    /// Resource of its default layout in a window of that size.
    QString layout(const QSize& size) const;
    /// Resource of its sample session.
    QString sample() const;
    /// Its views draw that request: it is the fitting one, or draws points of every kind.
    bool draws(const Json& request, const Library* library, const Registry& registry = builtinRegistry()) const;
};

/// In the order of their buttons; the first one is shown at the first start.
std::span<const Workspace> workspaces();

/// The workspace of that id, the first one when there is none.
const Workspace& workspaceNamed(const QString& id);

/// The workspace of the request's hardware, else the one that the row of its kind names; nullptr when there is none.
/// `library` tells what the hardware is; without one the kind alone decides.
const Workspace* workspaceFor(const Json& request, const Library* library,
                              const Registry& registry = builtinRegistry());

} // namespace strata::app
