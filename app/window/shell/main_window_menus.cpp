// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/session_file.h"
#include "app/window/panels/about_text.h"
#include "app/window/panels/command_palette.h"
#include "app/window/panels/hint_bar.h"
#include "app/window/panels/manual_window.h"
#include "app/window/panels/text_window.h"
#include "app/window/shell/catalog_keeper.h"
#include "app/window/shell/design_searches.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/window_actions.h"
#include "app/window/shell/workspaces.h"
#include "views/catalog/catalog_panel.h"
#include "views/headline/headline.h"
#include "views/parameters/option_menu.h"
#include "views/parameters/parameters_panel.h"
#include "views/study/study_panel.h"
#include "views/support/base/view.h"
#include "views/support/text/text.h"

#include <QActionGroup>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace strata::app {

void MainWindow::buildMenus() {
    auto* samples = new QMenu(tr("Sa&mple sessions"), this);
    samples->addActions({actions_->samples.begin(), actions_->samples.end()});
    buildFileMenu(*samples);
    buildDesignMenus();
    buildViewMenu();

    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    tools->addActions({actions_->palette, actions_->filter_parameters, actions_->filter_catalog});
    tools->addSeparator();
    tools->addActions({actions_->own_hardware, actions_->own_model, actions_->edit_hardware, actions_->edit_model,
                       actions_->import_own, actions_->own_catalog});
    tools->addSeparator();
    tools->addAction(actions_->own_measurements);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(actions_->hints);
    help->addMenu(samples);
    help->addActions({actions_->view_help, actions_->manual, actions_->shortcuts});
    help->addSeparator();
    help->addAction(actions_->about);

    buildWorkspaceSwitch();
    headline_->setActions(actions_->other_forms + QList<QAction*>{actions_->highest_rate, actions_->best_plan});
    study_panel_->setDesignActions({actions_->new_design, actions_->duplicate, actions_->rename, actions_->remove,
                                    actions_->pin, actions_->pin_further});
}

void MainWindow::buildFileMenu(QMenu& samples) {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({actions_->new_session, actions_->open});
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { showRecentFiles(recent); });
    file->addMenu(&samples);
    file->addActions({actions_->save, actions_->save_as});
    file->addSeparator();
    file->addAction(actions_->export_figure);
    file->addSeparator();
    file->addAction(actions_->quit);
}

void MainWindow::buildDesignMenus() {
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({actions_->undo, actions_->redo});
    edit->addSeparator();
    edit->addActions({actions_->copy, actions_->copy_picture, actions_->copy_request, actions_->copy_estimate});

    QMenu* design = menuBar()->addMenu(tr("&Design"));
    design->addActions({actions_->new_design, actions_->duplicate, actions_->rename, actions_->remove});
    design->addSeparator();
    design->addActions({actions_->pin, actions_->pin_further, actions_->reset_parameter});
    design->addSeparator();
    design->addActions(actions_->other_forms);
    design->addActions(
        {actions_->highest_rate, actions_->best_plan, actions_->operator_tables, actions_->predicted_iterations});

    QMenu* explore = menuBar()->addMenu(tr("E&xplore"));
    explore->addActions({actions_->new_exploration, actions_->explore_parameter, actions_->show_jobs});
    explore->addSeparator();
    explore->addActions({actions_->filter_back, actions_->filter_forward});
    explore->addSeparator();
    explore->addAction(actions_->slider_curves);
}

void MainWindow::buildViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (const auto& [id, dock] : docks_)
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    QMenu* workspace = view->addMenu(tr("&Workspace"));
    for (QAction* action : actions_->workspaces)
        workspace->addAction(action);
    view->addActions({actions_->fill_view, actions_->full_screen, actions_->restore_layout});
    QMenu* presets = view->addMenu(tr("A&rrangements"));
    connect(presets, &QMenu::aboutToShow, this, [this, presets] { fillPresets(presets); });
    view->addSeparator();
    QMenu* appearance = view->addMenu(tr("&Appearance"));
    appearance->addActions({actions_->appearance_auto, actions_->appearance_light, actions_->appearance_dark});
}

