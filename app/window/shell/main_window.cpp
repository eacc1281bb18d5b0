// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/main_window.h"

#include "app/window/document/session_file.h"
#include "app/window/document/study_edits.h"
#include "app/window/document/working_copy.h"
#include "app/window/explore/coverage_runner.h"
#include "app/window/explore/explored_points.h"
#include "app/window/panels/command_palette.h"
#include "app/window/panels/dock_title.h"
#include "app/window/panels/hint_bar.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/panels/manual_window.h"
#include "app/window/panels/messages_panel.h"
#include "app/window/shell/catalog_keeper.h"
#include "app/window/shell/centre_column.h"
#include "app/window/shell/design_searches.h"
#include "app/window/shell/focus_ring.h"
#include "app/window/shell/validation_files.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/window_actions.h"
#include "app/window/shell/workspaces.h"
#include "core/evaluate/kinds/other_forms.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/registry.h"
#include "views/catalog/catalog_panel.h"
#include "views/coverage/coverage_view.h"
#include "views/figure/figure_panel.h"
#include "views/headline/headline.h"
#include "views/parameters/parameters_panel.h"
#include "views/study/study_panel.h"
#include "views/support/base/view.h"
#include "views/support/theme/look.h"
#include "views/tools/tools_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QScreen>
#include <thread>

namespace strata::app {

namespace {

constexpr unsigned kMostThreads = 8;
constexpr QSize kLargestFirstSize(1680, 1050);

/// One core stays with the window, so that a drag never waits for its own evaluation.
unsigned engineThreads() { return std::clamp(std::thread::hardware_concurrency() - 1, 1U, kMostThreads); }

} // namespace

MainWindow::MainWindow(Environment environment, bool desktop_is_dark, QStringList files, const Registry& registry)
    : desktop_is_dark_(desktop_is_dark), requested_files_(std::move(files)), settings_(environment.settings_file),
      controller_(engineThreads(), nullptr, registry),
      explorations_(environment.state_folder, engineThreads(), precedence_),
      store_(environment.state_folder, nullptr, worker_),
      session_file_(std::make_unique<SessionFile>(
          controller_, explorations_, store_, settings_, [this] { return session(); }, this)),
      working_copy_(std::make_unique<WorkingCopy>(store_, [this] { return session(); })),
      catalog_keeper_(std::make_unique<CatalogKeeper>(std::move(environment), controller_, settings_, worker_, this)),
      points_(std::make_unique<ExploredPoints>(controller_)) {
    readCatalog(); // beside the building of the window
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDocumentMode(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    applyAppearance();
    actions_ = new WindowActions(this, controller_.undoStack());
    palette_ = new CommandPalette(this);
    buildCentre();
    buildDocks();
    searches_ = std::make_unique<DesignSearches>(controller_, *jobs_, this);
    validation_ = std::make_unique<ValidationFiles>(controller_, *views_, settings_, *jobs_, this);
    buildMenus();
    connectParts();
    connectActions();
    connectStore();
    connectExplorations();
    connectServing();
    connectValidation();
    resize((screen()->availableSize() * 0.94).boundedTo(kLargestFirstSize));
    restoreGeometry(settings_.geometry());
    openWorkspace(workspaceNamed(settings_.workspace()));
    updateTitle();
    new FocusRing(this);
    catalog_job_ = jobs_->start(tr("Reading the catalog"));
}

MainWindow::~MainWindow() {
    searches_.reset(); // stops what it runs
    // Docks and the undo stack say goodbye while they are taken apart, when what they would tell is half gone.
    for (const auto& [id, dock] : docks_)
        dock->disconnect(this);
    for (const auto& [id, view] : views_->made())
        view->disconnect(this);
    views_.reset();
    controller_.undoStack().disconnect(this);
    explorations_.disconnect(this);
    explorations_.disconnect(session_file_.get());
    explorations_.disconnect(working_copy_.get());
    qApp->disconnect(this);
}

views::View* MainWindow::view(const QString& id) { return views_->view(id); }

void MainWindow::buildCentre() {
    notice_ = new NoticeBar;
    recovery_ = new NoticeBar;
    fit_offer_ = new NoticeBar;
    hints_ = new HintBar;
    headline_ = new views::Headline;
    setCentralWidget(new CentreColumn({notice_, recovery_, fit_offer_, hints_, headline_}));
}

void MainWindow::buildDocks() {
    study_panel_ = new views::StudyPanel;
    catalog_ = new views::CatalogPanel;
    parameters_ = new views::ParametersPanel;
    messages_ = new MessagesPanel;
    jobs_ = new JobsPanel;
    figure_ = new views::FigurePanel;
    addDock(QStringLiteral("study"), tr("Study"), false)->setWidget(study_panel_);
    addDock(QStringLiteral("catalog"), tr("Catalog"), false)->setWidget(catalog_);
    for (const views::ViewInfo& info : views::viewRegistry()) {
        const QString id = QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size()));
        addDock(id, QCoreApplication::translate("View", info.title), true)
            ->setWhatsThis(QCoreApplication::translate("View", info.help));
    }
    views_ = std::make_unique<ViewShelf>(docks_);
    connectViews();
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        for (const auto& [id, view] : views_->made())
            if (now && docks_.at(id)->isAncestorOf(now)) last_view_ = id;
    });
    addDock(QStringLiteral("parameters"), tr("Parameters"), false)->setWidget(parameters_);
    addDock(QStringLiteral("messages"), tr("Messages"), false)->setWidget(messages_);
    addDock(QStringLiteral("figure"), tr("Export figure"), false)->setWidget(figure_);
    addDock(QStringLiteral("jobs"), tr("Jobs"), false)->setWidget(jobs_);
}

