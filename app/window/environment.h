// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::app {

/// Where the program finds its data and keeps its own; given to the window so that tests use folders of their own.
struct Environment {
    QString data_root;      ///< holds hwlib/ and workloads/
    QString state_folder;   ///< working copies, the catalog
    QString settings_file;  ///< INI
};

/// The folders of this user on this machine. The data root is STRATA_ROOT, the folder beside the program (a build or an
/// installation), or the source tree that the program was built from.
Environment standardEnvironment();

/// Empty, or a sentence that says where data was looked for.
QString missingData(const Environment& environment);

}  // namespace strata::app
