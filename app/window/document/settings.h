// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

namespace strata::app {

/// How light or dark the window is.
enum class Appearance { Auto, Light, Dark };

/// Everything the program remembers between starts, typed; the only file that knows the keys.
class Settings : public QObject {
    Q_OBJECT

public:
    explicit Settings(const QString& file, QObject* parent = nullptr);

    Appearance appearance() const;
    void setAppearance(Appearance appearance);

    QStringList recentFiles() const;
    void addRecentFile(const QString& file);
    void removeRecentFile(const QString& file);
    void clearRecentFiles();

    /// Id of the workspace shown last, empty before the first change.
    QString workspace() const;
    void setWorkspace(const QString& workspace);
    /// JSON text of a workspace's dock layout, empty before the first change.
    QString layout(const QString& workspace) const;
    void setLayout(const QString& workspace, const QString& layout);
    /// Arrangements of the window under names of one's own, as JSON text; the names in the order of the alphabet.
    QStringList presets() const;
    QString preset(const QString& name) const;
    void setPreset(const QString& name, const QString& preset);
    void removePreset(const QString& name);
    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);

    bool hintsSeen() const;
    void setHintsSeen(bool seen);

    /// The folder of the last file dialog, empty before the first.
    QString lastFolder() const;
    void setLastFolder(const QString& folder);

    /// Folders whose JSON files belong to the catalog, beside the user's own folder.
    QStringList catalogFolders() const;
    void setCatalogFolders(const QStringList& folders);

signals:
    void appearanceChanged(strata::app::Appearance appearance);
    void recentFilesChanged();

private:
    void migrate();

    QSettings store_;
};

} // namespace strata::app
