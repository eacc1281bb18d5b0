// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/design_searches.h"

#include "app/window/document/study_controller.h"
#include "app/window/document/study_edits.h"
#include "app/window/explore/background_thread.h"
#include "app/window/explore/highest_rate.h"
#include "app/window/explore/plan_search.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/panels/plan_search_dialog.h"
#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>

namespace strata::app {

DesignSearches::DesignSearches(StudyController& controller, JobsPanel& jobs, QWidget* window)
    : controller_(controller), jobs_(jobs), window_(window) {}

DesignSearches::~DesignSearches() { stop_.request_stop(); }

/// Ends the search before it.
std::stop_token DesignSearches::stopOfNext() {
    stop_.request_stop();
    stop_ = {};
    return stop_.get_token();
}

void DesignSearches::findHighestRate() {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !arrivalRate(*design->request) || !controller_.library())
        return emit told(NoticeBar::Tone::Info,
                         tr("Select a design of a serving engine whose traffic has an arrival rate first."));
    if (!findPointer(*design->request, "/plan/slo")) return emit serviceLevelMissing();
    const std::stop_token stop = stopOfNext();
    const QString label = views::toQString(design->label);
    const int job = jobs_.start(tr("Highest rate of %1").arg(label));
    emit started();
    auto work = [request = design->request, library = controller_.library(), stop] {
        giveWayToWindow();
        return highestRate(*request, library, stop);
    };
    worker_.run(this, std::move(work),
                [this, job, id = design->id, label, asked = design->request, stop](const Result<HighestRate>& highest) {
                    jobs_.finish(job);
                    const Design* now = controller_.study().find(id);
                    if (stop.stop_requested() || !now) return;
                    if (!highest) return emit failed(views::errorText(highest.error(), QLocale()));
                    const QLocale locale;
                    const QString rate = views::shortText(highest->rate.value, "requests/s", locale);
                    if (*now->request == *asked)
                        controller_.apply({id, highest->request, tr("highest rate %1").arg(rate), {}});
                    else
                        controller_.addDesign(highest->request, tr("%1, highest rate").arg(label));
                    emit told(
                        NoticeBar::Tone::Info,
                        tr("%1 of the requests keep the service level up to %2 (%3), told by runs of %4 requests.")
                            .arg(views::shortText(highest->kept, "1", locale), rate,
                                 views::intervalText(highest->rate, locale),
                                 locale.toString(static_cast<qlonglong>(highest->requests))));
                });
}

PlanSearchDialog* DesignSearches::planSearch() {
    const Design* design = controller_.study().find(controller_.study().selected);
    const RequestKind* kind = design ? kindOf(*design->request) : nullptr;
    if (!kind || !kind->plans || !controller_.library()) {
        emit told(NoticeBar::Tone::Info, tr("Select a design that is trained on a cluster first."));
        return nullptr;
    }
    if (!plan_dialog_) {
        plan_dialog_ = new PlanSearchDialog(window_);
        connect(plan_dialog_, &PlanSearchDialog::searchWanted, this, &DesignSearches::searchPlan);
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
void DesignSearches::searchPlan() {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design || !plan_dialog_) return;
    const std::stop_token stop = stopOfNext();
    plan_dialog_->setRequest(design->request);
    plan_dialog_->showSearching();
    const int job = jobs_.start(tr("Plans of %1").arg(views::toQString(design->label)));
    emit started();
    auto work = [request = design->request, free = plan_dialog_->free(), library = controller_.library(), stop] {
        giveWayToWindow();
        return searchPlans(*request, free, library, stop);
    };
    worker_.run(this, std::move(work),
                [this, job, id = design->id, asked = design->request, stop](const Result<PlanRanking>& ranking) {
                    jobs_.finish(job);
                    if (stop.stop_requested()) return;
                    if (!ranking) return plan_dialog_->showFailure(views::errorText(ranking.error(), QLocale()));
                    plan_dialog_->showRanking(*ranking);
                    const Design* now = controller_.study().find(id);
                    if (!now || *now->request != *asked || *ranking->request == *asked) return;
                    const QString time = views::shortText(ranking->plans.front().iteration_s, "s", QLocale());
                    usePlan(id, ranking->request, tr("best plan, %1").arg(time));
                });
}

/// Into the design and its name, as one step.
void DesignSearches::usePlan(const std::string& id, const std::shared_ptr<const Json>& request, const QString& text) {
    const Design* design = controller_.study().find(id);
    if (!design) return;
    const std::string name = namedAfterPlan(design->label, *request);
    controller_.push(withLabel(withRequest(controller_.study(), id, request), id, name), text);
    if (plan_dialog_) plan_dialog_->setRequest(request);
}

} // namespace strata::app
