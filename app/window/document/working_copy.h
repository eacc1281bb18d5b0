// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <functional>
#include <QObject>
#include <QTimer>

namespace strata::app {

class DocumentStore;

/// When the session on show is kept against a crash: each undo step at once, and the many changes of one drag a few
/// times a second.
class WorkingCopy : public QObject {
    Q_OBJECT

public:
    /// @param store outlives this object; @param session what is on show
    WorkingCopy(DocumentStore& store, std::function<Session()> session);

    void keep();
    /// The study changed. @param step undo index
    void keepStep(int step);
    /// What is on show needs no copy until it changes.
    void drop();

signals:
    /// Only the first time: every step would say it again.
    void failed(const QString& reason);

private:
    DocumentStore& store_;
    std::function<Session()> session_;
    QTimer timer_;
    int kept_step_ = -1; ///< undo index of the newest copy
    bool failed_ = false;
};

} // namespace strata::app
