// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/worker.h"
#include "app/window/panels/notice_bar.h"
#include "core/base/json.h"

#include <memory>
#include <QObject>
#include <stop_token>
#include <string>

namespace strata::app {

class JobsPanel;
class PlanSearchDialog;
class StudyController;

/// Searches that begin at the selected design and take seconds: the highest rate that it serves, and its best plan of
/// training. One runs at a time, on a thread of its own; what it finds goes into the design as one undo step.
class DesignSearches : public QObject {
    Q_OBJECT

public:
    /// All of them outlive the searches. @param window parent of the dialog
    DesignSearches(StudyController& controller, JobsPanel& jobs, QWidget* window);
    /// Stops what runs.
    ~DesignSearches() override;

    /// Raises the rate of the selected design to the highest at which its service level is kept; tells the interval and
    /// the length of the runs.
    void findHighestRate();
    /// The dialog that searches plans for the selected design; nullptr where it is not trained.
    PlanSearchDialog* planSearch();

signals:
    void started();
    void told(strata::app::NoticeBar::Tone tone, const QString& text);
    /// There is no highest rate.
    void failed(const QString& reason);
    /// The highest rate was asked of a design that states no service level.
    void serviceLevelMissing();

private:
    std::stop_token stopOfNext();
    void searchPlan();
    void usePlan(const std::string& id, const std::shared_ptr<const Json>& request, const QString& text);

    StudyController& controller_;
    JobsPanel& jobs_;
    QWidget* window_;
    PlanSearchDialog* plan_dialog_ = nullptr;
    std::stop_source stop_;
    Worker worker_; ///< last: finishes before what its results go to
};

} // namespace strata::app
