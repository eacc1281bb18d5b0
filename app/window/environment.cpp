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

QStringList dataRoots() {
    const QString beside = QCoreApplication::applicationDirPath();
    QStringList roots;
    if (qEnvironmentVariableIsSet("STRATA_ROOT")) roots << qEnvironmentVariable("STRATA_ROOT");
    roots << beside + QStringLiteral("/../share/strata") << QStringLiteral(STRATA_SOURCE_ROOT);
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
    return QObject::tr("The folders hwlib and workloads were not found in %1.").arg(dataRoots().join(QObject::tr(" or ")));
}

}  // namespace strata::app
