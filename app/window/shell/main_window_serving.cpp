// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/load_curves.h"
#include "app/window/explore/serving_sweeps.h"
#include "app/window/shell/design_searches.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/design/task_forms.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/registry.h"
#include "views/capacity/capacity_view.h"
#include "views/headline/headline.h"
#include "views/parameters/parameters_panel.h"
#include "views/serving/serving_view.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QAction>
#include <QFileDialog>

namespace strata::app {

void MainWindow::connectServing() {
    connect(searches_.get(), &DesignSearches::started, this, &MainWindow::raiseJobs);
    connect(searches_.get(), &DesignSearches::told, this,
            [this](NoticeBar::Tone tone, const QString& text) { notify(tone, text); });
    connect(searches_.get(), &DesignSearches::failed, this,
            [this](const QString& reason) { notify(NoticeBar::Tone::Warning, reason, Until::Closed); });
    connect(searches_.get(), &DesignSearches::serviceLevelMissing, this, &MainWindow::askForServiceLevel);
    connect(&controller_, &StudyController::instantAnswer, headline_, &views::Headline::setInstant);
    const auto selected = [this] { return controller_.study().find(controller_.study().selected); };
    const auto change = [this, selected](const Result<design::SharedRequest>& request, const QString& text) {
        if (!request) return notify(NoticeBar::Tone::Info, views::errorText(request.error(), QLocale()));
        views::Edit edit;
        edit.design = selected()->id;
        edit.request = *request;
        edit.text = text;
        controller_.apply(edit);
    };
    connect(actions_->operator_tables, &QAction::triggered, this, [this, selected, change] {
        if (!selected()) return;
        if (const auto able = design::withOperatorTables(*selected()->request, {}); !able) return change(able, {});
        const QString file = QFileDialog::getOpenFileName(this, tr("Operator tables"), settings_.lastFolder(),
                                                          tr("Tables (*.csv *.csv.gz);;All files (*)"));
        if (file.isEmpty()) return;
        change(design::withOperatorTables(*selected()->request, file.toStdString()), tr("operator tables"));
    });
    connect(actions_->predicted_iterations, &QAction::triggered, this, [selected, change] {
        if (selected()) change(design::withOperatorTables(*selected()->request, {}), tr("predicted iterations"));
    });
    for (QAction* action : actions_->other_forms) {
        const OtherForm& form = otherForms()[action->data().toUInt()];
        connect(action, &QAction::triggered, this, [this, &form] { addInOtherForm(form); });
    }
    views_->whenMade<views::ServingView>([this](views::ServingView& serving) {
        auto* curves = new LoadCurves(serving, precedence_, this);
        connect(&controller_, &StudyController::sceneChanged, curves, &LoadCurves::setScene);
        connect(&controller_, &StudyController::partialAnswer, &serving, &views::ServingView::setPartial);
        curves->setScene(controller_.scene());
    });
    views_->whenMade<views::CapacityView>([this](views::CapacityView& capacity) {
        connect(&capacity, &views::CapacityView::sweepRequested, this, &MainWindow::startServingSweep);
    });
}

/// The selected design goes on as a design of another kind.
void MainWindow::addInOtherForm(const OtherForm& form) {
    const Design* selected = controller_.study().find(controller_.study().selected);
    if (selected == nullptr) return;
    const QString label = WindowActions::formText(form.label).arg(views::toQString(selected->label));
    if (form.made_anew) {
        design::Wish wish = design::wishOf(*selected->request);
        wish.task = builtinRegistry().kind(form.kind)->task->id;
        return makeDesign(wish, label);
    }
    const auto request = design::inOtherForm(*selected->request, form);
    if (!request) return notify(NoticeBar::Tone::Info, views::errorText(request.error(), QLocale()));
    controller_.addDesign(*request, label);
}

/// A highest rate is one at which some service level is kept.
void MainWindow::askForServiceLevel() {
    notify(NoticeBar::Tone::Info, tr("No service level is stated: within what time do requests need their tokens?"));
    const auto options = parameters_->options();
    const auto level = std::ranges::find(options, std::string("/plan/slo"), &RequestOption::pointer);
    if (level != options.end())
        notice_->addButton(tr("State a service level"), [this, option = *level] { parameters_->addOption(option); });
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
    auto work = [request = design->design.request, library = controller_.library()] {
        return saturationOf(*request, *library);
    };
    worker_.run(this, std::move(work),
                [this, sweep, label = label.toStdString(),
                 request = design->design.request](const std::optional<double>& saturation_per_s) {
                    explorations_.start(
                        std::make_shared<const Json>(servingSweep(*request, sweep, label, saturation_per_s)));
                    raiseJobs();
                });
}

PlanSearchDialog* MainWindow::planSearch() { return searches_->planSearch(); }

} // namespace strata::app
