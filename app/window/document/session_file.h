// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <functional>
#include <QObject>
#include <QString>

class QWidget;

namespace strata::app {

class DocumentStore;
class ExplorationController;
class Settings;
class StudyController;

/// The file of the session that a window shows: whether it holds all changes, saving it, and asking before changes go.
class SessionFile : public QObject {
    Q_OBJECT

public:
    /// All of them outlive this object. @param session what is on show; @param window parent of the dialogs
    SessionFile(StudyController& controller, ExplorationController& explorations, DocumentStore& store,
                Settings& settings, std::function<Session()> session, QWidget* window);

    /// Another session is on show, as its file has it. @param file empty where it has none, but a title
    void begin(const QString& file, const QString& title);
    void setTitle(const QString& title);
    const QString& path() const { return file_; }
    /// Of the file; the title where there is none.
    QString name() const;
    bool hasChanges() const;

    /// Asks where, for a session without a file.
    void save();
    void saveAs();
    /// As soon as all explorations have been read.
    void saveTo(const QString& file);
    /// Asks what to do with unsaved changes, then continues unless the user stays.
    void whenChangesMayGo(std::function<void()> next);

signals:
    /// name(), path() or hasChanges().
    void changed();
    void saved();
    void delayed();
    void failed(const QString& file, const QString& reason);

private:
    void takeSaved(const QString& file);

    StudyController& controller_;
    ExplorationController& explorations_;
    DocumentStore& store_;
    Settings& settings_;
    std::function<Session()> session_;
    QWidget* window_;
    QString file_;
    QString title_;
    bool explorations_changed_ = false; ///< since the session was opened or saved
    int saved_index_ = -1;              ///< undo index that the running save writes
    QString save_when_read_;            ///< where to save as soon as all explorations are read; empty: nowhere
    std::function<void()> after_save_;
};

} // namespace strata::app