void MainWindow::connectActions() {
    connectFileActions();
    connectDesignActions();
    connectWindowActions();
}

void MainWindow::on(QAction* action, std::function<void(bool)> slot) {
    connect(action, &QAction::triggered, this, std::move(slot));
}

void MainWindow::connectFileActions() {
    on(actions_->new_session,
       [this](bool) { session_file_->whenChangesMayGo([this] { showSession(Session{}, {}); }); });
    on(actions_->open, [this](bool) { askForFile(); });
    on(actions_->save, [this](bool) { session_file_->save(); });
    on(actions_->save_as, [this](bool) { session_file_->saveAs(); });
    on(actions_->export_figure, [this](bool) { exportFigure({}); });
    on(actions_->quit, [this](bool) { close(); });
    for (QAction* sample : actions_->samples)
        on(sample, [this, sample](bool) {
            session_file_->whenChangesMayGo([this, sample] { showSample(workspaceNamed(sample->data().toString())); });
        });
    on(actions_->copy, [this](bool) { copyFocused(); });
    on(actions_->copy_picture, [this](bool) { copyView({}); });
    on(actions_->copy_request, [this](bool) { copyDocument(false); });
    on(actions_->copy_estimate, [this](bool) { copyDocument(true); });
}

void MainWindow::connectDesignActions() {
    on(actions_->new_design, [this](bool) { addDesign(); });
    on(actions_->duplicate, [this](bool) { controller_.duplicateSelected(); });
    on(actions_->rename, [this](bool) {
        docks_.at(QStringLiteral("study"))->show();
        study_panel_->editSelectedLabel();
    });
    on(actions_->remove, [this](bool) { controller_.removeSelected(); });
    on(actions_->pin, [this](bool) { controller_.toggleBaseline(controller_.study().selected); });
    on(actions_->pin_further, [this](bool) { controller_.toggleFurtherBaseline(controller_.study().selected); });
    on(actions_->reset_parameter, [this](bool) {
        if (!parameters_->resetFocused())
            notify(NoticeBar::Tone::Info,
                   tr("Put the keyboard on a parameter first: Ctrl+R sets the catalog's value for it."));
    });
    on(actions_->best_plan, [this](bool) { searches_->planSearch(); });
    on(actions_->highest_rate, [this](bool) { searches_->findHighestRate(); });
    on(actions_->own_hardware, [this](bool) { catalog_keeper_->askForOwnName(OwnPart::Hardware); });
    on(actions_->own_model, [this](bool) { catalog_keeper_->askForOwnName(OwnPart::Model); });
    on(actions_->import_own, [this](bool) { catalog_keeper_->importOwn(); });
    on(actions_->edit_hardware, [this](bool) { catalog_keeper_->editStructure(OwnPart::Hardware); });
    on(actions_->edit_model, [this](bool) { catalog_keeper_->editStructure(OwnPart::Model); });
    on(actions_->own_catalog, [this](bool) { catalog_keeper_->showOwnCatalog(); });
    on(actions_->own_measurements, [this](bool) { catalog_keeper_->calibrateOwn(); });
}

void MainWindow::connectWindowActions() {
    on(actions_->keep_preset, [this](bool) { askForPresetName(); });
    on(actions_->restore_layout, [this](bool) { restoreDefaultLayout(); });
    on(actions_->fill_view, [this](bool) { fillWindow(currentViewDock()); });
    on(actions_->full_screen, [this](bool wanted) { wanted ? showFullScreen() : showNormal(); });
    on(actions_->palette, [this](bool) { openPalette(); });
    const auto go = [this](const char* dock, QWidget* panel) {
        docks_.at(QLatin1String(dock))->show();
        docks_.at(QLatin1String(dock))->raise();
        panel->setFocus(Qt::ShortcutFocusReason);
    };
    on(actions_->filter_parameters, [this, go](bool) { go("parameters", parameters_); });
    on(actions_->filter_catalog, [this, go](bool) { go("catalog", catalog_); });
    on(actions_->hints, [this](bool) { hints_->start(); });
    on(actions_->view_help, [this](bool) { showManual(pageUnderPointer()); });
    on(actions_->manual, [this](bool) { showManual(QStringLiteral("index.md")); });
    on(actions_->shortcuts, [this](bool) { showShortcuts(); });
    on(actions_->about, [this](bool) { showAbout(); });
    const std::pair<QAction*, Appearance> appearances[] = {{actions_->appearance_auto, Appearance::Auto},
                                                           {actions_->appearance_light, Appearance::Light},
                                                           {actions_->appearance_dark, Appearance::Dark}};
    for (const auto& [action, appearance] : appearances) {
        action->setChecked(settings_.appearance() == appearance);
        on(action, [this, appearance = appearance](bool) { settings_.setAppearance(appearance); });
    }
    connect(&settings_, &Settings::appearanceChanged, this, &MainWindow::applyAppearance);
}

