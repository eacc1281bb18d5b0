// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/working_copy.h"
#include "app/window/explore/composition_runner.h"
#include "app/window/explore/exploration_dialog.h"
#include "app/window/explore/explored_points.h"
#include "app/window/explore/layers_runner.h"
#include "app/window/explore/scaling_runner.h"
#include "app/window/explore/slider_curves.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/window_actions.h"
#include "views/explore/exploration_view.h"
#include "views/layers/layers_view.h"
#include "views/parameters/parameters_panel.h"
#include "views/pareto/pareto_view.h"
#include "views/scaling/scaling_view.h"
#include "views/sensitivity/sensitivity_view.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>
#include <thread>
#include <utility>

namespace strata::app {

void MainWindow::connectExplorations() {
    using Explorations = ExplorationController;
    connect(&explorations_, &Explorations::listChanged, this,
            [this] { jobs_->showExplorations(explorations_.list()); });
    connect(&explorations_, &Explorations::selectionChanged, this, &MainWindow::showExploration);
    connect(points_.get(), &ExploredPoints::historyChanged, this, &MainWindow::updateExploreActions);
    connect(points_.get(), &ExploredPoints::refused, this,
            [this](const QString& reason) { notify(NoticeBar::Tone::Warning, reason); });
    connect(&explorations_, &Explorations::failed, this, [this](const QString& label, const QString& reason) {
        notify(NoticeBar::Tone::Error, tr("%1 ended: %2").arg(label, reason), Until::Closed);
    });
    connect(&explorations_, &Explorations::definitionsChanged, working_copy_.get(), &WorkingCopy::keep);
    connectExplorationActions();
    connectBackgroundViews();
}

void MainWindow::connectExplorationActions() {
    using Explorations = ExplorationController;
    connect(jobs_, &JobsPanel::explorationSelected, &explorations_, &Explorations::select);
    connect(jobs_, &JobsPanel::pauseRequested, &explorations_, &Explorations::pause);
    connect(jobs_, &JobsPanel::resumeRequested, &explorations_, &Explorations::resume);
    connect(jobs_, &JobsPanel::cancelRequested, &explorations_, &Explorations::cancel);
    connect(jobs_, &JobsPanel::removeRequested, &explorations_, &Explorations::remove);
    connect(jobs_, &JobsPanel::newRequested, actions_->new_exploration, &QAction::trigger);
    connect(actions_->new_exploration, &QAction::triggered, this, [this] { planExploration(); });
    connect(actions_->explore_parameter, &QAction::triggered, this, &MainWindow::exploreFocusedParameter);
    connect(parameters_, &views::ParametersPanel::exploreRequested, this,
            [this](const QString& pointer) { planExploration(pointer.toStdString()); });
    connect(actions_->filter_back, &QAction::triggered, this, [this] {
        if (const auto& exploration = points_->shown()) exploration->goBack();
    });
    connect(actions_->filter_forward, &QAction::triggered, this, [this] {
        if (const auto& exploration = points_->shown()) exploration->goForward();
    });
    connect(actions_->show_jobs, &QAction::triggered, this, [this] {
        raiseJobs();
        jobs_->setFocus(Qt::ShortcutFocusReason);
    });
    connectExplorationViews();
}

void MainWindow::connectExplorationViews() {
    views_->whenMade<views::ExplorationView>(
        [this](views::ExplorationView& shows_runs) { shows_runs.setExploration(points_->shown()); });
    views_->whenMade<views::ParetoView>([this](views::ParetoView& pareto) {
        connect(&pareto, &views::ParetoView::explorationRequested, this, [this] { planExploration(); });
    });
    views_->whenMade<views::SensitivityView>([this](views::SensitivityView& sensitivity) {
        connect(&sensitivity, &views::SensitivityView::sweepRequested, this, [this] {
            if (ExplorationDialog* dialog = planExploration()) dialog->setAlgorithm(explore::Algorithm::Saltelli);
        });
        connect(&sensitivity, &views::SensitivityView::parameterChosen, this, [this](const QString& pointer) {
            docks_.at(QStringLiteral("parameters"))->show();
            parameters_->reveal(pointer.toStdString());
        });
    });
}

/// A view with what computes for it in the background, and the scenes that both follow.
template <class Runner, class Concrete>
void MainWindow::runFor(Concrete& view) {
    auto* runner = new Runner(view, this);
    connect(&controller_, &StudyController::sceneChanged, runner, &Runner::setScene);
    runner->setScene(controller_.scene());
}

void MainWindow::connectBackgroundViews() {
    connect(&controller_, &StudyController::awaiting, this, [this](bool awaited) { precedence_->setAwaited(awaited); });
    curves_ = new SliderCurves(*parameters_, precedence_, this);
    connect(&controller_, &StudyController::sceneChanged, curves_, &SliderCurves::setScene);
    connect(docks_.at(QStringLiteral("parameters")), &QDockWidget::visibilityChanged, curves_, &SliderCurves::setSeen);
    views_->whenMade<views::ScalingView>([this](views::ScalingView& view) { runFor<ScalingRunner>(view); });
    views_->whenMade<views::CompositionView>([this](views::CompositionView& view) { runFor<CompositionRunner>(view); });
    views_->whenMade<views::LayersView>([this](views::LayersView& view) { runFor<LayersRunner>(view); });
    connect(actions_->slider_curves, &QAction::toggled, curves_, &SliderCurves::setEnabled);
}

void MainWindow::showExploration() {
    points_->show(explorations_.selected());
    updateExploreActions();
    views_->each<views::ExplorationView>(
        [this](views::ExplorationView& shows_runs) { shows_runs.setExploration(points_->shown()); });
}

void MainWindow::updateExploreActions() {
    const auto& exploration = points_->shown();
    actions_->filter_back->setEnabled(exploration && exploration->history().canGoBack());
    actions_->filter_forward->setEnabled(exploration && exploration->history().canGoForward());
}

ExplorationDialog* MainWindow::planExploration(std::string_view pointer) {
    const auto scene = controller_.scene();
    const views::DesignState* design = scene->selectedDesign();
    if (!design || !controller_.library()) {
        notify(NoticeBar::Tone::Info, tr("Select the design that you want to explore first."));
        return nullptr;
    }
    if (!exploration_dialog_) {
        const unsigned threads = std::max(1U, std::thread::hardware_concurrency() - 1);
        exploration_dialog_ = new ExplorationDialog(controller_.library(), threads, this);
        connect(exploration_dialog_, &ExplorationDialog::startRequested, this,
                [this](const std::shared_ptr<const Json>& request) {
                    explorations_.start(request);
                    raiseJobs();
                });
    }
    exploration_dialog_->setDesign(*design, parameters_->parameters());
    if (!pointer.empty()) exploration_dialog_->addParameter(pointer);
    exploration_dialog_->show();
    exploration_dialog_->raise();
    exploration_dialog_->activateWindow();
    return exploration_dialog_;
}

/// What was started must be seen to run.
void MainWindow::raiseJobs() {
    QDockWidget* dock = docks_.at(QStringLiteral("jobs"));
    dock->show();
    dock->raise();
}

void MainWindow::exploreFocusedParameter() {
    const std::string pointer = parameters_->focusedPointer();
    if (pointer.empty())
        return notify(NoticeBar::Tone::Info, tr("Put the keyboard on a parameter first: Ctrl+Alt+E varies it."));
    planExploration(pointer);
}

} // namespace strata::app
