// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document_store.h"

#include "app/window/explore/run/exploration_controller.h"
#include "app/window/explore/worker.h"
#include "views/support/text/told.h"

#include <filesystem>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <utility>

namespace strata::app {

namespace {

std::filesystem::path pathOf(const QString& file) { return file.toStdU16String(); }

/// The file is named by whoever tells the reason.
QString sentence(Error error) {
    error.file.clear();
    return views::errorText(error, QLocale());
}

/// With the side files of a database in WAL mode.
void removeDatabase(const QString& file) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal", ".lock"})
        QFile::remove(file + QLatin1String(suffix));
}

std::filesystem::path resultsOf(const QString& state_folder, const SessionExploration& exploration) {
    return explorationFile(state_folder, QString::fromStdString(exploration.id));
}

/// Puts the points that the state folder holds into the session. @param undone whether a killed program may have left a
/// file in the middle of a change
Result<void> attachResults(Session& session, const QString& state_folder, bool undone) {
    std::error_code ignored;
    for (SessionExploration& exploration : session.explorations) {
        const auto file = resultsOf(state_folder, exploration);
        if (exploration.results || !std::filesystem::exists(file, ignored)) continue;
        auto store = explore::ResultStore::open(file, undone);
        auto bytes = store ? store->toBytes() : Result<std::string>(store.error());
        if (!bytes) return bytes.error();
        exploration.results = std::make_shared<const std::string>(*std::move(bytes));
    }
    return {};
}

Result<Session> recoverSession(const QString& file, const QString& state_folder) {
    Result<Session> session = openSession(pathOf(file));
    // Points that cannot be read are no reason to give the designs up.
    if (session) static_cast<void>(attachResults(*session, state_folder, true));
    return session;
}

/// A working copy and the points that belong to it.
void removeRecoveryPoint(const QString& file, const QString& state_folder) {
    if (const Result<Session> session = openSession(pathOf(file))) {
        for (const SessionExploration& exploration : session->explorations)
            removeDatabase(QString::fromStdU16String(resultsOf(state_folder, exploration).u16string()));
    }
    removeDatabase(file);
}

QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

} // namespace

/// The working copy of this process, made at the first change.
struct DocumentStore::Copy {
    QString file;
    std::unique_ptr<QLockFile> lock; ///< tells other windows that its owner lives
    std::optional<WorkingCopy> copy;

    Result<void> store(const QString& folder, const Session& session) {
        if (!copy) {
            QDir().mkpath(folder);
            const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-hhmmss-zzz"));
            file = QStringLiteral("%1/%2-%3.strata").arg(folder, stamp).arg(QCoreApplication::applicationPid());
            lock = std::make_unique<QLockFile>(lockOf(file));
            lock->setStaleLockTime(0);
            lock->tryLock(0);
            Result<WorkingCopy> created = WorkingCopy::create(pathOf(file));
            if (!created) return created.error();
            copy = std::move(*created);
        }
        return copy->store(session);
    }
};

DocumentStore::DocumentStore(QString state_folder, std::shared_ptr<const Library> library, Worker& worker,
                             QObject* parent)
    : QObject(parent), state_folder_(state_folder), recovery_folder_(state_folder + QStringLiteral("/recovery")),
      library_(std::move(library)), worker_(worker), copy_(std::make_shared<Copy>()) {}

void DocumentStore::recover(const QString& file) {
    const auto work = [file, folder = state_folder_] { return recoverSession(file, folder); };
    worker_.run(this, work, [this, file](Result<Session> session) {
        if (session)
            emit recovered(*session, file);
        else
            emit recoveryFailed(file, sentence(session.error()));
    });
}

void DocumentStore::save(Session session, const QString& file) {
    auto work = [session = std::move(session), library = library_, folder = state_folder_, file]() mutable {
        if (library) embedInputs(session, *library);
        if (auto attached = attachResults(session, folder, false); !attached) return attached;
        return saveSession(session, pathOf(file));
    };
    worker_.run(this, std::move(work), [this, file](const Result<void>& done) {
        if (done)
            emit saved(file);
        else
            emit saveFailed(file, sentence(done.error()));
    });
}

void DocumentStore::keepWorkingCopy(Session session) {
    waiting_ = std::move(session);
    if (!writing_) writeWorkingCopy();
}

void DocumentStore::writeWorkingCopy() {
    writing_ = true;
    auto work = [copy = copy_, folder = recovery_folder_, library = library_,
                 session = *std::exchange(waiting_, std::nullopt)]() mutable {
        if (library) embedInputs(session, *library);
        return copy->store(folder, session);
    };
    worker_.run(this, std::move(work), [this](const Result<void>& done) {
        writing_ = false;
        if (waiting_)
            writeWorkingCopy();
        else if (done)
            emit workingCopyKept();
        if (!done) emit workingCopyFailed(sentence(done.error()));
    });
}

void DocumentStore::dropWorkingCopy() {
    waiting_.reset();
    auto work = [copy = copy_] {
        copy->copy.reset();
        copy->lock.reset();
        if (!copy->file.isEmpty()) removeDatabase(copy->file);
        copy->file.clear();
        return true;
    };
    worker_.run(this, std::move(work), [](bool) {});
}

void DocumentStore::findRecoveryPoints() {
    auto work = [folder = recovery_folder_] {
        std::vector<RecoveryPoint> points;
        const auto files = QDir(folder).entryInfoList({QStringLiteral("*.strata")}, QDir::Files, QDir::Time);
        for (const QFileInfo& file : files) {
            QLockFile lock(lockOf(file.filePath()));
            lock.setStaleLockTime(0);
            // A living program holds its lock; that of a dead one is taken over here and given back at once.
            if (lock.tryLock(0)) points.push_back({file.filePath(), file.lastModified()});
        }
        return points;
    };
    worker_.run(this, std::move(work), [this](const std::vector<RecoveryPoint>& points) {
        if (!points.empty()) emit recoveryPointsFound(points);
    });
}

void DocumentStore::discardRecoveryPoint(const QString& file) {
    worker_.run(
        this,
        [file, folder = state_folder_] {
            removeRecoveryPoint(file, folder);
            return true;
        },
        [](bool) {});
}

} // namespace strata::app
