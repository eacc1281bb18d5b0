// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/jobs_panel.h"
#include "app/window/panels/messages_panel.h"
#include "app/window/panels/new_design_dialog.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/workspaces.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/resolve.h"
#include "views/figure/figure_panel.h"
#include "views/support/base/view.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>

namespace strata::app {

namespace {

QString nameOf(const Library& library, const QString& id) {
    const Entry* entry = library.find(id.toStdString());
    return entry ? views::toQString(entry->name) : id;
}

Result<design::SharedRequest> changed(const Json& request, const QString& id, const QString& layer,
                                      const Library& library) {
    const std::string name = id.toStdString();
    if (!layer.isEmpty()) return design::withLayer(request, name, layer.toStdString(), library);
    const Entry* entry = library.find(name);
    return entry && isWorkload(entry->kind) ? design::withModel(request, name, library)
                                            : design::withHardware(request, name, library);
}

/// The sample of a kind that runs on this machine, on it; nothing where there is none.
std::optional<design::SharedRequest> sampleOn(const Library& library, const Entry& machine) {
    for (const RequestKind& kind : builtinRegistry().kinds) {
        if (std::ranges::count(kind.hardware, machine.kind) == 0) continue;
        QFile file(QStringLiteral(":/samples/") + views::toQString(kind.sample));
        if (!file.open(QIODevice::ReadOnly)) continue;
        const auto sample = parseJson(file.readAll().toStdString(), std::string(kind.sample));
        if (!sample) continue;
        const auto moved = design::withHardware(*sample, machine.id, library);
        if (moved && resolveRequest(**moved, library)) return *moved;
    }
    return {};
}

} // namespace

/// A machine that the design cannot run on opens a design of its own; nothing that the user made is replaced.
bool MainWindow::addSampleOn(const QString& id, const Error& error) {
    const Entry* machine = controller_.library()->find(id.toStdString());
    if (error.text.id != "error.design-does-not-run-on" || machine == nullptr) return false;
    const auto request = sampleOn(*controller_.library(), *machine);
    if (!request) return false;
    const QString name = views::toQString(machine->name);
    controller_.addDesign(*request, tr("Sample on %1").arg(name));
    if (const Workspace* fitting = workspaceFor(**request, controller_.library().get()))
        showWorkspace(QLatin1String(fitting->id));
    notify(NoticeBar::Tone::Info,
           tr("The selected design does not run on %1. A sample that does was added.").arg(name));
    return true;
}

void MainWindow::useEntry(const QString& id, const QString& layer) {
    const Design* design = controller_.study().find(controller_.study().selected);
    if (!design) return addDesignWith(id, layer);
    const auto request = changed(*design->request, id, layer, *controller_.library());
    if (!request && addSampleOn(id, request.error())) return;
    if (!request) return notify(NoticeBar::Tone::Warning, views::errorText(request.error(), QLocale()));
    views::Edit edit;
    edit.design = design->id;
    edit.request = *request;
    const QString name = nameOf(*controller_.library(), id);
    edit.text = layer.isEmpty() ? tr("use %1").arg(name) : tr("use %1 of %2").arg(layer, name);
    controller_.apply(edit);
}

void MainWindow::addDesignWith(const QString& id, const QString& layer) {
    const Design* design = controller_.study().find(controller_.study().selected);
    std::shared_ptr<const Json> start = design ? design->request : nullptr;
    if (!start) {
        const auto first = design::firstRequest(*controller_.library());
        if (!first) return notify(NoticeBar::Tone::Error, views::errorText(first.error(), QLocale()));
        start = *first;
    }
    const auto request = changed(*start, id, layer, *controller_.library());
    if (!request && addSampleOn(id, request.error())) return;
    if (!request) return notify(NoticeBar::Tone::Warning, views::errorText(request.error(), QLocale()));
    const QString name = nameOf(*controller_.library(), id);
    controller_.addDesign(*request, layer.isEmpty() ? name : tr("%1 of %2").arg(layer, name));
}

void MainWindow::addDesign() {
    if (!controller_.library()) return;
    if (!new_design_dialog_) {
        new_design_dialog_ = new NewDesignDialog(this);
        connect(new_design_dialog_, &NewDesignDialog::wanted, this, &MainWindow::makeDesign);
    }
    new_design_dialog_->setLibrary(controller_.library());
    const Design* design = controller_.study().find(controller_.study().selected);
    const auto start =
        design ? Result<design::SharedRequest>(design->request) : design::firstRequest(*controller_.library());
    if (start) new_design_dialog_->begin(design::wishOf(**start));
    new_design_dialog_->show();
    new_design_dialog_->raise();
    new_design_dialog_->activateWindow();
}

void MainWindow::makeDesign(const design::Wish& wish, const QString& label) {
    worker_.run(
        this, [wish, library = controller_.library()] { return design::newDesign(wish, *library); },
        [this, label](const Result<design::SharedRequest>& request) {
            if (!request) return notify(NoticeBar::Tone::Warning, views::errorText(request.error(), QLocale()));
            controller_.addDesign(*request, label);
        });
}

void MainWindow::copyDocument(bool estimate) {
    const auto scene = controller_.scene();
    const views::DesignState* design = scene->selectedDesign();
    if (!design) return;
    if (estimate && !design->estimate) return notify(NoticeBar::Tone::Info, views::absenceText(*design));
    const Json document = estimate ? toJson(*design->estimate) : *design->design.request;
    QGuiApplication::clipboard()->setText(views::toQString(document.dump(2)));
}

void MainWindow::copyView(const QString& view_id) {
    const QDockWidget* current = currentViewDock();
    const QString id = view_id.isEmpty() && current ? current->objectName() : view_id;
    views::View* copied = view(id);
    if (!copied) return notify(NoticeBar::Tone::Info, tr("Show the view that you want to copy first."));
    auto* picture = new QMimeData;
    picture->setImageData(copied->grab().toImage());
    views::FigureSpec spec = figure_->spec();
    spec.path = "view.svg";
    if (const auto figure = views::renderFigure(*copied, spec))
        picture->setData(QStringLiteral("image/svg+xml"), *figure);
    QGuiApplication::clipboard()->setMimeData(picture);
}

/// As the key does: whatever has the keyboard comes first, and the view as a picture where nothing takes the key.
void MainWindow::copyFocused() {
    QWidget* focused = QApplication::focusWidget() ? QApplication::focusWidget() : this;
    for (QAction* action : focused->actions())
        if (action->shortcut() == QKeySequence(QKeySequence::Copy)) return action->trigger();
    QKeyEvent key(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
    QCoreApplication::sendEvent(focused, &key);
    if (!key.isAccepted()) copyView({});
}

void MainWindow::exportFigure(const QString& view_id) {
    const QDockWidget* current = currentViewDock();
    const QString id = view_id.isEmpty() && current ? current->objectName() : view_id;
    views::View* exported = view(id);
    if (!exported) return notify(NoticeBar::Tone::Info, tr("Show the view that you want to export first."));
    figure_->setView(exported, id);
    QDockWidget* dock = docks_.at(QStringLiteral("figure"));
    if (!dock->isVisible() && !dock->isFloating()) {
        // In the middle, large enough for a preview; where the reader puts it afterwards, it stays.
        dock->setFloating(true);
        const QSize room = size() - QSize(80, 80);
        QRect place(QPoint(), QSize(460, 680).boundedTo(room).expandedTo(dock->minimumSizeHint()));
        place.moveCenter(geometry().center());
        dock->setGeometry(place);
    }
    dock->show();
    dock->raise();
    dock->activateWindow();
    figure_->setFocus();
}

void MainWindow::writeFigure(const views::FigureSpec& spec) {
    // Painted here: views are widgets, and widgets belong to the window's thread. The disk can be waited for elsewhere.
    if (!figure_->view()) return;
    auto files = views::makeFigureFiles(*figure_->view(), figure_->viewId().toStdString(), spec);
    if (!files) return tellOfFigure(FigurePaths(files.error()));
    const int job = jobs_->start(tr("Writing %1").arg(QString::fromStdU16String(spec.path.filename().u16string())));
    worker_.run(
        this, [files = *std::move(files)] { return views::writeFigureFiles(files); },
        [this, job](const FigurePaths& written) {
            jobs_->finish(job);
            tellOfFigure(written);
        });
}

void MainWindow::tellOfFigure(const FigurePaths& files) {
    if (!files) {
        const QString reason = views::errorText(files.error(), QLocale());
        figure_->showOutcome(reason, true);
        return notify(NoticeBar::Tone::Error, tr("The figure was not written: %1").arg(reason), Until::Written);
    }
    settle(Until::Written);
    QStringList names;
    for (const auto& file : *files)
        names << QString::fromStdU16String(file.filename().u16string());
    const QString text = tr("Written: %1").arg(names.join(QStringLiteral(", ")));
    figure_->showOutcome(text, false);
    messages_->add(NoticeBar::Tone::Info, text);
}

/// The metric of all views and the workspace travel with the session as settings of the window.
std::string MainWindow::windowState() const {
    return Json{{"metric", controller_.metric().toStdString()}, {"workspace", workspace_.toStdString()}}.dump();
}

void MainWindow::restoreWindowState(const std::string& state) {
    const views::ViewState stored(state);
    controller_.setMetric(views::toQString(stored.text("metric", "")));
    const std::string workspace = stored.text("workspace", "");
    if (!workspace.empty()) showWorkspace(views::toQString(workspace));
}

} // namespace strata::app
