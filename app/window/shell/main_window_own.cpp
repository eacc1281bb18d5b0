// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/catalog_loading.h"
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/shell/main_window.h"
#include "core/evaluate/design/tasks.h"
#include "views/support/base/scene.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

namespace strata::app {

OwnMeasurementsDialog* MainWindow::calibrateOwn() {
    if (!controller_.library()) return nullptr;
    if (!own_dialog_) {
        own_dialog_ = new OwnMeasurementsDialog(environment_, controller_.library(), this);
        connect(own_dialog_, &OwnMeasurementsDialog::catalogChanged, this, [this] { reloadCatalog(); });
    }
    if (const views::DesignState* design = controller_.scene()->selectedDesign()) {
        own_dialog_->setMeasured(QString::fromStdString(design::wishOf(*design->design.request).hardware));
    }
    own_dialog_->show();
    own_dialog_->raise();
    own_dialog_->activateWindow();
    return own_dialog_;
}

/// The catalog with what the user has kept: every design is asked anew.
void MainWindow::reloadCatalog(std::function<void()> then) {
    worker_.run(
        this, [environment = environment_] { return loadCatalog(environment); },
        [this, then = std::move(then)](const CatalogLoad& load) {
            for (const QString& problem : load.problems)
                notify(NoticeBar::Tone::Warning, problem, Until::Closed);
            store_.setLibrary(load.library);
            explorations_.setLibrary(load.library);
            controller_.setLibrary(load.library);
            if (own_dialog_) own_dialog_->setLibrary(load.library);
            if (then) then();
        });
}

void MainWindow::askForOwnName(OwnPart part) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !controller_.library()) return;
    if (const auto able = ownEntryOf(*design->request, part, "name", design->label, *controller_.library()); !able)
        return notify(NoticeBar::Tone::Info, tr("There is nothing to save: the design uses the catalog's own entry. "
                                                "Change one of its parameters first."));
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(part == OwnPart::Model ? tr("Save as my model") : tr("Save as my device"));
    dialog->setLabelText(tr("Name in the catalog"));
    dialog->setTextValue(tr("My %1").arg(views::toQString(design->label)));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, part](const QString& name) { saveAsOwn(part, name.trimmed()); });
    dialog->show();
}

void MainWindow::saveAsOwn(OwnPart part, const QString& name) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !controller_.library()) return;
    const auto entry = ownEntryOf(*design->request, part, name.toStdString(), design->label, *controller_.library());
    if (!entry) return notify(NoticeBar::Tone::Warning, views::errorText(entry.error(), QLocale()));
    auto work = [environment = environment_, document = entry->document] { return keepEntry(environment, *document); };
    worker_.run(this, std::move(work), [this, name, entry = *entry, id = design->id](const Result<void>& kept) {
        if (!kept) return notify(NoticeBar::Tone::Warning, views::errorText(kept.error(), QLocale()));
        reloadCatalog([this, name, entry, id] {
            const Design* now = controller_.study().find(id);
            if (!now) return;
            Json request = *now->request;
            if (!setPointer(request, entry.pointer, (*entry.document)["id"])) return;
            controller_.apply({id, std::make_shared<const Json>(std::move(request)), tr("save as %1").arg(name), {}});
            notify(NoticeBar::Tone::Info, tr("%1 is in the catalog now, and the design uses it.").arg(name));
        });
    });
}

void MainWindow::importOwn() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Import a device or a model"), settings_.lastFolder(),
                                                      tr("Entries of a catalog (*.json)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    importOwnFrom(file);
}

void MainWindow::importOwnFrom(const QString& file) {
    auto work = [environment = environment_, path = std::filesystem::path(file.toStdU16String())] {
        return importEntry(environment, path);
    };
    worker_.run(this, std::move(work), [this](const Result<std::string>& id) {
        if (!id) return notify(NoticeBar::Tone::Warning, views::errorText(id.error(), QLocale()));
        reloadCatalog([this, id = views::toQString(*id)] {
            notify(NoticeBar::Tone::Info, tr("%1 is in the catalog now.").arg(id));
        });
    });
}

} // namespace strata::app
