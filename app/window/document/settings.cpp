// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/settings.h"

#include "app/window/shell/workspaces.h"

#include <QFileInfo>

namespace strata::app {

namespace {

constexpr int kVersion = 2; // 2: one layout for each workspace
constexpr int kMaximumRecentFiles = 10;

const QString kVersionKey = QStringLiteral("version");
const QString kAppearanceKey = QStringLiteral("window/appearance");
const QString kWorkspaceKey = QStringLiteral("window/workspace");
const QString kLayoutKey = QStringLiteral("window/layout_%1");
const QString kFirstLayoutKey = QStringLiteral("window/layout"); // of version 1
const QString kPresetsKey = QStringLiteral("window/presets");    // a map: names may hold any letter
const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kRecentKey = QStringLiteral("files/recent");
const QString kFolderKey = QStringLiteral("files/folder");
const QString kCatalogFoldersKey = QStringLiteral("catalog/folders");
const QString kHintsKey = QStringLiteral("hints/seen");

} // namespace

Settings::Settings(const QString& file, QObject* parent) : QObject(parent), store_(file, QSettings::IniFormat) {
    migrate();
}

void Settings::migrate() {
    // A layout of a later version may name docks that are not here; it is left alone and the default is used instead.
    if (store_.value(kVersionKey, kVersion).toInt() > kVersion)
        for (const Workspace& workspace : workspaces())
            store_.remove(kLayoutKey.arg(QLatin1String(workspace.id)));
    store_.remove(kFirstLayoutKey); // it knows nothing of docks that came later
    store_.setValue(kVersionKey, kVersion);
}

Appearance Settings::appearance() const {
    const QString text = store_.value(kAppearanceKey).toString();
    if (text == QLatin1String("light")) return Appearance::Light;
    if (text == QLatin1String("dark")) return Appearance::Dark;
    return Appearance::Auto;
}

void Settings::setAppearance(Appearance appearance) {
    if (appearance == this->appearance()) return;
    const char* text = appearance == Appearance::Light ? "light" : appearance == Appearance::Dark ? "dark" : "auto";
    store_.setValue(kAppearanceKey, QLatin1String(text));
    emit appearanceChanged(appearance);
}

QStringList Settings::recentFiles() const { return store_.value(kRecentKey).toStringList(); }

void Settings::addRecentFile(const QString& file) {
    QStringList files = recentFiles();
    const QString path = QFileInfo(file).absoluteFilePath();
    files.removeAll(path);
    files.prepend(path);
    while (files.size() > kMaximumRecentFiles)
        files.removeLast();
    store_.setValue(kRecentKey, files);
    emit recentFilesChanged();
}

void Settings::removeRecentFile(const QString& file) {
    QStringList files = recentFiles();
    if (files.removeAll(QFileInfo(file).absoluteFilePath()) == 0) return;
    store_.setValue(kRecentKey, files);
    emit recentFilesChanged();
}

void Settings::clearRecentFiles() {
    store_.remove(kRecentKey);
    emit recentFilesChanged();
}

QString Settings::workspace() const { return store_.value(kWorkspaceKey).toString(); }
void Settings::setWorkspace(const QString& workspace) { store_.setValue(kWorkspaceKey, workspace); }
QString Settings::layout(const QString& workspace) const { return store_.value(kLayoutKey.arg(workspace)).toString(); }

void Settings::setLayout(const QString& workspace, const QString& layout) {
    store_.setValue(kLayoutKey.arg(workspace), layout);
}

QStringList Settings::presets() const { return store_.value(kPresetsKey).toMap().keys(); }

QString Settings::preset(const QString& name) const { return store_.value(kPresetsKey).toMap().value(name).toString(); }

void Settings::setPreset(const QString& name, const QString& preset) {
    QVariantMap all = store_.value(kPresetsKey).toMap();
    all.insert(name, preset);
    store_.setValue(kPresetsKey, all);
}

void Settings::removePreset(const QString& name) {
    QVariantMap all = store_.value(kPresetsKey).toMap();
    all.remove(name);
    store_.setValue(kPresetsKey, all);
}

QByteArray Settings::geometry() const { return store_.value(kGeometryKey).toByteArray(); }
void Settings::setGeometry(const QByteArray& geometry) { store_.setValue(kGeometryKey, geometry); }

bool Settings::hintsSeen() const { return store_.value(kHintsKey, false).toBool(); }
void Settings::setHintsSeen(bool seen) { store_.setValue(kHintsKey, seen); }

QString Settings::lastFolder() const { return store_.value(kFolderKey).toString(); }
void Settings::setLastFolder(const QString& folder) { store_.setValue(kFolderKey, folder); }

QStringList Settings::catalogFolders() const { return store_.value(kCatalogFoldersKey).toStringList(); }
void Settings::setCatalogFolders(const QStringList& folders) { store_.setValue(kCatalogFoldersKey, folders); }

} // namespace strata::app