void MainWindow::showRecentFiles(QMenu* menu) {
    menu->clear();
    for (const QString& file : settings_.recentFiles()) {
        QAction* action = menu->addAction(QFileInfo(file).fileName());
        action->setToolTip(file);
        connect(action, &QAction::triggered, this, [this, file] { openFile(file, Changes::Asked); });
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("No session was opened yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Forget these files")), &QAction::triggered, &settings_, &Settings::clearRecentFiles);
    menu->setToolTipsVisible(true);
}

void MainWindow::openPalette() { palette_->open(commands()); }

std::vector<Command> MainWindow::commands() {
    std::vector<Command> all;
    for (QAction* action : actions_->all()) {
        if (!action->isEnabled() || action == actions_->palette) continue;
        QString title = action->text();
        all.push_back({title.remove(u'&'), action->shortcut().toString(QKeySequence::NativeText),
                       [action] { action->trigger(); }});
    }
    for (const auto& [id, dock] : docks_) {
        const auto go = [this, id = id, dock = dock] {
            view(id); // made before it is shown, so that it can take the focus
            dock->show();
            dock->raise();
            dock->widget()->setFocus(Qt::ShortcutFocusReason);
        };
        all.push_back({dock->windowTitle(), tr("View"), go});
    }
    for (const Parameter& parameter : parameters_->parameters()) {
        const QString title =
            QStringLiteral("%1: %2").arg(QCoreApplication::translate("Field", parameter.group.c_str()),
                                         QCoreApplication::translate("Field", parameter.title.c_str()));
        all.push_back({title, tr("Parameter"), [this, pointer = parameter.pointer] {
                           docks_.at(QStringLiteral("parameters"))->show();
                           parameters_->reveal(pointer);
                       }});
    }
    for (const RequestOption& option : parameters_->options()) {
        all.push_back({views::optionTitle(option), tr("Add to the design"), [this, option] {
                           docks_.at(QStringLiteral("parameters"))->show();
                           parameters_->addOption(option);
                       }});
    }
    if (const auto library = controller_.library()) {
        for (const Entry& entry : library->entries()) {
            if (!isHardware(entry.kind)) continue;
            all.push_back({views::toQString(entry.name), tr("Use in the design"),
                           [this, id = views::toQString(entry.id)] { useEntry(id, {}); }});
        }
    }
    return all;
}

QString MainWindow::pageUnderPointer() const {
    const QString page = manualPageOf(QApplication::widgetAt(QCursor::pos()));
    if (!page.isEmpty()) return page;
    const QDockWidget* dock = currentViewDock();
    return dock ? manualPageOf(dock) : QStringLiteral("index.md");
}

void MainWindow::showManual(const QString& page) {
    if (!manual_) manual_ = new ManualWindow(this);
    manual_->showPage(page);
    manual_->show();
    manual_->raise();
    manual_->activateWindow();
}

void MainWindow::showAbout() { (new TextWindow(tr("About Strata"), aboutHtml(), this))->show(); }

void MainWindow::showShortcuts() {
    (new TextWindow(tr("Keyboard shortcuts"), shortcutsHtml(actions_->all()), this))->show();
}

} // namespace strata::app
