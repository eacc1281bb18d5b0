// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/own_catalog_dialog.h"

#include "views/support/text/text.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace strata::app {

OwnCatalogDialog::OwnCatalogDialog(QWidget* parent)
    : QDialog(parent), entries_(new QListWidget), folders_(new QListWidget),
      remove_entry_(new QPushButton(tr("&Remove from the catalog"))), open_(new QPushButton(tr("&Open folder"))),
      add_(new QPushButton(tr("&Add folder \u2026"))), remove_folder_(new QPushButton(tr("&Forget folder"))) {
    setWindowTitle(tr("My catalog"));
    entries_->setAccessibleName(tr("My devices and models"));
    folders_->setAccessibleName(tr("Folders of the catalog"));
    setMinimumWidth(560);
    auto* entry_buttons = new QHBoxLayout;
    entry_buttons->addWidget(remove_entry_);
    entry_buttons->addStretch(1);
    auto* folder_buttons = new QHBoxLayout;
    for (QPushButton* button : {open_, add_, remove_folder_})
        folder_buttons->addWidget(button);
    folder_buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(new QLabel(tr("My devices and models")));
    layout->addWidget(entries_, 2);
    layout->addLayout(entry_buttons);
    auto* about = new QLabel(tr("Folders whose JSON files belong to the catalog. The first one is yours: put an entry "
                                "there, and the catalog has it."));
    about->setWordWrap(true);
    layout->addWidget(about);
    layout->addWidget(folders_, 1);
    layout->addLayout(folder_buttons);
    connect(remove_entry_, &QPushButton::clicked, this, [this] {
        if (const QListWidgetItem* item = entries_->currentItem())
            emit removalWanted(item->data(Qt::UserRole).toString());
    });
    connect(open_, &QPushButton::clicked, this, &OwnCatalogDialog::openFolder);
    connect(add_, &QPushButton::clicked, this, &OwnCatalogDialog::addFolder);
    connect(remove_folder_, &QPushButton::clicked, this, &OwnCatalogDialog::removeFolder);
    for (QListWidget* list : {entries_, folders_})
        connect(list, &QListWidget::currentRowChanged, this, &OwnCatalogDialog::updateButtons);
    updateButtons();
}

void OwnCatalogDialog::setLibrary(const std::shared_ptr<const Library>& library) {
    entries_->clear();
    for (const Entry& entry : library->entries()) {
        if (!entry.user || entry.kind == EntryKind::Calibration) continue;
        const bool saved = !entry.file.ends_with(".json");
        const QString where = saved ? tr("saved here") : QDir::toNativeSeparators(views::toQString(entry.file));
        auto* item =
            new QListWidgetItem(QStringLiteral("%1 \u2013 %2").arg(views::toQString(entry.name), where), entries_);
        item->setData(Qt::UserRole, saved ? views::toQString(entry.id) : QString());
    }
    updateButtons();
}

void OwnCatalogDialog::setFolders(const QString& own_folder, const QStringList& others) {
    folders_->clear();
    folders_->addItem(QDir::toNativeSeparators(own_folder));
    for (const QString& folder : others)
        folders_->addItem(QDir::toNativeSeparators(folder));
    folders_->setCurrentRow(0);
    updateButtons();
}

QStringList OwnCatalogDialog::others() const {
    QStringList folders;
    for (int row = 1; row < folders_->count(); ++row)
        folders << QDir::fromNativeSeparators(folders_->item(row)->text());
    return folders;
}

void OwnCatalogDialog::addFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Add a folder to the catalog"));
    if (!folder.isEmpty() && !others().contains(folder)) emit foldersWanted(others() << folder);
}

void OwnCatalogDialog::removeFolder() {
    QStringList rest = others();
    if (const int row = folders_->currentRow(); row > 0) rest.removeAt(row - 1);
    emit foldersWanted(rest);
}

void OwnCatalogDialog::openFolder() {
    if (const QListWidgetItem* item = folders_->currentItem())
        QDesktopServices::openUrl(QUrl::fromLocalFile(QDir::fromNativeSeparators(item->text())));
}

void OwnCatalogDialog::updateButtons() {
    const QListWidgetItem* entry = entries_->currentItem();
    remove_entry_->setEnabled(entry && !entry->data(Qt::UserRole).toString().isEmpty());
    open_->setEnabled(folders_->currentItem() != nullptr);
    remove_folder_->setEnabled(folders_->currentRow() > 0);
}

} // namespace strata::app
