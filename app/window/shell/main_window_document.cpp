// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/sample_study.h"
#include "app/window/document/session_file.h"
#include "app/window/document/working_copy.h"
#include "app/window/panels/hint_bar.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/shell/catalog_keeper.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/workspaces.h"
#include "views/support/base/view.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace strata::app {

namespace {

const QString kSuffix = QStringLiteral(".strata");

/// Settings of the window itself among the view states of a session.
const std::string kWindowState = "window";

} // namespace

void MainWindow::connectStore() {
    connect(&controller_, &StudyController::studyChanged, this, [this] {
        if (!opening_) working_copy_->keepStep(controller_.undoStack().index());
    });
    connect(&controller_.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
    connect(&store_, &DocumentStore::recovered, this, [this](const Session& session) {
        showSession(session, {});
        controller_.undoStack().resetClean();                     // nothing of it is in a file of the user's
        if (!session.explorations.empty()) working_copy_->keep(); // its points have files of their own now
        recovery_->hide();
        notify(NoticeBar::Tone::Info,
               tr("The study was recovered. Save it to keep it; the recovery point stays until you discard it."));
    });
    connect(&store_, &DocumentStore::recoveryFailed, this, &MainWindow::refuseFile);
    connect(session_file_.get(), &SessionFile::changed, this, &MainWindow::updateTitle);
    connect(session_file_.get(), &SessionFile::saved, this, &MainWindow::sessionSaved);
    connect(session_file_.get(), &SessionFile::delayed, this, [this] {
        notify(NoticeBar::Tone::Info, tr("The session will be saved as soon as all explorations have been read."),
               Until::Saved);
    });
    connect(session_file_.get(), &SessionFile::failed, this, [this](const QString& file, const QString& reason) {
        notify(NoticeBar::Tone::Error, tr("%1 was not saved: %2").arg(QFileInfo(file).fileName(), reason),
               Until::Saved);
    });
    connect(working_copy_.get(), &WorkingCopy::failed, this, [this](const QString& reason) {
        notify(NoticeBar::Tone::Warning, tr("Changes are not kept against a crash: %1").arg(reason), Until::Closed);
    });
    connect(&store_, &DocumentStore::workingCopyKept, this, &MainWindow::workingCopyKept);
    connect(this, &MainWindow::sessionSaved, this, [this] { settle(Until::Saved); });
    connect(this, &MainWindow::sessionOpened, this, [this] { settle(Until::NextStep); });
    const auto stepped = [this] {
        if (!opening_) settle(Until::NextStep);
    };
    connect(&controller_, &StudyController::studyChanged, this, stepped);
    connect(&controller_, &StudyController::selectionChanged, this, stepped);
    connect(&store_, &DocumentStore::recoveryPointsFound, this, &MainWindow::offerRecovery);
}

void MainWindow::readCatalog() {
    connect(catalog_keeper_.get(), &CatalogKeeper::told, this,
            [this](NoticeBar::Tone tone, const QString& text) { notify(tone, text); });
    connect(catalog_keeper_.get(), &CatalogKeeper::catalogRead, this, &MainWindow::takeCatalog);
    catalog_keeper_->read([this] {
        jobs_->finish(catalog_job_);
        showFirstStudy();
        store_.findRecoveryPoints();
    });
}

/// At the start and whenever the user has changed it: every design is asked anew.
void MainWindow::takeCatalog(const CatalogLoad& load) {
    for (const QString& problem : load.problems)
        notify(NoticeBar::Tone::Warning, problem, Until::Closed);
    store_.setLibrary(load.library);
    explorations_.setLibrary(load.library);
    controller_.setLibrary(load.library);
}

void MainWindow::saveAsOwn(OwnPart part, const QString& name) { catalog_keeper_->saveAsOwn(part, name); }

void MainWindow::importOwnFrom(const QString& file) { catalog_keeper_->importOwnFrom(file); }

StructureDialog* MainWindow::editStructure(OwnPart part) { return catalog_keeper_->editStructure(part); }

OwnCatalogDialog* MainWindow::showOwnCatalog() { return catalog_keeper_->showOwnCatalog(); }

OwnMeasurementsDialog* MainWindow::calibrateOwn() { return catalog_keeper_->calibrateOwn(); }

void MainWindow::showFirstStudy() {
    const QStringList requested = std::exchange(requested_files_, {});
    for (const QString& file : requested)
        openFile(file);
    if (requested.isEmpty()) showLastStudy();
    if (!settings_.hintsSeen()) hints_->start();
}

/// The session of the last time; before the first one, a sample.
void MainWindow::showLastStudy() {
    const QStringList recent = settings_.recentFiles();
    const auto last = std::ranges::find_if(recent, [](const QString& file) { return file.endsWith(kSuffix); });
    if (last != recent.end() && QFileInfo::exists(*last))
        openFile(*last);
    else
        showSample(workspaces().front());
}

void MainWindow::showSample(const Workspace& workspace) {
    worker_.run(
        this, [resource = workspace.sample()] { return readSampleSession(resource); },
        [this, &workspace](const Result<Session>& session) {
            if (!session) return notify(NoticeBar::Tone::Error, views::errorText(session.error(), QLocale()));
            showWorkspace(QLatin1String(workspace.id));
            showSession(*session, {}, true);
            shows_sample_ = true;
            session_file_->setTitle(QCoreApplication::translate("Workspace", workspace.sample_title));
        });
}

void MainWindow::showSession(const Session& session, const QString& file, bool run) {
    shows_sample_ = false;
    opening_ = true; // what is shown now needs no working copy until it changes
    controller_.reset(session.study);
    explorations_.reset(session.explorations, run);
    opening_ = false;
    session_file_->begin(file, tr("Untitled"));
    working_copy_->drop();
    views_->restore(session.view_state);
    const auto state = session.view_state.find(kWindowState);
    restoreWindowState(state == session.view_state.end() ? "{}" : state->second);
    if (!session.layout.empty()) {
        leaveFill();
        restoreLayout(*this, QString::fromStdString(session.layout));
    }
    freeFocus();
    updateTitle();
    emit sessionOpened();
#ifdef __GLIBC__
    // Threads that are gone leave their arenas behind, full of what the session before held.
    malloc_trim(0);
#endif
    if (!std::exchange(ready_, true)) emit ready();
}

Session MainWindow::session() const {
    Session session;
    session.study = controller_.study();
    session.view_state = views_->states();
    session.view_state[kWindowState] = windowState();
    session.layout = saveLayout(*this).toStdString();
    session.explorations = explorations_.forSession();
    return session;
}

void MainWindow::saveFile(const QString& file) { session_file_->saveTo(file); }

void MainWindow::offerRecovery(const std::vector<RecoveryPoint>& points) {
    const QLocale locale;
    recovery_->clearButtons();
    // The newest three: more would be a list to read instead of an offer.
    for (std::size_t i = 0; i < points.size() && i < 3; ++i) {
        const QString when = locale.toString(points[i].changed, QLocale::ShortFormat);
        recovery_->addButton(tr("Recover %1").arg(when), [this, file = points[i].file] {
            session_file_->whenChangesMayGo([this, file] { store_.recover(file); });
        });
    }
    recovery_->addButton(tr("Discard"), [this, points] {
        for (const RecoveryPoint& point : points)
            store_.discardRecoveryPoint(point.file);
        recovery_->hide();
    });
    recovery_->show(NoticeBar::Tone::Warning,
                    tr("Strata did not end by itself last time. %n unsaved study(s) can be recovered.", nullptr,
                       static_cast<int>(points.size())));
}

void MainWindow::updateTitle() {
    setWindowTitle(tr("%1[*] \u2013 Strata").arg(session_file_->name()));
    setWindowFilePath(session_file_->path());
    setWindowModified(session_file_->hasChanges());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!closing_ && session_file_->hasChanges()) {
        event->ignore();
        session_file_->whenChangesMayGo([this] {
            closing_ = true;
            close();
        });
        return;
    }
    leaveFill();
    settings_.setLayout(workspace_, saveLayout(*this));
    settings_.setGeometry(saveGeometry());
    explorations_.disconnect(this);
    explorations_.disconnect(session_file_.get());
    explorations_.disconnect(working_copy_.get());
    explorations_.reset({}, false); // nothing of a clean end stays in the state folder
    working_copy_->drop();
    event->accept();
}

} // namespace strata::app
