// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/catalog_loading.h"
#include "app/window/document/environment.h"
#include "app/window/document/own_entries.h"
#include "app/window/panels/notice_bar.h"

#include <functional>
#include <QObject>
#include <string>

namespace strata::app {

class OwnCatalogDialog;
class OwnMeasurementsDialog;
class Settings;
class StructureDialog;
class StudyController;
class Worker;

/// The catalog of a window: reads it in the background, and keeps entries of the user's own in it.
class CatalogKeeper : public QObject {
    Q_OBJECT

public:
    /// All of them outlive the keeper. @param window parent of the dialogs
    CatalogKeeper(Environment environment, StudyController& controller, Settings& settings, Worker& worker,
                  QWidget* window);

    /// Reads the catalog with what the user has kept, then emits catalogRead() and calls `then`.
    void read(std::function<void()> then = {});

    /// Asks for the name of saveAsOwn().
    void askForOwnName(OwnPart part);
    /// Keeps the changed device or model of the selected design as an entry of the catalog, which the design uses from
    /// then on.
    void saveAsOwn(OwnPart part, const QString& name);
    void importOwn();
    void importOwnFrom(const QString& file);
    /// The dialog for the structure of the selected design's device or model; nullptr where it has none that resolves.
    StructureDialog* editStructure(OwnPart part);
    /// The dialog of the user's own entries and folders; nullptr before the catalog is there.
    OwnCatalogDialog* showOwnCatalog();
    /// The dialog that infers factors of the selected design's hardware from a few measurements; nullptr before the
    /// catalog is there.
    OwnMeasurementsDialog* calibrateOwn();

signals:
    void catalogRead(const strata::app::CatalogLoad& load);
    void told(strata::app::NoticeBar::Tone tone, const QString& text);

private:
    void tell(const Error& error);
    void keepStructure(const std::shared_ptr<const Json>& document, const QString& name);
    void useOwn(const std::string& design, OwnPart part, const std::string& id, const QString& name);
    void setCatalogFolders(const QStringList& folders);
    void removeOwn(const std::string& id);

    Environment environment_;
    StudyController& controller_;
    Settings& settings_;
    Worker& worker_;
    QWidget* window_;
    OwnMeasurementsDialog* measurements_dialog_ = nullptr;
    OwnCatalogDialog* catalog_dialog_ = nullptr;
    StructureDialog* structure_dialog_ = nullptr;
    OwnPart structure_part_ = OwnPart::Hardware;
    std::string structure_of_; ///< id of the design that structure_dialog_ was opened for
};

} // namespace strata::app
