// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <string_view>
#include <vector>

class QMainWindow;
class QUndoStack;

namespace strata::app {

// The actions of the menus.

struct FileActions {
    QAction* new_session = nullptr;
    QAction* open = nullptr;
    QAction* save = nullptr;
    QAction* save_as = nullptr;
    QAction* export_figure = nullptr;
    QAction* quit = nullptr;
};

struct EditActions {
    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* copy = nullptr;
    QAction* copy_picture = nullptr;
    QAction* copy_request = nullptr;
    QAction* copy_estimate = nullptr;
};

struct DesignActions {
    QAction* new_design = nullptr;
    QAction* duplicate = nullptr;
    QAction* rename = nullptr;
    QAction* remove = nullptr;
    QAction* pin = nullptr;
    QAction* pin_further = nullptr;
    QAction* reset_parameter = nullptr;
};

/// What the selected design becomes or is asked; in the menu of designs as well.
struct TaskActions {
    QList<QAction*> other_forms; ///< one for each row of otherForms(); the data is its place
    QAction* highest_rate = nullptr;
    QAction* best_plan = nullptr;
    QAction* operator_tables = nullptr;
    QAction* predicted_iterations = nullptr;
};

struct ExploreActions {
    QAction* new_exploration = nullptr;
    QAction* explore_parameter = nullptr;
    QAction* filter_back = nullptr;
    QAction* filter_forward = nullptr;
    QAction* show_jobs = nullptr;
    QAction* slider_curves = nullptr;
};

struct ViewActions {
    QAction* appearance_auto = nullptr;
    QAction* appearance_light = nullptr;
    QAction* appearance_dark = nullptr;
    std::vector<QAction*> workspaces; ///< in the order of workspaces(); the data is the id
    QAction* restore_layout = nullptr;
    QAction* keep_preset = nullptr;
    QAction* fill_view = nullptr;
    QAction* full_screen = nullptr;
};

struct ToolActions {
    QAction* palette = nullptr;
    QAction* filter_parameters = nullptr;
    QAction* filter_catalog = nullptr;
    QAction* own_measurements = nullptr;
    QAction* own_hardware = nullptr;
    QAction* own_model = nullptr;
    QAction* import_own = nullptr;
    QAction* edit_hardware = nullptr;
    QAction* edit_model = nullptr;
    QAction* own_catalog = nullptr;
};

struct HelpActions {
    QAction* hints = nullptr;
    std::vector<QAction*> samples; ///< sample sessions in the order of workspaces(); the data is the workspace's id
    QAction* view_help = nullptr;
    QAction* manual = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;
};

/// Every action of the window, made once with text, shortcut, icon and a sentence of help; menus, command palette and
/// list of shortcuts are drawn from these.
class WindowActions : public QObject,
                      public FileActions,
                      public EditActions,
                      public DesignActions,
                      public TaskActions,
                      public ExploreActions,
                      public ViewActions,
                      public ToolActions,
                      public HelpActions {
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow* window, QUndoStack& undo);

    /// The action that opens a workspace's sample session; nullptr for another id.
    QAction* sample(const QString& workspace) const;
    /// In the order of the menus.
    const std::vector<QAction*>& all() const { return all_; }
    /// A text of a row of otherForms(), in the user's language.
    static QString formText(std::string_view text);
    /// Draws the icons again after light and dark were switched.
    void updateIcons();

private:
    void addFile();
    void addEdit(QUndoStack& undo_stack);
    void addDesign();
    void addServing();
    void addExploration();
    void addAppearance();
    void addWorkspaces();
    void addWindow();
    void addOwn();
    void addSamples();
    void addHelp();
    QAction* add(const QString& text, const QString& help, const QKeySequence& shortcut = {},
                 const char* icon = nullptr);

    QMainWindow* window_;
    std::vector<QAction*> all_;
};

} // namespace strata::app
