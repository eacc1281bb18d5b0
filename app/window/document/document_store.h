// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <memory>
#include <optional>
#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <vector>

namespace strata::app {

class Worker;

/// A working copy that a program left behind which did not end by itself.
struct RecoveryPoint {
    QString file;
    QDateTime changed;
};

/// Saves sessions and keeps the crash-safe working copy, all on the worker's thread. A saved file holds the
/// points of explorations; the working copy leaves them in the files of the state folder.
class DocumentStore : public QObject {
    Q_OBJECT

public:
    DocumentStore(QString state_folder, std::shared_ptr<const Library> library, Worker& worker,
                  QObject* parent = nullptr);

    void setLibrary(std::shared_ptr<const Library> library) { library_ = std::move(library); }

    /// Opens a working copy; the document has no file of its own then.
    void recover(const QString& file);
    void save(Session session, const QString& file);
    /// Keeps the newest state; states that arrive while one is being written replace each other.
    void keepWorkingCopy(Session session);
    /// At a clean end: nothing is left to recover.
    void dropWorkingCopy();
    void findRecoveryPoints();
    void discardRecoveryPoint(const QString& file);

signals:
    void recovered(const strata::Session& session, const QString& file);
    void recoveryFailed(const QString& file, const QString& reason);
    void saved(const QString& file);
    void saveFailed(const QString& file, const QString& reason);
    void workingCopyKept();
    void workingCopyFailed(const QString& reason);
    void recoveryPointsFound(const std::vector<strata::app::RecoveryPoint>& points);

private:
    struct Copy;

    void writeWorkingCopy();

    QString state_folder_;
    QString recovery_folder_;
    std::shared_ptr<const Library> library_;
    Worker& worker_;
    std::shared_ptr<Copy> copy_; ///< touched only by jobs of the worker
    std::optional<Session> waiting_;
    bool writing_ = false;
};

} // namespace strata::app
