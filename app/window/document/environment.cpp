// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/environment.h"

#include "core/catalog/data_root.h"

#include <QObject>
#include <QStandardPaths>

namespace strata::app {

Environment standardEnvironment() {
    Environment environment;
    if (const auto root = dataRoot()) environment.data_root = QString::fromStdString(root->string());
    environment.state_folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    environment.settings_file =
        QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/strata.ini");
    return environment;
}

QString userFolder(const Environment& environment) { return environment.state_folder + QStringLiteral("/catalog"); }

QString missingData(const Environment& environment) {
    if (!environment.data_root.isEmpty()) return {};
    return QObject::tr("The folders hwlib and workloads were found neither in the installation nor above the program; "
                       "STRATA_ROOT names their place.");
}

} // namespace strata::app
