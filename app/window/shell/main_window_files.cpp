// SPDX-License-Identifier: GPL-3.0-or-later
// Files of every sort that the window opens: by the dialog, dropped, named on the command line or double-clicked.
#include "app/window/document/opened_text.h"
#include "app/window/document/session_file.h"
#include "app/window/explore/schedule_runner.h"
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/workspaces.h"
#include "core/evaluate/kind.h"
#include "views/support/base/view.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QUrl>

namespace strata::app {

void MainWindow::openFile(const QString& file, Changes changes) {
    if (!controller_.library()) { // it is opened when the catalog has been read
        requested_files_ << file;
        return;
    }
    const QString path = QFileInfo(file).absoluteFilePath();
    worker_.run(
        this, [path] { return readOpenedFile(path.toStdU16String()); },
        [this, path, changes](const Result<OpenedFile>& opened) {
            if (opened) return takeFile(*opened, path, changes);
            Error error = opened.error();
            error.file.clear(); // it is named before the reason
            refuseFile(path, views::errorText(error, QLocale()));
        });
}

void MainWindow::openFiles(const QStringList& files, Changes changes) {
    std::vector<std::filesystem::path> parts;
    QStringList others;
    for (const QString& file : files) {
        const std::filesystem::path path = QFileInfo(file).absoluteFilePath().toStdU16String();
        if (isTimeloopPart(path))
            parts.push_back(path);
        else
            others << file;
    }
    for (const QString& file : parts.size() > 1 && controller_.library() ? others : files)
        openFile(file, changes);
    if (parts.size() < 2 || !controller_.library()) return;
    const QString first = QString::fromStdU16String(parts.front().u16string());
    worker_.run(
        this, [parts] { return openedTimeloop(parts); },
        [this, first, changes](const Result<OpenedFile>& opened) {
            if (opened) return takeFile(*opened, first, changes);
            refuseFile(first, views::errorText(opened.error(), QLocale()));
        });
}

void MainWindow::refuseFile(const QString& file, const QString& reason) {
    settings_.removeRecentFile(file);
    const bool at_start =
        controller_.study().designs.empty(); // then a sample opens, which must not take the reason away
    notify(NoticeBar::Tone::Error, tr("%1 was not opened: %2").arg(QFileInfo(file).fileName(), reason),
           at_start ? Until::Closed : Until::NextStep);
    if (at_start) showSample(workspaces().front());
}

void MainWindow::takeFile(const OpenedFile& opened, const QString& file, Changes changes) {
    switch (opened.holds) {
    case OpenedFile::Holds::Session: {
        const auto show = [this, session = opened.session, file] {
            settings_.addRecentFile(file);
            showSession(session, file);
        };
        return changes == Changes::Asked ? session_file_->whenChangesMayGo(show) : show();
    }
    case OpenedFile::Holds::Entry:
        importOwnFrom(file); // the session stays
        if (!ready_) showLastStudy();
        return;
    case OpenedFile::Holds::Rows:
    case OpenedFile::Holds::Measurements:
    case OpenedFile::Holds::Configurations:
        if (ready_) return takeMeasurements(opened, file);
        connect(
            this, &MainWindow::ready, this, [this, opened, file] { takeMeasurements(opened, file); },
            Qt::SingleShotConnection);
        return showLastStudy();
    case OpenedFile::Holds::Designs:
    case OpenedFile::Holds::Exploration: break;
    }
    settings_.addRecentFile(file);
    // Named at the start, it is what the reader wants to see, and nothing else.
    if (!ready_) {
        showSession(Session{}, {});
        session_file_->setTitle(QFileInfo(file).completeBaseName());
    }
    addOpened(opened, file);
}

/// What somebody measured goes to the view or the dialog that makes something of it; the session stays.
void MainWindow::takeMeasurements(const OpenedFile& opened, const QString& file) {
    switch (opened.holds) {
    case OpenedFile::Holds::Rows: showMeasuredView("assess", "validation"); return validate(file);
    case OpenedFile::Holds::Configurations: showMeasuredView("edge", "schedules"); return study(opened, file);
    default:
        if (OwnMeasurementsDialog* dialog = calibrateOwn())
            dialog->setText(views::toQString(opened.text), QFileInfo(file).fileName());
    }
}

void MainWindow::study(const OpenedFile& opened, const QString& file) {
    views::View* schedules = view(QStringLiteral("schedules"));
    if (!opened.view_state.empty()) schedules->restoreState(opened.view_state);
    auto* runner = schedules->findChild<ScheduleRunner*>();
    if (runner == nullptr) return;
    if (opened.text.empty()) return runner->study(file);
    runner->studyText(views::toQString(opened.text_file), opened.text);
}

void MainWindow::showMeasuredView(const char* workspace, const char* view) {
    showWorkspace(QLatin1String(workspace));
    QDockWidget* dock = docks_.at(QLatin1String(view));
    dock->show();
    dock->raise();
}

/// Designs and explorations of a file, beside what is there.
void MainWindow::addOpened(const OpenedFile& opened, const QString& file) {
    const QString name = QFileInfo(file).completeBaseName();
    const auto labelOf = [&](const OpenedFile::Named& design) {
        return design.label.empty() ? name : views::toQString(design.label);
    };
    if (opened.selected) controller_.addDesign(opened.selected->request, labelOf(*opened.selected));
    if (opened.baseline) controller_.pinRequest(opened.baseline->request, labelOf(*opened.baseline));
    if (opened.exploration) {
        // Views of one design, and a further exploration, need the design that it began with.
        const Json* base = findPointer(*opened.exploration, "/base");
        if (base && base->is_object() && controller_.study().designs.empty())
            controller_.addDesign(std::make_shared<const Json>(*base), tr("Base of %1").arg(name));
        explorations_.open(opened.exploration, opened.results, opened.brush);
        showWorkspace(QStringLiteral("explore"));
    } else if (opened.selected) {
        const Json& request = *opened.selected->request;
        const Library* library = controller_.scene()->library.get();
        const Workspace* fitting = workspaceFor(request, library);
        if (fitting && !workspaceNamed(workspace_).draws(request, library)) showWorkspace(QLatin1String(fitting->id));
    }
    showOpenedView(opened);
    QStringList said{opened.exploration ? tr("%1 is among the explorations now.").arg(QFileInfo(file).fileName())
                                        : tr("%1 is a design of the study now.").arg(QFileInfo(file).fileName())};
    for (const Message& note : opened.notes)
        said << views::told(note, QLocale());
    notify(NoticeBar::Tone::Info, said.join(QLatin1Char(' ')));
}

/// The view that a figure was made of, as it was drawn.
void MainWindow::showOpenedView(const OpenedFile& opened) {
    if (!opened.metric.empty()) controller_.setMetric(views::toQString(opened.metric));
    const QString id = views::toQString(opened.view);
    views::View* drawn = view(id);
    if (!drawn) return;
    if (!opened.view_state.empty()) drawn->restoreState(opened.view_state);
    docks_.at(id)->show();
    docks_.at(id)->raise();
}

void MainWindow::askForFile() {
    const QStringList kinds{tr("All that Strata opens (*.strata *.results *.json *.jsonl *.onnx *.yaml *.yml *.csv "
                               "*.csv.gz *.m *.cfg *.log *.txt *.md)"),
                            tr("Sessions (*.strata)"),
                            tr("Results of sweeps and searches (*.results)"),
                            tr("Requests, figures, devices and models (*.json *.onnx *.yaml *.yml *.csv *.m *.cfg)"),
                            tr("Measurements (*.csv *.csv.gz *.jsonl *.json *.log *.txt *.md)"),
                            tr("All files (*)")};
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open"), settings_.lastFolder(), kinds.join(QStringLiteral(";;")));
    if (files.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(files.first()).absolutePath());
    openFiles(files, Changes::Asked);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    event->acceptProposedAction();
    QStringList files;
    for (const QUrl& url : urls)
        files << url.toLocalFile();
    openFiles(files, Changes::Asked);
}

} // namespace strata::app
