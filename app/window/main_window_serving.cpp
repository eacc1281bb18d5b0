// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_panel.h"
#include "app/window/load_curves.h"
#include "app/window/main_window.h"
#include "app/window/serving_sweeps.h"
#include "views/capacity/capacity_view.h"
#include "views/headline/headline.h"
#include "views/serving/serving_view.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>

namespace strata::app {

void MainWindow::connectServing() {
    connect(&controller_, &StudyController::instantAnswer, headline_, &views::Headline::setInstant);
    if (auto* serving = qobject_cast<views::ServingView*>(view(QStringLiteral("serving")))) {
        load_curves_ = new LoadCurves(*serving, this);
        connect(&controller_, &StudyController::sceneChanged, load_curves_, &LoadCurves::setScene);
        connect(&controller_, &StudyController::partialAnswer, serving, &views::ServingView::setPartial);
        connect(docks_.at(QStringLiteral("serving")), &QDockWidget::visibilityChanged, this, [this](bool shown) {
            if (shown) load_curves_->setScene(controller_.scene());
        });
    }
    if (auto* capacity = qobject_cast<views::CapacityView*>(view(QStringLiteral("capacity"))))
        connect(capacity, &views::CapacityView::sweepRequested, this, &MainWindow::startServingSweep);
}

void MainWindow::startServingSweep(views::CapacityView::Sweep sweep) {
    const auto scene = controller_.scene();
    const views::DesignState* design = scene->selectedDesign();
    if (!design || !design->design.request || !arrivalRate(*design->design.request)) {
        notify(NoticeBar::Tone::Info,
               tr("Select a design of a serving engine whose traffic has an arrival rate first."));
        return;
    }
    const QString label = QString::fromStdString(design->design.label);
    explorations_.start(
        std::make_shared<const Json>(servingSweep(*design->design.request, sweep, label.toStdString())));
}

} // namespace strata::app