/// What every view tells the window, and what those of coverage and tools share.
void MainWindow::connectViews() {
    views_->whenMade([this](const QString& id, views::View& view) {
        connect(&view, &views::View::attentionChanged, this, [this, view = &view] {
            if (view->wanted()) view->setScene(controller_.scene());
        });
        connect(&view, &views::View::edited, &controller_, &StudyController::apply);
        connect(&view, &views::View::designRequested, &controller_, &StudyController::addDesign);
        connect(&view, &views::View::metricChosen, &controller_, &StudyController::setMetric);
        connect(&view, &views::View::exportRequested, this, [this, id] { exportFigure(id); });
        connect(&view, &views::View::helpRequested, this, [this, id] { showManual(manualPageOf(docks_.at(id))); });
        // In the menu of the view, and by itself where the view has no menu of its own.
        connect(view.addAction(tr("Copy as picture")), &QAction::triggered, this, [this, id] { copyView(id); });
        view.setContextMenuPolicy(Qt::ActionsContextMenu);
    });
    views_->whenMade<views::CoverageView>([this](views::CoverageView& coverage) {
        coverage_ = new CoverageRunner(coverage, *jobs_, this);
        connect(coverage_, &CoverageRunner::resultsRead, this, &MainWindow::showHistory);
    });
    views_->whenMade<views::ToolsView>([this](views::ToolsView& tools) { coverageRunner().alsoShow(tools); });
}

/// The runner of coverage, which comes with its view.
CoverageRunner& MainWindow::coverageRunner() {
    views_->view(QStringLiteral("coverage"));
    return *coverage_;
}

QDockWidget* MainWindow::addDock(const QString& id, const QString& title, bool can_fill) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    dock->setAccessibleName(title);
    docks_[id] = dock;
    const auto entitle = [this, dock, can_fill] {
        auto* bar = new DockTitle(dock, can_fill);
        dock->setTitleBarWidget(bar);
        connect(bar, &DockTitle::fillRequested, this, [this, dock] { fillWindow(dock); });
    };
    // Of the views, a workspace shows a few: the others need no title.
    if (can_fill)
        whenFirstShown(dock, entitle);
    else
        entitle();
    return dock;
}

