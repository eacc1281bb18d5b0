// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/environment.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <QStandardPaths>

namespace strata::app {

namespace {

bool isDataRoot(const QString& folder) {
    return QFileInfo(folder + QStringLiteral("/hwlib")).isDir() && QFileInfo(folder + QStringLiteral("/workloads")).isDir();
}

/// The same places in the same order as strata-cli: what is named, the installation, the folders above a build.
QStringList dataRoots() {
    if (qEnvironmentVariableIsSet("STRATA_ROOT")) return {qEnvironmentVariable("STRATA_ROOT")};
    QDir folder(QCoreApplication::applicationDirPath());
    QStringList roots{folder.filePath(QStringLiteral("../share/strata"))};
    do roots << folder.absolutePath();
    while (folder.cdUp());
    return roots;
}

}  // namespace

Environment standardEnvironment() {
    Environment environment;
    for (const QString& root : dataRoots()) {
        if (!isDataRoot(root)) continue;
        environment.data_root = QDir::cleanPath(root);
        break;
    }
    environment.state_folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    environment.settings_file =
        QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/strata.ini");
    return environment;
}

QString missingData(const Environment& environment) {
    if (!environment.data_root.isEmpty()) return {};
    return QObject::tr("The folders hwlib and workloads were not found in %1 nor above it; STRATA_ROOT names their place.")
        .arg(QDir::cleanPath(dataRoots().first()));
}

}  // namespace strata::app
