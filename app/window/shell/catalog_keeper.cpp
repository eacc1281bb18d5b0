// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/catalog_keeper.h"

#include "app/window/document/settings.h"
#include "app/window/document/study_controller.h"
#include "app/window/explore/worker.h"
#include "app/window/panels/own_catalog_dialog.h"
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/panels/structure_dialog.h"
#include "core/base/message_text.h"
#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/design/tasks.h"
#include "views/support/base/scene.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

namespace strata::app {

CatalogKeeper::CatalogKeeper(Environment environment, StudyController& controller, Settings& settings, Worker& worker,
                             QWidget* window)
    : environment_(std::move(environment)), controller_(controller), settings_(settings), worker_(worker),
      window_(window) {
    environment_.catalog_folders = settings_.catalogFolders();
}

void CatalogKeeper::read(std::function<void()> then) {
    worker_.run(
        this,
        [environment = environment_] {
            messageCatalog("en"); // as well: the headline needs it first
            return loadCatalog(environment);
        },
        [this, then = std::move(then)](const CatalogLoad& load) {
            emit catalogRead(load);
            if (measurements_dialog_) measurements_dialog_->setLibrary(load.library);
            if (catalog_dialog_) catalog_dialog_->setLibrary(load.library);
            if (then) then();
        });
}

void CatalogKeeper::tell(const Error& error) {
    emit told(NoticeBar::Tone::Warning, views::errorText(error, QLocale()));
}

OwnMeasurementsDialog* CatalogKeeper::calibrateOwn() {
    if (!controller_.library()) return nullptr;
    if (!measurements_dialog_) {
        measurements_dialog_ = new OwnMeasurementsDialog(environment_, controller_.library(), window_);
        connect(measurements_dialog_, &OwnMeasurementsDialog::catalogChanged, this, [this] { read(); });
    }
    const std::shared_ptr<const views::Scene> scene = controller_.scene();
    if (const views::DesignState* design = scene->selectedDesign()) {
        measurements_dialog_->setMeasured(QString::fromStdString(design::wishOf(*design->design.request).hardware));
    }
    measurements_dialog_->show();
    measurements_dialog_->raise();
    measurements_dialog_->activateWindow();
    return measurements_dialog_;
}

void CatalogKeeper::askForOwnName(OwnPart part) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !controller_.library()) return;
    if (const auto able = ownEntryOf(*design->request, part, "name", design->label, *controller_.library()); !able)
        return emit told(NoticeBar::Tone::Info, tr("There is nothing to save: the design uses the catalog's own entry. "
                                                   "Change one of its parameters first."));
    auto* dialog = new QInputDialog(window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(part == OwnPart::Model ? tr("Save as my model") : tr("Save as my device"));
    dialog->setLabelText(tr("Name in the catalog"));
    dialog->setTextValue(tr("My %1").arg(views::toQString(design->label)));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, part](const QString& name) { saveAsOwn(part, name.trimmed()); });
    dialog->show();
}

void CatalogKeeper::saveAsOwn(OwnPart part, const QString& name) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !controller_.library()) return;
    const auto entry = ownEntryOf(*design->request, part, name.toStdString(), design->label, *controller_.library());
    if (!entry) return tell(entry.error());
    auto work = [environment = environment_, document = entry->document] { return keepEntry(environment, *document); };
    worker_.run(this, std::move(work), [this, name, entry = *entry, id = design->id](const Result<void>& kept) {
        if (!kept) return tell(kept.error());
        read([this, name, entry, id] {
            const Design* now = controller_.study().find(id);
            if (!now) return;
            Json request = *now->request;
            if (!setPointer(request, entry.pointer, (*entry.document)["id"])) return;
            controller_.apply({id, std::make_shared<const Json>(std::move(request)), tr("save as %1").arg(name), {}});
            emit told(NoticeBar::Tone::Info, tr("%1 is in the catalog now, and the design uses it.").arg(name));
        });
    });
}