void MainWindow::connectParts() {
    connect(&controller_, &StudyController::sceneChanged, this, &MainWindow::showScene);
    connect(headline_, &views::Headline::edited, &controller_, &StudyController::apply);
    connect(headline_, &views::Headline::catalogWanted, this, [this] { actions_->filter_catalog->trigger(); });
    connect(headline_, &views::Headline::metricChosen, &controller_, &StudyController::setMetric);
    connect(headline_, &views::Headline::entryDropped, this,
            [this](const QString& text) { useEntry(text.section(u'\n', 0, 0), text.section(u'\n', 1)); });
    connect(study_panel_, &views::StudyPanel::selected, this,
            [this](const QString& id) { controller_.select(id.toStdString()); });
    connect(study_panel_, &views::StudyPanel::renamed, this,
            [this](const QString& id, const QString& label) { controller_.rename(id.toStdString(), label); });
    connect(study_panel_, &views::StudyPanel::noted, this,
            [this](const QString& id, const QString& text, const QString& gesture) {
                controller_.push(withNote(controller_.study(), id.toStdString(), text.toStdString()), tr("note"),
                                 gesture);
            });
    connect(study_panel_, &views::StudyPanel::entryDropped, this,
            [this](const QString& text) { addDesignWith(text.section(u'\n', 0, 0), text.section(u'\n', 1)); });
    connect(catalog_, &views::CatalogPanel::chosen, this, &MainWindow::useEntry);
    connect(catalog_, &views::CatalogPanel::newDesignWanted, this, &MainWindow::addDesignWith);
    connect(parameters_, &views::ParametersPanel::edited, &controller_, &StudyController::apply);
    connect(figure_, &views::FigurePanel::exportRequested, this, &MainWindow::writeFigure);
    connect(figure_, &views::FigurePanel::closeRequested, docks_.at(QStringLiteral("figure")), &QDockWidget::close);
    connect(hints_, &HintBar::finished, this, [this] { settings_.setHintsSeen(true); });
}

void MainWindow::showScene(const std::shared_ptr<const views::Scene>& scene) {
    headline_->setScene(scene);
    study_panel_->setScene(scene);
    const Study& study = controller_.study();
    const auto found = study.notes.find(study.selected);
    const std::string note = found == study.notes.end() ? std::string() : found->second;
    study_panel_->setNote(QString::fromStdString(study.selected), QString::fromStdString(note));
    figure_->setNote(note);
    catalog_->setScene(scene);
    parameters_->setScene(scene);
    for (const auto& [id, view] : views_->made())
        if (view->wanted()) view->setScene(scene);
    const Engine::Counters counters = controller_.counters();
    if (jobs_->isVisible()) jobs_->showCounters(counters.evaluated, counters.from_cache);
    const bool selected = scene->selected >= 0;
    for (QAction* action : {actions_->new_exploration, actions_->explore_parameter, actions_->duplicate,
                            actions_->remove, actions_->rename, actions_->pin, actions_->pin_further,
                            actions_->copy_request, actions_->copy_estimate, actions_->reset_parameter})
        action->setEnabled(selected);
    actions_->pin->setChecked(selected && scene->baseline == scene->selected);
    actions_->pin_further->setChecked(selected && std::ranges::find(scene->further_baselines, scene->selected) !=
                                                      scene->further_baselines.end());
    headline_->showActions(fittingActions(*scene));
    points_->mark(*scene);
    offerWhatFits(*scene);
}

/// What the selected design can become or be asked.
QList<QAction*> MainWindow::fittingActions(const views::Scene& scene) const {
    const views::DesignState* design = scene.selectedDesign();
    const RequestKind* kind = design ? kindOf(*design->design.request) : nullptr;
    QList<QAction*> fitting;
    if (!kind) return fitting;
    for (QAction* action : actions_->other_forms) {
        if (goesOnAs(*kind, otherForms()[action->data().toUInt()])) fitting << action;
    }
    if (arrivalRate(*design->design.request)) fitting << actions_->highest_rate;
    if (kind->plans) fitting << actions_->best_plan;
    return fitting;
}

void MainWindow::applyAppearance() {
    const Appearance wanted = settings_.appearance();
    const bool dark = wanted == Appearance::Dark || (wanted == Appearance::Auto && desktop_is_dark_);
    views::applyLook(*qApp, dark);
    if (actions_) actions_->updateIcons();
}

/// The view that has the focus or had it last; before that the mapping, or the first one that can be seen.
QDockWidget* MainWindow::currentViewDock() const {
    const auto& made = views_->made();
    for (const QString& id : {last_view_, QStringLiteral("mapping")})
        if (const auto last = made.find(id); last != made.end() && last->second->seen()) return docks_.at(id);
    const auto first = std::ranges::find_if(made, [](const auto& id_and_view) { return id_and_view.second->seen(); });
    return first == made.end() ? nullptr : docks_.at(first->first);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyView({});
    if (event->key() == Qt::Key_Escape && !layout_before_fill_.isEmpty()) return leaveFill();
    QMainWindow::keyPressEvent(event);
}

} // namespace strata::app
