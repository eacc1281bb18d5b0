// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/precedence.h"
#include "app/window/explore/run/exploration_reading.h"
#include "app/window/explore/run/exploration_runner.h"
#include "app/window/explore/worker.h"
#include "core/session/session.h"
#include "views/explore/exploration.h"

#include <chrono>
#include <deque>
#include <memory>
#include <QObject>
#include <QString>
#include <QTimer>
#include <stop_token>
#include <string>
#include <vector>

namespace strata::app {

/// One exploration as the jobs dock lists it.
struct ExplorationStatus {
    enum class State { Reading, Waiting, Running, Paused, Stopped, Finished, Failed };

    QString id;
    QString label;
    State state = State::Reading;
    std::uint64_t done = 0, budget = 0; ///< points
    double rate_per_s = 0;              ///< of the last seconds; of the whole run when it has ended
    double remaining_s = -1;            ///< -1: not known
    QString problem;
    bool selected = false;
};

/// The sweeps and searches of a session: runs them one after the other in the background, hands their points
/// to the views ten times a second, and keeps what is done in files of the state folder until a session is
/// saved.
class ExplorationController : public QObject {
    Q_OBJECT

public:
    using State = ExplorationStatus::State;

    /// @param precedence of the window, which goes first; nobody does where it is left out
    ExplorationController(QString state_folder, unsigned threads,
                          std::shared_ptr<Precedence> precedence = std::make_shared<Precedence>(),
                          QObject* parent = nullptr);
    ~ExplorationController() override;

    void setLibrary(std::shared_ptr<const Library> library) { library_ = std::move(library); }

    /// Reads the request in the background, lists and selects it, and runs it when those before it are done.
    void start(std::shared_ptr<const Json> request);
    /// One that a file holds: with the points that stand there, and what was brushed. Runs where there are no points.
    /// @param results a file of them; empty for none
    void open(std::shared_ptr<const Json> request, std::filesystem::path results, std::string brush);
    void pause(const QString& id);
    /// Goes on with one that was paused or cancelled, behind the points that it has.
    void resume(const QString& id);
    /// Ends it and keeps its points.
    void cancel(const QString& id);
    void remove(const QString& id);
    void select(const QString& id);

    std::vector<ExplorationStatus> list() const;
    /// nullptr when there is none.
    std::shared_ptr<views::Exploration> selected() const { return selected_ ? selected_->exploration : nullptr; }
    bool running() const;
    /// Points of some are still being read; a session that is saved now would lack them.
    bool reading() const;

    /// As a session keeps them; the points are in the files of the state folder, whose names are the ids.
    std::vector<SessionExploration> forSession() const;
    /// Replaces all by those of another session. @param run whether those without any points are run
    void reset(const std::vector<SessionExploration>& explorations, bool run);

    static constexpr int kPublishMs = 100;

signals:
    /// States, progress or the selection: at most ten times a second while something runs.
    void listChanged();
    void selectionChanged();
    /// One was started or removed, or has more points: worth saving.
    void changed();
    /// One was added or removed: the working copy has to know.
    void definitionsChanged();
    void failed(const QString& label, const QString& reason);

private:
    struct Entry {
        QString id;
        std::shared_ptr<const Json> request;
        std::string brush; ///< to restore when it is read
        std::shared_ptr<views::Exploration> exploration;
        std::shared_ptr<const explore::ExploreRequest> parsed;
        std::stop_source reading;
        std::unique_ptr<ExplorationRunner> runner;
        State state = State::Reading;
        State wanted = State::Stopped; ///< when the runner has ended early
        QString problem;
        struct Mark {
            std::chrono::steady_clock::time_point when;
            std::uint64_t points;
        };
        std::deque<Mark> marks; ///< of the last seconds
        Mark begin{};
    };
    using EntryPointer = std::shared_ptr<Entry>;

    EntryPointer find(const QString& id) const;
    EntryPointer add(const QString& id, const std::shared_ptr<const Json>& request);
    std::filesystem::path fileOf(const QString& id) const;
    using Parsed = std::shared_ptr<const explore::ExploreRequest>;
    void read(const EntryPointer& entry, ExplorationSource source, bool run);
    void showRead(const EntryPointer& entry, const Parsed& request);
    void endReading(const EntryPointer& entry, const Result<Parsed>& read, bool run);
    void tellAdded();
    void runNext();
    void begin(Entry& entry);
    void publish();
    void take(const EntryPointer& entry);
    void stopAs(const EntryPointer& entry, State state);
    void dropFile(const EntryPointer& entry);
    ExplorationStatus statusOf(const Entry& entry) const;

    QString folder_;
    unsigned threads_;
    std::shared_ptr<Precedence> precedence_;
    std::shared_ptr<const Library> library_;
    std::vector<EntryPointer> entries_;
    EntryPointer selected_;
    QTimer publish_timer_;
    std::unique_ptr<Worker> worker_; ///< reads requests and files; destroyed first
};

/// The file of an exploration's points in a state folder.
std::filesystem::path explorationFile(const QString& state_folder, const QString& id);

} // namespace strata::app
