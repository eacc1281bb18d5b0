// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace strata::app {

/// Where the program finds its data and keeps its own; given to the window so that tests use folders of their own.
struct Environment {
    QString data_root;             ///< holds hwlib/ and workloads/
    QString state_folder;          ///< working copies, the catalog
    QString settings_file;         ///< INI
    QStringList catalog_folders{}; ///< of the user's choice; their JSON files belong to the catalog
};

/// The folder whose JSON files always belong to the catalog; it need not exist.
QString userFolder(const Environment& environment);

/// The folders of this user on this machine; the data root as dataRoot() finds it.
Environment standardEnvironment();

/// Empty, or a sentence that says that there is no data.
QString missingData(const Environment& environment);

} // namespace strata::app
