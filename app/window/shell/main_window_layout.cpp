// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/session_file.h"
#include "app/window/panels/hint_bar.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/window_actions.h"
#include "app/window/shell/workspace_strip.h"
#include "app/window/shell/workspaces.h"
#include "views/support/base/scene.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFile>
#include <QMenuBar>
#include <QShowEvent>
#include <utility>

namespace strata::app {
namespace {

/// The kind that a request states, whatever else stands there: sessions may hold requests that nothing understands.
std::string kindIdOf(const Json& request) {
    const Json* kind = findPointer(request, "/kind");
    return kind != nullptr && kind->is_string() ? kind->get<std::string>() : std::string();
}

} // namespace

void MainWindow::buildWorkspaceSwitch() {
    const QList<QAction*> workspaces(actions_->workspaces.begin(), actions_->workspaces.end());
    for (QAction* action : workspaces)
        connect(action, &QAction::triggered, this, [this, action] { chooseWorkspace(action->data().toString()); });
    new WorkspaceStrip(menuBar(), workspaces);
}

/// Who looks around in the samples, and has changed nothing, sees the sample of the workspace instead of empty views.
void MainWindow::chooseWorkspace(const QString& id) {
    const Workspace& chosen = workspaceNamed(id);
    const auto scene = controller_.scene();
    const views::DesignState* design = scene->selectedDesign();
    const bool draws = design && chosen.draws(*design->design.request, scene->library.get());
    if (shows_sample_ && !session_file_->hasChanges() && !draws) return showSample(chosen);
    showWorkspace(id);
}

void MainWindow::showWorkspace(const QString& id) {
    if (id == workspace_) return;
    leaveFill();
    settings_.setLayout(workspace_, saveLayout(*this));
    openWorkspace(workspaceNamed(id));
}

/// Docks that go, and bars that come, hand the focus on to whatever is next, such as the button that closes a bar.
void MainWindow::freeFocus() {
    const QWidget* focused = QApplication::focusWidget();
    if (focused && centralWidget()->isAncestorOf(focused)) setFocus();
}

void MainWindow::openWorkspace(const Workspace& workspace) {
    nameWorkspace(workspace);
    if (!restoreLayout(*this, settings_.layout(workspace_))) restoreDefaultLayout();
    freeFocus();
    offerWhatFits(*controller_.scene());
}

/// Views that have nothing to draw are a dead end: says what the workspace is for, and leads to both sides. A study
/// without designs leads to its first one.
void MainWindow::offerWhatFits(const views::Scene& scene) {
    const views::DesignState* design = scene.selectedDesign();
    const Workspace& here = workspaceNamed(workspace_);
    const std::string kind = design ? kindIdOf(*design->design.request) : std::string();
    const bool starting = !design && !ready_; // the first session is on its way
    if (starting || (design && here.draws(*design->design.request, scene.library.get()))) {
        offered_.clear();
        return fit_offer_->hide();
    }
    const QString title = QCoreApplication::translate("Workspace", here.title);
    const QString name = design ? views::toQString(design->design.label) : QString();
    if (const QString offer = workspace_ + u'\n' + views::toQString(kind) + u'\n' + name;
        std::exchange(offered_, offer) == offer)
        return; // as it was; maybe closed since then
    fit_offer_->clearButtons();
    if (!design)
        fit_offer_->addButton(actions_->new_design->text().remove(u'&'), [this] { actions_->new_design->trigger(); });
    else if (const Workspace* fitting = workspaceFor(*design->design.request, scene.library.get()))
        fit_offer_->addButton(tr("Show it in %1").arg(QCoreApplication::translate("Workspace", fitting->title)),
                              [this, id = fitting->id] { showWorkspace(QLatin1String(id)); });
    QAction* sample = actions_->sample(workspace_);
    fit_offer_->addButton(sample->text().remove(u'&'), [sample] { sample->trigger(); });
    fit_offer_->show(NoticeBar::Tone::Info,
                     design ? tr("The views of %1 have nothing to draw for %2.").arg(title, name)
                            : tr("No design yet: make one, choose a device or a model in the catalog, or begin with "
                                 "the sample session of %1.")
                                  .arg(title));
}

/// What is arranged now counts as this workspace.
void MainWindow::nameWorkspace(const Workspace& workspace) {
    workspace_ = QLatin1String(workspace.id);
    settings_.setWorkspace(workspace_);
    hints_->setFirst(QCoreApplication::translate("Workspace", workspace.hint));
    for (QAction* action : actions_->workspaces)
        action->setChecked(action->data().toString() == workspace_);
}

void MainWindow::restoreDefaultLayout() {
    leaveFill();
    QFile file(workspaceNamed(workspace_).layout(size()));
    if (file.open(QIODevice::ReadOnly)) placeDocks(*this, docks_, file.readAll());
}

void MainWindow::fillWindow(QDockWidget* dock) {
    if (!layout_before_fill_.isEmpty()) return leaveFill();
    if (!dock) return actions_->fill_view->setChecked(false);
    layout_before_fill_ = saveState();
    for (const auto& [id, other] : docks_)
        other->setVisible(other == dock);
    dock->setFloating(false);
    dock->raise();
    actions_->fill_view->setChecked(true);
}

void MainWindow::leaveFill() {
    if (layout_before_fill_.isEmpty()) return;
    restoreState(layout_before_fill_);
    layout_before_fill_.clear();
    if (actions_) actions_->fill_view->setChecked(false);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!event->spontaneous()) setFocus(); // not to whatever is the first in the order of Tab
    // Sizes of docks only take effect in a window that has its own.
    if (!event->spontaneous() && settings_.layout(workspace_).isEmpty()) restoreDefaultLayout();
}

} // namespace strata::app
