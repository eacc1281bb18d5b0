// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document_store.h"
#include "app/window/document/environment.h"
#include "app/window/document/own_entries.h"
#include "app/window/document/settings.h"
#include "app/window/document/study_controller.h"
#include "app/window/explore/run/exploration_controller.h"
#include "app/window/explore/worker.h"
#include "app/window/panels/notice_bar.h"
#include "app/window/shell/dock_layout.h"
#include "core/assess/history.h"
#include "views/capacity/capacity_view.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <QMainWindow>
#include <QStringList>

class QAction;
class QMenu;

namespace strata::views {
class CatalogPanel;
class FigurePanel;
class Headline;
class ParametersPanel;
class StudyPanel;
class View;
struct FigureSpec;
} // namespace strata::views

namespace strata {
struct OtherForm;
namespace design {
struct Wish;
}
} // namespace strata

namespace strata::app {

class CatalogKeeper;
class CommandPalette;
class CoverageRunner;
class DesignSearches;
class ExplorationDialog;
class ExploredPoints;
class HintBar;
class JobsPanel;
class ManualWindow;
class MessagesPanel;
class NewDesignDialog;
class OwnCatalogDialog;
class OwnMeasurementsDialog;
class PlanSearchDialog;
class SessionFile;
class StructureDialog;
class SliderCurves;
class ValidationFiles;
class ViewShelf;
class WindowActions;
class WorkingCopy;
struct CatalogLoad;
struct Command;
struct OpenedFile;
struct Workspace;

/// The window: docks around one study. It wires parts together; what they do is theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// @param files to open, as openFile() does; none for the last session, or the sample at the first start
    /// @param registry outlives the window
    MainWindow(Environment environment, bool desktop_is_dark, QStringList files = {},
               const Registry& registry = builtinRegistry());
    ~MainWindow() override;

    StudyController& controller() { return controller_; }
    ExplorationController& explorations() { return explorations_; }
    JobsPanel& jobs() { return *jobs_; }
    views::ParametersPanel& parametersPanel() { return *parameters_; }
    /// Makes the view where nobody has seen it yet; nullptr where there is none of that name.
    views::View* view(const QString& id);
    MessagesPanel& messages() { return *messages_; }
    const NoticeBar& notice() const { return *notice_; }
    const NoticeBar& recoveryOffer() const { return *recovery_; }
    const NoticeBar& fitOffer() const { return *fit_offer_; }
    WindowActions& actions() { return *actions_; }

    const QString& workspace() const { return workspace_; }

    /// The dialog for a new exploration of the selected design, with one parameter in it where a pointer is given;
    /// nullptr when no design is selected.
    ExplorationDialog* planExploration(std::string_view pointer = {});
    /// What an opened session does with changes that were not saved.
    enum class Changes { Dropped, Asked };
    /// A session takes the place of the study; a request, a figure's description, a sweep and its results are added to
    /// it; an entry goes into the catalog.
    void openFile(const QString& file, Changes changes = Changes::Dropped);
    /// Several at once: parts of one case of Timeloop are read together.
    void openFiles(const QStringList& files, Changes changes = Changes::Dropped);
    void saveFile(const QString& file);
    /// The study with layout and view settings, as a session file holds it.
    Session session() const;
    /// What ends a sentence in the bar: the next change of the study, a session that was saved, a figure that was
    /// written, or nothing but whoever reads it.
    enum class Until { NextStep, Saved, Written, Closed };
    /// Shows a sentence in the bar for as long as its cause lasts, and keeps it in the messages.
    void notify(NoticeBar::Tone tone, const QString& text, Until until = Until::NextStep);

    /// Arrangements of docks and settings of views under a name of one's own; see Settings::presets().
    void keepPreset(const QString& name);
    bool showPreset(const QString& name);

    /// Evaluates the measured rows of a file in the background, or reads its predictions, for the validation view.
    void validate(const QString& file);

    /// Keeps the changed device or model of the selected design as an entry of the catalog, which the design uses from
    /// then on.
    void saveAsOwn(OwnPart part, const QString& name);
    void importOwnFrom(const QString& file);
    /// The dialog for the structure of the selected design's device or model; nullptr where it has none that resolves.
    StructureDialog* editStructure(OwnPart part);
    /// The dialog of the user's own entries and folders; nullptr before the catalog is there.
    OwnCatalogDialog* showOwnCatalog();

    /// The dialog that searches plans for the selected design; nullptr where it is not trained.
    PlanSearchDialog* planSearch();

    /// The dialog that infers factors of the selected design's hardware from a few measurements; nullptr before the
    /// catalog is there.
    OwnMeasurementsDialog* calibrateOwn();

    /// Opens the manual at a page.
    void showManual(const QString& page);
    ManualWindow* manual() const { return manual_; } ///< nullptr before it was opened

signals:
    /// The catalog is there and the first study is shown.
    void ready();
    void sessionOpened();
    void sessionSaved();
    /// The newest undo step can be recovered after a crash.
    void workingCopyKept();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    // main_window.cpp
    void buildCentre();
    void buildDocks();
    void connectViews();
    CoverageRunner& coverageRunner();
    QDockWidget* addDock(const QString& id, const QString& title, bool can_fill);
    void connectParts();
    void showScene(const std::shared_ptr<const views::Scene>& scene);
    QList<QAction*> fittingActions(const views::Scene& scene) const;
    void applyAppearance();
    QDockWidget* currentViewDock() const;
    QString pageUnderPointer() const; ///< of the manual

