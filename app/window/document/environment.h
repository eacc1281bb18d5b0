// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::app {

/// Where the program finds its data and keeps its own; given to the window so that tests use folders of their own.
struct Environment {
    QString data_root;     ///< holds hwlib/ and workloads/
    QString state_folder;  ///< working copies, the catalog
    QString settings_file; ///< INI
};

/// The folders of this user on this machine; the data root as dataRoot() finds it.
Environment standardEnvironment();

/// Empty, or a sentence that says that there is no data.
QString missingData(const Environment& environment);

} // namespace strata::app
