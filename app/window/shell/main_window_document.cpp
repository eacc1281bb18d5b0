// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/sample_study.h"
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
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace strata::app {

namespace {

constexpr int kKeepDragMs = 200;
const QString kSuffix = QStringLiteral(".strata");

/// Settings of the window itself among the view states of a session.
const std::string kWindowState = "window";

} // namespace

void MainWindow::connectStore() {
    connect(&controller_, &StudyController::studyChanged, this, &MainWindow::keepWorkingCopy);
    keep_timer_.setSingleShot(true);
    keep_timer_.setInterval(kKeepDragMs);
    connect(&keep_timer_, &QTimer::timeout, this, [this] { store_.keepWorkingCopy(session()); });
    connect(&controller_.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
    connect(&store_, &DocumentStore::recovered, this, [this](const Session& session) {
        showSession(session, {});
        controller_.undoStack().resetClean(); // nothing of it is in a file of the user's
        if (!session.explorations.empty())
            store_.keepWorkingCopy(this->session()); // its points have files of their own now
        recovery_->hide();
        notify(NoticeBar::Tone::Info,
               tr("The study was recovered. Save it to keep it; the recovery point stays until you discard it."));
    });
    connect(&store_, &DocumentStore::recoveryFailed, this, &MainWindow::refuseFile);
    connect(&store_, &DocumentStore::saved, this, [this](const QString& file) {
        file_ = file;
        settings_.addRecentFile(file);
        if (controller_.undoStack().index() == saved_index_) controller_.undoStack().setClean();
        updateTitle();
        emit sessionSaved();
        if (const auto next = std::exchange(after_save_, nullptr)) next();
    });
    connect(&store_, &DocumentStore::saveFailed, this, [this](const QString& file, const QString& reason) {
        after_save_ = nullptr;
        explorations_changed_ = true; // maybe not, but nothing is lost by asking
        notify(NoticeBar::Tone::Error, tr("%1 was not saved: %2").arg(QFileInfo(file).fileName(), reason),
               Until::Saved);
    });
    connect(&store_, &DocumentStore::workingCopyFailed, this, [this](const QString& reason) {
        if (std::exchange(copy_failed_, true)) return; // once is enough; every step would say it again
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
            title_ = QCoreApplication::translate("Workspace", workspace.sample_title);
            updateTitle();
        });
}

void MainWindow::showSession(const Session& session, const QString& file, bool run) {
    file_ = file;
    title_ = tr("Untitled");
    shows_sample_ = false;
    opening_ = true; // what is shown now needs no working copy until it changes
    controller_.reset(session.study);
    explorations_.reset(session.explorations, run);
    opening_ = false;
    explorations_changed_ = false;
    keep_timer_.stop();
    kept_step_ = -1;
    store_.dropWorkingCopy();
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

void MainWindow::saveFile(const QString& file) {
    if (explorations_.reading()) { // the session would lack their points
        save_when_read_ = file;
        return notify(NoticeBar::Tone::Info,
                      tr("The session will be saved as soon as all explorations have been read."), Until::Saved);
    }
    saved_index_ = controller_.undoStack().index();
    explorations_changed_ = false;
    store_.save(session(), QFileInfo(file).absoluteFilePath());
}

void MainWindow::askWhereToSave() {
    QString file = QFileDialog::getSaveFileName(this, tr("Save session"), settings_.lastFolder(),
                                                tr("Strata sessions (*%1)").arg(kSuffix));
    if (file.isEmpty()) {
        after_save_ = nullptr;
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) file += kSuffix;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    saveFile(file);
}

bool MainWindow::hasChanges() { return explorations_changed_ || !controller_.undoStack().isClean(); }

void MainWindow::whenChangesMayGo(std::function<void()> next) {
    if (!hasChanges()) return next();
    QMessageBox box(QMessageBox::Question, tr("Unsaved changes"), tr("The study has changes that were not saved."),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard: return next();
    case QMessageBox::Save: after_save_ = std::move(next); return file_.isEmpty() ? askWhereToSave() : saveFile(file_);
    default: return;
    }
}

void MainWindow::keepWorkingCopy() {
    if (opening_) return;
    // A new step is kept at once; the many changes of one drag only a few times a second.
    const int step = controller_.undoStack().index();
    if (std::exchange(kept_step_, step) == step) {
        if (!keep_timer_.isActive()) keep_timer_.start();
        return;
    }
    keep_timer_.stop();
    store_.keepWorkingCopy(session());
}

void MainWindow::offerRecovery(const std::vector<RecoveryPoint>& points) {
    const QLocale locale;
    recovery_->clearButtons();
    // The newest three: more would be a list to read instead of an offer.
    for (std::size_t i = 0; i < points.size() && i < 3; ++i) {
        const QString when = locale.toString(points[i].changed, QLocale::ShortFormat);
        recovery_->addButton(tr("Recover %1").arg(when), [this, file = points[i].file] {
            whenChangesMayGo([this, file] { store_.recover(file); });
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
    const QString name = file_.isEmpty() ? title_ : QFileInfo(file_).completeBaseName();
    setWindowTitle(tr("%1[*] \u2013 Strata").arg(name));
    setWindowFilePath(file_);
    setWindowModified(hasChanges());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!closing_ && hasChanges()) {
        event->ignore();
        whenChangesMayGo([this] {
            closing_ = true;
            close();
        });
        return;
    }
    leaveFill();
    settings_.setLayout(workspace_, saveLayout(*this));
    settings_.setGeometry(saveGeometry());
    keep_timer_.stop();
    explorations_.disconnect(this);
    explorations_.reset({}, false); // nothing of a clean end stays in the state folder
    store_.dropWorkingCopy();
    event->accept();
}

} // namespace strata::app
