// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/composition_runner.h"
#include "app/window/explore/exploration_dialog.h"
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
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>
#include <thread>
#include <utility>

namespace strata::app {

void MainWindow::connectExplorations() {
    using Explorations = ExplorationController;
    connect(&explorations_, &Explorations::listChanged, this, [this] {
        jobs_->showExplorations(explorations_.list());
        if (!save_when_read_.isEmpty() && !explorations_.reading()) saveFile(std::exchange(save_when_read_, {}));
    });
    connect(&explorations_, &Explorations::selectionChanged, this, &MainWindow::showExploration);
    connect(&explorations_, &Explorations::failed, this, [this](const QString& label, const QString& reason) {
        notify(NoticeBar::Tone::Error, tr("%1 ended: %2").arg(label, reason), Until::Closed);
    });
    connect(&explorations_, &Explorations::definitionsChanged, this, [this] {
        explorations_changed_ = true;
        updateTitle();
        store_.keepWorkingCopy(session());
    });
    connect(&explorations_, &Explorations::changed, this, [this] {
        // Points that a sample computes anew each time are no change that anybody made.
        if (file_.isEmpty() || explorations_changed_) return;
        explorations_changed_ = true;
        updateTitle();
    });
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
        if (exploration_) exploration_->goBack();
    });
    connect(actions_->filter_forward, &QAction::triggered, this, [this] {
        if (exploration_) exploration_->goForward();
    });
    connect(actions_->show_jobs, &QAction::triggered, this, [this] {
        raiseJobs();
        jobs_->setFocus(Qt::ShortcutFocusReason);
    });
    connectExplorationViews();
}

void MainWindow::connectExplorationViews() {
    views_->whenMade<views::ExplorationView>(
        [this](views::ExplorationView& shows_runs) { shows_runs.setExploration(exploration_); });
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
    if (exploration_) exploration_->disconnect(this);
    exploration_ = explorations_.selected();
    opened_points_.clear();
    if (exploration_) {
        connect(exploration_.get(), &views::Exploration::openRequested, this,
                [this](qulonglong row) { openPoint(row); });
        connect(exploration_.get(), &views::Exploration::baselineRequested, this,
                [this](qulonglong row) { pinPoint(row); });
        connect(exploration_.get(), &views::Exploration::filterChanged, this, &MainWindow::updateExploreActions);
        connect(exploration_.get(), &views::Exploration::zoomChanged, this, &MainWindow::updateExploreActions);
    }
    // A session tells the rows that were designs when it was saved.
    if (exploration_ && controller_.library())
        for (const auto& row : {exploration_->chosen(), exploration_->baseline()})
            if (row && *row < exploration_->rows())
                if (auto request = exploration_->requestOf(*row, *controller_.library()))
                    opened_points_.emplace_back(std::make_shared<const Json>(*std::move(request)), *row);
    updateExploreActions();
    for (const auto& [id, view] : views_->made())
        if (auto* shows_runs = qobject_cast<views::ExplorationView*>(view)) shows_runs->setExploration(exploration_);
}

void MainWindow::updateExploreActions() {
    actions_->filter_back->setEnabled(exploration_ && exploration_->history().canGoBack());
    actions_->filter_forward->setEnabled(exploration_ && exploration_->history().canGoForward());
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

/// A point as a further design, named by its axes: one undo step that replaces nothing. A point that is a design
/// already is selected.
void MainWindow::openPoint(std::size_t row) {
    auto request = exploration_->requestOf(row, *controller_.library());
    if (!request) return notify(NoticeBar::Tone::Warning, views::errorText(request.error(), QLocale()));
    const auto point = std::make_shared<const Json>(*std::move(request));
    opened_points_.emplace_back(point, row);
    const Study& study = controller_.study();
    const auto same =
        std::ranges::find_if(study.designs, [&](const Design& design) { return *design.request == *point; });
    if (same == study.designs.end())
        controller_.addDesign(point, exploration_->designNameOf(row));
    else
        controller_.select(same->id);
    exploration_->setChosen(row);
}

void MainWindow::pinPoint(std::size_t row) {
    auto request = exploration_->requestOf(row, *controller_.library());
    if (!request) return notify(NoticeBar::Tone::Warning, views::errorText(request.error(), QLocale()));
    const auto point = std::make_shared<const Json>(*std::move(request));
    opened_points_.emplace_back(point, row);
    controller_.pinRequest(point, exploration_->designNameOf(row));
    exploration_->setBaseline(row);
}

/// Rows lose their marks when the designs that they became are changed, undone or deselected.
void MainWindow::markPoints(const views::Scene& scene) {
    if (!exploration_) return;
    const auto rowOf = [this](const views::DesignState* design) -> std::optional<std::size_t> {
        if (!design) return {};
        for (const auto& [point, row] : opened_points_)
            if (design->design.request == point || *design->design.request == *point) return row;
        return {};
    };
    const auto at = [&](int index) { return index < 0 ? nullptr : &scene.designs[static_cast<std::size_t>(index)]; };
    exploration_->setChosen(rowOf(scene.selectedDesign()));
    exploration_->setBaseline(rowOf(at(scene.baseline)));
    std::vector<views::Exploration::FurtherMark> further;
    for (const int index : scene.further_baselines)
        if (const auto row = rowOf(at(index))) further.push_back({*row, at(index)->design.letter});
    exploration_->setFurtherBaselines(std::move(further));
}

} // namespace strata::app
