// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/window_actions.h"

#include "app/window/shell/workspaces.h"
#include "core/evaluate/kinds/other_forms.h"
#include "views/support/theme/icons.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QMainWindow>
#include <QUndoStack>

namespace strata::app {
namespace {

/// Texts of the rows of otherForms(); others are shown as they are.
constexpr const char* kFormTexts[] = {
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "As &one batch"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions",
                      "A new design: the same model for one batch by itself, first token, output token and memory"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "%1, one batch"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "&Under load"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "A new design: the same model served to requests that arrive"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "%1, under load"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "&Train it"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions",
                      "A new design: the same model trained on a cluster of such devices"),
    QT_TRANSLATE_NOOP("strata::app::WindowActions", "%1, trained"),
};

} // namespace

QString WindowActions::formText(std::string_view text) {
    for (const char* known : kFormTexts) {
        if (text == known) return tr(known);
    }
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

WindowActions::WindowActions(QMainWindow* window, QUndoStack& undo_stack) : QObject(window), window_(window) {
    addFile();
    addEdit(undo_stack);
    addDesign();
    addServing();
    addExploration();
    addAppearance();
    addWorkspaces();
    addWindow();
    addOwn();
    addHelp();
    updateIcons();
}

void WindowActions::addFile() {
    new_session = add(tr("&New session"), tr("Start with an empty study"), QKeySequence(tr("Ctrl+Shift+N")));
    open = add(tr("&Open …"), tr("Open a session, results of a sweep, a request or a figure's description"),
               QKeySequence::Open, "open");
    save = add(tr("&Save"), tr("Save the session"), QKeySequence::Save, "save");
    save_as = add(tr("Save &as …"), tr("Save the session under another name"), QKeySequence(tr("Ctrl+Shift+S")));
    export_figure = add(tr("&Export figure …"),
                        tr("Write the current view as PDF, SVG or PNG, with its numbers and request beside it"),
                        QKeySequence(tr("Ctrl+E")), "export");
    quit = add(tr("&Quit"), tr("End Strata"), QKeySequence(tr("Ctrl+Q")));
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::addEdit(QUndoStack& undo_stack) {
    undo = undo_stack.createUndoAction(this, tr("&Undo:"));
    redo = undo_stack.createRedoAction(this, tr("&Redo:"));
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcuts({QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))});
    for (auto [action, icon] : {std::pair(undo, "undo"), std::pair(redo, "redo")}) {
        action->setObjectName(QLatin1String(icon));
        window_->addAction(action);
        all_.push_back(action);
    }
    copy = add(tr("&Copy"), tr("Copy the selected cells, or the current view as a picture"));
    // The key itself goes to the widget that has the focus first, then to the window.
    copy->setText(copy->text() + QLatin1Char('\t') +
                  QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    copy_picture =
        add(tr("Copy view as &picture"), tr("The current view as it is seen, and as SVG for programs that take it"),
            QKeySequence(tr("Ctrl+Shift+C")));
    copy_request =
        add(tr("Copy re&quest as JSON"), tr("The request of the selected design, as strata-cli evaluate reads it"));
    copy_estimate =
        add(tr("Copy &estimate as JSON"), tr("The estimate of the selected design, as strata-cli evaluate prints it"));
}

void WindowActions::addDesign() {
    new_design = add(tr("&New design"), tr("Add a design to the study"), QKeySequence(tr("Ctrl+N")), "new");
    duplicate = add(tr("&Duplicate design"), tr("Copy the selected design; the next drag changes the copy"),
                    QKeySequence(tr("Ctrl+D")), "duplicate");
    rename = add(tr("&Rename design"), tr("Change the name of the selected design"), QKeySequence(tr("F2")));
    remove = add(tr("De&lete design"), tr("Take the selected design out of the study"), QKeySequence(tr("Ctrl+Delete")),
                 "delete");
    pin = add(tr("Pin as &baseline"), tr("Every view compares with the baseline; press again to unpin"),
              QKeySequence(tr("B")), "pin");
    pin->setCheckable(true);
    pin_further = add(tr("Pin as &further baseline"),
                      tr("Compare and the headline tell differences to this design as well; press again to unpin"),
                      QKeySequence(QStringLiteral("Shift+B")));
    pin_further->setCheckable(true);
    reset_parameter = add(tr("Rese&t parameter"), tr("Set the catalog's value for the parameter that has the keyboard"),
                          QKeySequence(tr("Ctrl+R")), "reset");
}

void WindowActions::addAppearance() {
    auto* appearance = new QActionGroup(this);
    appearance_auto = add(tr("&As the desktop"), tr("Light or dark as the desktop is"));
    appearance_light = add(tr("&Light"), tr("Dark text on a light window"));
    appearance_dark = add(tr("&Dark"), tr("Light text on a dark window"));
    for (QAction* action : {appearance_auto, appearance_light, appearance_dark}) {
        action->setCheckable(true);
        appearance->addAction(action);
    }
}

void WindowActions::addWindow() {
    restore_layout =
        add(tr("Restore default la&yout"), tr("Put every dock of this workspace back where it was at the first start"));
    keep_preset =
        add(tr("&Keep this arrangement \u2026"),
            tr("Docks and settings of the views under a name of your own; View > Arrangements brings it back"));
    fill_view = add(tr("&Fill window with view"), tr("Show only the current view; press again to come back"),
                    QKeySequence(tr("F11")), "fill");
    fill_view->setCheckable(true);
    full_screen = add(tr("Full &screen"), tr("Use the whole screen"), QKeySequence(tr("Shift+F11")));
    full_screen->setCheckable(true);
    palette = add(tr("&Search actions, parameters, devices …"), tr("Find anything by its name"),
                  QKeySequence(tr("Ctrl+K")), "search");
    filter_parameters =
        add(tr("Filter &parameters"), tr("Go to the filter of the parameters"), QKeySequence(tr("Ctrl+F")));
    filter_catalog = add(tr("Filter &catalog"), tr("Go to the filter of the catalog"), QKeySequence(tr("Ctrl+L")));
}

void WindowActions::addOwn() {
    own_measurements = add(tr("Calibrate with your own &measurements …"),
                           tr("Infer a device's, a fabric's or an engine's factors from a few timings of yours"));
    own_hardware = add(tr("Save as my &device \u2026"),
                       tr("Keep the changed device or cluster of the selected design as an entry of the catalog"));
    own_model = add(tr("Save as my &model \u2026"),
                    tr("Keep the changed model of the selected design as an entry of the catalog"));
    import_own = add(tr("&Import device or model \u2026"), tr("Add an entry to the catalog from a JSON file"));
    edit_hardware =
        add(tr("Edit structure of the de&vice \u2026"),
            tr("Add, remove and change levels, links and parts of the selected design's device or cluster"));
    edit_model = add(tr("Edit structure of the m&odel \u2026"),
                     tr("Add, remove and change layers and sizes of the selected design's model"));
    own_catalog =
        add(tr("My ca&talog \u2026"), tr("Devices and models of yours, and the folders that belong to the catalog"));
}

void WindowActions::addHelp() {
    hints = add(tr("Show the &hints again"), tr("The three hints of the first start"));
    addSamples();
    view_help = add(tr("&Help on this view"), tr("The page of the manual on the view under the pointer"),
                    QKeySequence(QKeySequence::HelpContents));
    manual = add(tr("&Manual"), tr("Tutorials, views, methods, file formats and a glossary, with a search"));
    shortcuts = add(tr("&Keyboard shortcuts"), tr("List every action with its keys"), QKeySequence(tr("Ctrl+?")));
    about = add(tr("&About Strata"), tr("Version, licence and libraries"));
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::addServing() {
    for (const OtherForm& form : otherForms()) {
        other_forms << add(formText(form.title), formText(form.help));
        other_forms.back()->setData(static_cast<uint>(other_forms.size() - 1));
    }
    best_plan = add(tr("Find best &plan \u2026"),
                    tr("Search the fastest plan that fits: degrees that are free, and those that stay as they are"));
    highest_rate =
        add(tr("Find &highest rate"),
            tr("Search the highest arrival rate at which the service level is kept, with runs as long as the "
               "answer needs; it becomes the design's rate"));
    operator_tables =
        add(tr("&Operator tables …"),
            tr("Time the iterations of the selected design by tables of VIDUR or LLMServingSim, or your own CSV"));
    predicted_iterations =
        add(tr("Predicted &iterations"), tr("Time the iterations of the selected design by predicted kernels again"));
}

void WindowActions::addExploration() {
    new_exploration = add(tr("New &exploration …"),
                          tr("Vary parameters of the selected design: a sweep or a search in the background"),
                          QKeySequence(tr("Ctrl+Shift+E")), "explore");
    explore_parameter = add(tr("Explore this &parameter …"), tr("Vary the parameter that has the keyboard"),
                            QKeySequence(tr("Ctrl+Alt+E")));
    filter_back =
        add(tr("Filter &back"), tr("The brushes before the last change"), QKeySequence(tr("Alt+Left")), "back");
    filter_forward = add(tr("Filter &forward"), tr("The brushes that were left with Filter back"),
                         QKeySequence(tr("Alt+Right")), "forward");
    show_jobs = add(tr("Go to &jobs"), tr("Running and finished explorations: P pauses, C cancels, Delete removes"),
                    QKeySequence(tr("Ctrl+J")));
    slider_curves = add(tr("&Curves behind sliders"),
                        tr("The metric of all views over each parameter, computed in the background"));
    slider_curves->setCheckable(true);
    slider_curves->setChecked(true);
    for (QAction* action : {filter_back, filter_forward})
        action->setEnabled(false);
}

void WindowActions::addWorkspaces() {
    auto* group = new QActionGroup(this);
    for (const Workspace& workspace : app::workspaces()) {
        const QString title = QCoreApplication::translate("Workspace", workspace.title);
        QAction* action = add(tr("Workspace %1").arg(title), QCoreApplication::translate("Workspace", workspace.help),
                              QKeySequence(QLatin1String(workspace.keys)));
        action->setIconText(title); // on its button
        action->setData(QLatin1String(workspace.id));
        action->setCheckable(true);
        group->addAction(action);
        workspaces.push_back(action);
    }
}

void WindowActions::addSamples() {
    for (const Workspace& workspace : app::workspaces()) {
        QAction* action = add(QCoreApplication::translate("Workspace", workspace.sample_action),
                              QCoreApplication::translate("Workspace", workspace.sample_help));
        action->setData(QLatin1String(workspace.id));
        samples.push_back(action);
    }
}

QAction* WindowActions::sample(const QString& workspace) const {
    const auto found = std::ranges::find(samples, QVariant(workspace), &QAction::data);
    return found == samples.end() ? nullptr : *found;
}

QAction* WindowActions::add(const QString& text, const QString& help, const QKeySequence& shortcut, const char* icon) {
    auto* action = new QAction(text, this);
    action->setStatusTip(help);
    action->setShortcut(shortcut);
    QString tip = help;
    if (!shortcut.isEmpty()) tip += QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
    action->setToolTip(tip);
    action->setObjectName(QLatin1String(icon ? icon : ""));
    window_->addAction(action);
    all_.push_back(action);
    return action;
}

void WindowActions::updateIcons() {
    // Not the window's: it has the program's palette only once it is shown.
    const views::Theme colors = views::themeFor(QApplication::palette());
    for (QAction* action : all_) {
        if (action->objectName().isEmpty()) continue;
        action->setIcon(views::themedIcon(QStringLiteral(":/icons/%1.svg").arg(action->objectName()), colors));
        action->setIconVisibleInMenu(false);
    }
}

} // namespace strata::app
