// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_edits.h"
#include "app/window/explore/background_thread.h"
#include "app/window/explore/highest_rate.h"
#include "app/window/explore/load_curves.h"
#include "app/window/explore/plan_search.h"
#include "app/window/explore/serving_sweeps.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/panels/plan_search_dialog.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/design/task_forms.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kind.h"
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
    using Form = Result<design::SharedRequest> (*)(const Json&);
    for (const auto& [action, form] : {std::pair<QAction*, Form>{actions_->as_inference, design::asInference},
                                       std::pair<QAction*, Form>{actions_->as_serving, design::asServing}}) {
        connect(action, &QAction::triggered, this, [this, selected, form = form] {
            if (!selected()) return;
            const auto request = form(*selected()->request);
            if (!request) return notify(NoticeBar::Tone::Info, views::errorText(request.error(), QLocale()));
            const QString label = views::toQString(selected()->label);
            const QString name = form == design::asInference ? tr("%1, one batch") : tr("%1, under load");
            controller_.addDesign(*request, name.arg(label));
        });
    }
    connect(actions_->as_training, &QAction::triggered, this, [this, selected] {
        if (!selected()) return;
        design::Wish wish = design::wishOf(*selected()->request);
        wish.task = "train";
        makeDesign(wish, tr("%1, trained").arg(views::toQString(selected()->label)));
    });
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

/// Raises the rate of the selected design to the highest at which its service level is kept: one undo step, with the
/// interval and the length of the runs told.
void MainWindow::findHighestRate() {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !arrivalRate(*design->request) || !controller_.library())
        return notify(NoticeBar::Tone::Info,
                      tr("Select a design of a serving engine whose traffic has an arrival rate first."));
    if (!findPointer(*design->request, "/plan/slo")) {
        notify(NoticeBar::Tone::Info,
               tr("No service level is stated: within what time do requests need their tokens?"));
        const auto options = parameters_->options();
        const auto level = std::ranges::find(options, std::string("/plan/slo"), &RequestOption::pointer);
        if (level != options.end())
            notice_->addButton(tr("State a service level"),
                               [this, option = *level] { parameters_->addOption(option); });
        return;
    }
    search_stop_.request_stop(); // a search before this one
    search_stop_ = {};
    const QString label = views::toQString(design->label);
    const int job = jobs_->start(tr("Highest rate of %1").arg(label));
    raiseJobs();
    auto work = [request = design->request, library = controller_.library(), stop = search_stop_.get_token()] {
        giveWayToWindow();
        return highestRate(*request, library, stop);
    };
    search_worker_.run(
        this, std::move(work),
        [this, job, id = design->id, label, asked = design->request,
         stop = search_stop_.get_token()](const Result<HighestRate>& found) {
            jobs_->finish(job);
            const Design* now = controller_.study().find(id);
            if (stop.stop_requested() || !now) return;
            if (!found)
                return notify(NoticeBar::Tone::Warning, views::errorText(found.error(), QLocale()), Until::Closed);
            const QLocale locale;
            const QString rate = views::shortText(found->rate.value, "requests/s", locale);
            if (*now->request == *asked)
                controller_.apply({id, found->request, tr("highest rate %1").arg(rate), {}});
            else
                controller_.addDesign(found->request, tr("%1, highest rate").arg(label));
            notify(NoticeBar::Tone::Info,
                   tr("%1 of the requests keep the service level up to %2 (%3), told by runs of %4 requests.")
                       .arg(views::shortText(found->kept, "1", locale), rate, views::intervalText(found->rate, locale),
                            locale.toString(static_cast<qlonglong>(found->requests))));
        });
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

PlanSearchDialog* MainWindow::planSearch() {
    const Design* design = controller_.study().find(controller_.study().selected);
    const RequestKind* kind = design ? kindOf(*design->request) : nullptr;
    if (!kind || !kind->plans || !controller_.library()) {
        notify(NoticeBar::Tone::Info, tr("Select a design that is trained on a cluster first."));
        return nullptr;
    }
    if (!plan_dialog_) {
        plan_dialog_ = new PlanSearchDialog(this);
        connect(plan_dialog_, &PlanSearchDialog::searchWanted, this, &MainWindow::searchPlan);
        connect(plan_dialog_, &PlanSearchDialog::planWanted, this,
                [this](const std::shared_ptr<const Json>& request, const QString& name) {
                    usePlan(controller_.study().selected, request, tr("plan: %1").arg(name));
                });
    }
    plan_dialog_->setRequest(design->request);
    plan_dialog_->show();
    plan_dialog_->raise();
    plan_dialog_->activateWindow();
    return plan_dialog_;
}

/// In the background; the best plan goes into the design, as one undo step that is named after it.
void MainWindow::searchPlan() {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !plan_dialog_) return;
    search_stop_.request_stop();
    search_stop_ = {};
    plan_dialog_->setRequest(design->request);
    plan_dialog_->showSearching();
    const int job = jobs_->start(tr("Plans of %1").arg(views::toQString(design->label)));
    raiseJobs();
    auto work = [request = design->request, free = plan_dialog_->free(), library = controller_.library(),
                 stop = search_stop_.get_token()] {
        giveWayToWindow();
        return searchPlans(*request, free, library, stop);
    };
    search_worker_.run(this, std::move(work),
                       [this, job, id = design->id, asked = design->request,
                        stop = search_stop_.get_token()](const Result<PlanRanking>& found) {
                           jobs_->finish(job);
                           if (stop.stop_requested()) return;
                           if (!found) return plan_dialog_->showFailure(views::errorText(found.error(), QLocale()));
                           plan_dialog_->showRanking(*found);
                           const Design* now = controller_.study().find(id);
                           if (!now || *now->request != *asked || *found->request == *asked) return;
                           const QString time = views::shortText(found->plans.front().iteration_s, "s", QLocale());
                           usePlan(id, found->request, tr("best plan, %1").arg(time));
                       });
}

/// Into the design and its name, as one step.
void MainWindow::usePlan(const std::string& id, const std::shared_ptr<const Json>& request, const QString& text) {
    const Design* design = controller_.study().find(id);
    if (!design) return;
    const std::string name = namedAfterPlan(design->label, *request);
    controller_.push(withLabel(withRequest(controller_.study(), id, request), id, name), text);
    if (plan_dialog_) plan_dialog_->setRequest(request);
}

} // namespace strata::app
