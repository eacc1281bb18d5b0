// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/catalog_loading.h"
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/shell/main_window.h"
#include "core/evaluate/design/tasks.h"
#include "views/support/base/scene.h"

namespace strata::app {

OwnMeasurementsDialog* MainWindow::calibrateOwn() {
    if (!controller_.library()) return nullptr;
    if (!own_dialog_) {
        own_dialog_ = new OwnMeasurementsDialog(environment_, controller_.library(), this);
        connect(own_dialog_, &OwnMeasurementsDialog::catalogChanged, this, &MainWindow::reloadCatalog);
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
void MainWindow::reloadCatalog() {
    worker_.run(
        this, [environment = environment_] { return loadCatalog(environment); },
        [this](const CatalogLoad& load) {
            for (const QString& problem : load.problems)
                notify(NoticeBar::Tone::Warning, problem);
            store_.setLibrary(load.library);
            explorations_.setLibrary(load.library);
            controller_.setLibrary(load.library);
            own_dialog_->setLibrary(load.library);
        });
}

} // namespace strata::app
