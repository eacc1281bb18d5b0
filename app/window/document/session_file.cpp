// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/session_file.h"

#include "app/window/document/document_store.h"
#include "app/window/document/settings.h"
#include "app/window/document/study_controller.h"
#include "app/window/explore/run/exploration_controller.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <utility>

namespace strata::app {

SessionFile::SessionFile(StudyController& controller, ExplorationController& explorations, DocumentStore& store,
                         Settings& settings, std::function<Session()> session, QWidget* window)
    : controller_(controller), explorations_(explorations), store_(store), settings_(settings),
      session_(std::move(session)), window_(window) {
    connect(&store_, &DocumentStore::saved, this, &SessionFile::takeSaved);
    connect(&store_, &DocumentStore::saveFailed, this, [this](const QString& file, const QString& reason) {
        after_save_ = nullptr;
        explorations_changed_ = true; // maybe not, but nothing is lost by asking
        emit failed(file, reason);
    });
    connect(&explorations_, &ExplorationController::listChanged, this, [this] {
        if (!save_when_read_.isEmpty() && !explorations_.reading()) saveTo(std::exchange(save_when_read_, {}));
    });
    connect(&explorations_, &ExplorationController::definitionsChanged, this, [this] {
        explorations_changed_ = true;
        emit changed();
    });
    connect(&explorations_, &ExplorationController::changed, this, [this] {
        // Points that a sample computes anew each time are no change that anybody made.
        if (file_.isEmpty() || explorations_changed_) return;
        explorations_changed_ = true;
        emit changed();
    });
}

void SessionFile::begin(const QString& file, const QString& title) {
    file_ = file;
    title_ = title;
    explorations_changed_ = false;
}

void SessionFile::setTitle(const QString& title) {
    title_ = title;
    emit changed();
}

QString SessionFile::name() const { return file_.isEmpty() ? title_ : QFileInfo(file_).completeBaseName(); }

bool SessionFile::hasChanges() const { return explorations_changed_ || !controller_.undoStack().isClean(); }

void SessionFile::save() { file_.isEmpty() ? saveAs() : saveTo(file_); }

void SessionFile::saveAs() {
    const QString suffix = QStringLiteral(".strata");
    QString file = QFileDialog::getSaveFileName(window_, tr("Save session"), settings_.lastFolder(),
                                                tr("Strata sessions (*%1)").arg(suffix));
    if (file.isEmpty()) {
        after_save_ = nullptr;
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) file += suffix;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    saveTo(file);
}

void SessionFile::saveTo(const QString& file) {
    if (explorations_.reading()) { // the session would lack their points
        save_when_read_ = file;
        return emit delayed();
    }
    saved_index_ = controller_.undoStack().index();
    explorations_changed_ = false;
    store_.save(session_(), QFileInfo(file).absoluteFilePath());
}

void SessionFile::takeSaved(const QString& file) {
    file_ = file;
    settings_.addRecentFile(file);
    if (controller_.undoStack().index() == saved_index_) controller_.undoStack().setClean();
    emit changed();
    emit saved();
    if (const auto next = std::exchange(after_save_, nullptr)) next();
}

void SessionFile::whenChangesMayGo(std::function<void()> next) {
    if (!hasChanges()) return next();
    QMessageBox box(QMessageBox::Question, tr("Unsaved changes"), tr("The study has changes that were not saved."),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard: return next();
    case QMessageBox::Save: after_save_ = std::move(next); return save();
    default: return;
    }
}

} // namespace strata::app