    // main_window_layout.cpp
    void buildWorkspaceSwitch();
    void chooseWorkspace(const QString& id);
    void showWorkspace(const QString& id);
    void openWorkspace(const Workspace& workspace);
    void freeFocus();
    void nameWorkspace(const Workspace& workspace);
    void restoreDefaultLayout();
    void offerWhatFits(const views::Scene& scene);
    void fillWindow(QDockWidget* dock);
    void leaveFill();

    // main_window_menus.cpp
    void buildMenus();
    void buildFileMenu(QMenu& samples);
    void buildDesignMenus();
    void buildViewMenu();
    void connectActions();
    void connectFileActions();
    void connectDesignActions();
    void connectWindowActions();
    void on(QAction* action, std::function<void(bool)> slot);
    void showRecentFiles(QMenu* menu);
    void openPalette();
    std::vector<Command> commands();
    void showAbout();
    void showShortcuts();

    // main_window_document.cpp
    void connectStore();
    /// Reads the catalog in the background; then the first study is shown.
    void readCatalog();
    void takeCatalog(const CatalogLoad& load);
    void showFirstStudy();
    void showLastStudy();
    void showSample(const Workspace& workspace);
    /// @param run whether explorations without points are run
    void showSession(const Session& session, const QString& file, bool run = false);
    void offerRecovery(const std::vector<RecoveryPoint>& points);
    void updateTitle();
    std::string windowState() const;
    void restoreWindowState(const std::string& state);

    // main_window_files.cpp
    void askForFile();
    void takeFile(const OpenedFile& opened, const QString& file, Changes changes);
    void takeMeasurements(const OpenedFile& opened, const QString& file);
    void study(const OpenedFile& opened, const QString& file);
    void showMeasuredView(const char* workspace, const char* view);
    void refuseFile(const QString& file, const QString& reason);
    void addOpened(const OpenedFile& opened, const QString& file);
    void showOpenedView(const OpenedFile& opened);

    // main_window_presets.cpp
    void fillPresets(QMenu* menu);
    void askForPresetName();
    void settle(Until what);

    // main_window_design.cpp
    void useEntry(const QString& id, const QString& layer);
    bool addSampleOn(const QString& id, const Error& error);
    void addDesignWith(const QString& id, const QString& layer);
    void addDesign();
    void makeDesign(const design::Wish& wish, const QString& label);
    void addInOtherForm(const OtherForm& form);
    void copyDocument(bool estimate);
    void copyView(const QString& view_id); ///< of the current one where there is no id: as an image and as SVG
    void copyFocused();
    void exportFigure(const QString& view_id);
    using FigurePaths = Result<std::vector<std::filesystem::path>>;
    void writeFigure(const views::FigureSpec& spec);
    void tellOfFigure(const FigurePaths& files);

    // main_window_explore.cpp
    void connectExplorations();
    void connectExplorationActions();
    void connectExplorationViews();
    void connectBackgroundViews();
    template <class Runner, class Concrete>
    void runFor(Concrete& view);
    void showExploration();
    void updateExploreActions();
    void exploreFocusedParameter();
    void raiseJobs();

    // main_window_serving.cpp
    void connectServing();
    void startServingSweep(views::CapacityView::Sweep sweep);
    void askForServiceLevel();

    // main_window_validation.cpp
    void connectValidation();
    void showHistory(const std::vector<assess::ResultRecord>& records);

    bool desktop_is_dark_;
    QStringList requested_files_; ///< to be opened when the catalog is there
    bool shows_sample_ = false;   ///< what is shown came from a sample session
    bool closing_ = false;
    bool opening_ = false;
    bool ready_ = false;
    QByteArray layout_before_fill_;
    QString workspace_; ///< id
    QString offered_;   ///< the workspace, kind of request and name that fit_offer_ was made for

    Worker worker_;
    Settings settings_;
    StudyController controller_;
    std::shared_ptr<Precedence> precedence_ = std::make_shared<Precedence>();
    ExplorationController explorations_;
    DocumentStore store_;
    std::unique_ptr<SessionFile> session_file_;
    std::unique_ptr<WorkingCopy> working_copy_;
    std::unique_ptr<CatalogKeeper> catalog_keeper_;
    std::unique_ptr<ExploredPoints> points_;
    std::unique_ptr<DesignSearches> searches_;

    Docks docks_;
    std::unique_ptr<ViewShelf> views_;
    std::unique_ptr<ValidationFiles> validation_;
    CoverageRunner* coverage_ = nullptr; ///< there as soon as its view is
    ManualWindow* manual_ = nullptr;
    QString last_view_; ///< id of the view that had the focus last
    WindowActions* actions_ = nullptr;
    NoticeBar* notice_ = nullptr;
    Until notice_until_ = Until::Closed;
    NoticeBar* recovery_ = nullptr;
    NoticeBar* fit_offer_ = nullptr; ///< shown while the workspace has no view for the selected design
    HintBar* hints_ = nullptr;
    views::Headline* headline_ = nullptr;
    views::StudyPanel* study_panel_ = nullptr;
    views::CatalogPanel* catalog_ = nullptr;
    views::ParametersPanel* parameters_ = nullptr;
    views::FigurePanel* figure_ = nullptr;
    MessagesPanel* messages_ = nullptr;
    JobsPanel* jobs_ = nullptr;
    int catalog_job_ = 0;
    SliderCurves* curves_ = nullptr;
    ExplorationDialog* exploration_dialog_ = nullptr;
    NewDesignDialog* new_design_dialog_ = nullptr;
    CommandPalette* palette_ = nullptr;
};

} // namespace strata::app
