// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <QString>
#include <vector>

class QMainWindow;
class QUndoStack;

namespace strata::app {

/// Every action of the window, made once with text, shortcut, icon and a sentence of help; menus, command palette and
/// list of shortcuts are drawn from these.
class WindowActions : public QObject {
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow* window, QUndoStack& undo);

    QAction* new_session;
    QAction* open;
    QAction* save;
    QAction* save_as;
    QAction* export_figure;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* copy;
    QAction* copy_picture;
    QAction* new_design;
    QAction* duplicate;
    QAction* rename;
    QAction* remove;
    QAction* pin;
    QAction* pin_further;
    QAction* reset_parameter;
    QAction* as_inference;
    QAction* as_serving;
    QAction* as_training;
    QAction* highest_rate;
    QAction* best_plan;
    QAction* operator_tables;
    QAction* predicted_iterations;
    QAction* new_exploration;
    QAction* explore_parameter;
    QAction* filter_back;
    QAction* filter_forward;
    QAction* show_jobs;
    QAction* slider_curves;
    QAction* appearance_auto;
    QAction* appearance_light;
    QAction* appearance_dark;
    std::vector<QAction*> workspaces; ///< in the order of workspaces(); the data is the id
    QAction* restore_layout;
    QAction* keep_preset;
    QAction* fill_view;
    QAction* full_screen;
    QAction* palette;
    QAction* filter_parameters;
    QAction* filter_catalog;
    QAction* own_measurements;
    QAction* own_hardware;
    QAction* own_model;
    QAction* import_own;
    QAction* edit_hardware;
    QAction* edit_model;
    QAction* own_catalog;
    QAction* copy_request;
    QAction* copy_estimate;
    QAction* hints;
    std::vector<QAction*> samples; ///< sample sessions in the order of workspaces(); the data is the workspace's id
    QAction* view_help;
    QAction* manual;
    QAction* shortcuts;
    QAction* about;

    /// The action that opens a workspace's sample session; nullptr for another id.
    QAction* sample(const QString& workspace) const;
    /// In the order of the menus.
    const std::vector<QAction*>& all() const { return all_; }
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
