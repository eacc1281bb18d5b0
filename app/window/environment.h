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

/// The folders of this user on this machine. The data root is STRATA_ROOT, else share/strata of the
/// installation, else the nearest folder above the program that has the data (a build inside the source tree).
Environment standardEnvironment();

/// Empty, or a sentence that says where data was looked for.
QString missingData(const Environment& environment);

}  // namespace strata::app