StructureDialog* CatalogKeeper::editStructure(OwnPart part) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !controller_.library()) return nullptr;
    const auto entry = wholeEntryOf(*design->request, part, *controller_.library());
    if (!entry) {
        emit told(NoticeBar::Tone::Info, views::errorText(entry.error(), QLocale()));
        return nullptr;
    }
    if (!structure_dialog_) {
        structure_dialog_ = new StructureDialog(window_);
        connect(structure_dialog_, &StructureDialog::keepWanted, this, &CatalogKeeper::keepStructure);
    }
    structure_part_ = part;
    structure_of_ = design->id;
    const QString name = views::toQString(entry->document->value("name", std::string()));
    structure_dialog_->begin(entry->kind, entry->document, tr("My %1").arg(name));
    structure_dialog_->show();
    structure_dialog_->raise();
    structure_dialog_->activateWindow();
    return structure_dialog_;
}

void CatalogKeeper::keepStructure(const std::shared_ptr<const Json>& document, const QString& name) {
    const auto entry = namedEntry(*document, name.toStdString(), document->value("id", std::string()));
    if (!entry) return tell(entry.error());
    auto work = [environment = environment_, document = *entry] { return keepEntry(environment, *document); };
    worker_.run(this, std::move(work),
                [this, name, part = structure_part_, design = structure_of_,
                 id = (**entry)["id"].get<std::string>()](const Result<void>& kept) {
                    if (!kept) return tell(kept.error());
                    structure_dialog_->close();
                    read([this, name, part, design, id] { useOwn(design, part, id, name); });
                });
}

/// The design asks the same of an entry that was just kept.
void CatalogKeeper::useOwn(const std::string& design, OwnPart part, const std::string& id, const QString& name) {
    const Design* now = controller_.study().find(design);
    if (!now) return;
    Result<design::SharedRequest> request = design::SharedRequest();
    if (part == OwnPart::Hardware) {
        request = design::withHardware(*now->request, id, *controller_.library());
    } else {
        Json changed = *now->request; // the layer stays
        if (const auto set = setPointer(changed, "/workload/model", id); set)
            request = std::make_shared<const Json>(std::move(changed));
        else
            request = set.error();
    }
    if (!request) return tell(request.error());
    controller_.apply({design, *request, tr("use %1").arg(name), {}});
    emit told(NoticeBar::Tone::Info, tr("%1 is in the catalog now, and the design uses it.").arg(name));
}

OwnCatalogDialog* CatalogKeeper::showOwnCatalog() {
    if (!controller_.library()) return nullptr;
    if (!catalog_dialog_) {
        catalog_dialog_ = new OwnCatalogDialog(window_);
        connect(catalog_dialog_, &OwnCatalogDialog::foldersWanted, this, &CatalogKeeper::setCatalogFolders);
        connect(catalog_dialog_, &OwnCatalogDialog::removalWanted, this,
                [this](const QString& id) { removeOwn(id.toStdString()); });
    }
    QDir().mkpath(userFolder(environment_)); // so that it can be opened
    catalog_dialog_->setLibrary(controller_.library());
    catalog_dialog_->setFolders(userFolder(environment_), environment_.catalog_folders);
    catalog_dialog_->show();
    catalog_dialog_->raise();
    catalog_dialog_->activateWindow();
    return catalog_dialog_;
}

void CatalogKeeper::setCatalogFolders(const QStringList& folders) {
    environment_.catalog_folders = folders;
    settings_.setCatalogFolders(folders);
    if (catalog_dialog_) catalog_dialog_->setFolders(userFolder(environment_), folders);
    read();
}

void CatalogKeeper::removeOwn(const std::string& id) {
    worker_.run(
        this, [environment = environment_, id] { return removeOwnEntry(environment, id); },
        [this](const Result<void>& removed) {
            if (!removed) return tell(removed.error());
            read();
        });
}

void CatalogKeeper::importOwn() {
    const QString file = QFileDialog::getOpenFileName(window_, tr("Import a device or a model"), settings_.lastFolder(),
                                                      tr("Devices and models (*.json *.onnx)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    importOwnFrom(file);
}

void CatalogKeeper::importOwnFrom(const QString& file) {
    auto work = [environment = environment_, path = std::filesystem::path(file.toStdU16String())] {
        return importEntry(environment, path);
    };
    worker_.run(this, std::move(work), [this](const Result<OwnImport>& added) {
        if (!added) return tell(added.error());
        read([this, added = *added] {
            QStringList said{tr("%1 is in the catalog now.").arg(views::toQString(added.id))};
            for (const Message& note : added.notes)
                said << views::told(note, QLocale());
            emit told(NoticeBar::Tone::Info, said.join(QLatin1Char(' ')));
        });
    });
}

} // namespace strata::app
