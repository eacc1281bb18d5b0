// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <memory>
#include <QDialog>
#include <QStringList>

class QLabel;
class QListWidget;
class QPushButton;

namespace strata::app {

/// Where the user's part of the catalog lives: entries that were saved from designs, and folders whose JSON files
/// belong to the catalog as well. It tells what is wanted; the window does it.
class OwnCatalogDialog : public QDialog {
    Q_OBJECT

public:
    explicit OwnCatalogDialog(QWidget* parent = nullptr);

    void setLibrary(const std::shared_ptr<const Library>& library);
    /// @param own_folder the folder that is always among them; the others can be taken away
    void setFolders(const QString& own_folder, const QStringList& others);
    const QListWidget& entries() const { return *entries_; }
    const QListWidget& folders() const { return *folders_; }

signals:
    void removalWanted(const QString& id);
    void foldersWanted(const QStringList& others);

private:
    void addFolder();
    void removeFolder();
    void openFolder();
    QStringList others() const;
    void updateButtons();

    QListWidget *entries_, *folders_;
    QPushButton *remove_entry_, *open_, *add_, *remove_folder_;
};

} // namespace strata::app
