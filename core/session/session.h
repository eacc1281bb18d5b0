// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/study.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

class Database;
class Library;

/// A sweep or search with the points that it has so far.
struct SessionExploration {
    std::string id;                             ///< unique among all sessions: names its file while it is worked on
    std::shared_ptr<const Json> request;        ///< of kind `sweep` or `search`
    std::string view_state;                     ///< JSON text: what is brushed and marked; empty for nothing
    std::shared_ptr<const std::string> results; ///< a file of results as bytes; nullptr where there are none with it
};

/// Everything a session file holds.
struct Session {
    Study study;
    std::map<std::string, std::string> view_state; ///< by view id: JSON text that the view itself wrote
    std::string layout;                            ///< JSON text of the dock layout, empty for the default
    /// Catalog entries that the designs use, as they were when saved: id -> canonical text. The file opens
    /// elsewhere.
    std::map<std::string, std::string> inputs;
    std::vector<SessionExploration> explorations; ///< in the order in which they are listed
};

/// Ids and letters are unique, every request is a JSON object, and what is selected, pinned or noted exists.
/// Errors: "bad-session" with the table and the row.
Result<void> checkSession(const Session& session);

/// Reads a session file, or the newest state of a working copy. The file is not changed, whatever its
/// version. Errors: those of Database::open ("from-the-future" names both versions), "damaged-file",
/// "bad-session" with the table and the row.
Result<Session> openSession(const std::filesystem::path& file);

/// Writes the document whole: temporary sibling, fsync, rename; the old file stays when anything fails.
/// Errors: "bad-session", "unwritable-file", "disk-full".
Result<void> saveSession(const Session& session, const std::filesystem::path& file);

/// One state that a program left behind when it did not end by itself.
struct RecoveryPoint {
    std::filesystem::path file; ///< of the working copy
    std::int64_t number = 0;    ///< grows with every state of one file
    std::string saved_at;       ///< UTC, "2026-01-31T12:34:56.789Z"
    std::string title;          ///< what was done last, as the caller of store() said
};

/// The crash-safe working copy in the state folder: every undo step is committed before the call returns. The
/// last states are kept, so that the way back does not end at a state which itself makes the program fail.
class WorkingCopy {
public:
    static constexpr int kKeptStates = 20;
    static constexpr std::string_view kExtension = ".strata"; ///< of the files that recoveryPoints() looks at

    /// A file of its own for each running program. A file that a crash left keeps its states.
    static Result<WorkingCopy> create(const std::filesystem::path& file);
    Result<void> store(const Session& session, std::string_view title = {});
    /// At an orderly end, when nothing is left to recover: deletes the file. Without this call the states
    /// stay.
    Result<void> discard();

    /// The states of all working copies in a folder that no living program has open, the newest first.
    static std::vector<RecoveryPoint> recoveryPoints(const std::filesystem::path& folder);
    static Result<Session> restore(const RecoveryPoint& point);
    /// Deletes a working copy that is no longer wanted, with its side files.
    static Result<void> remove(const std::filesystem::path& file);

    ~WorkingCopy();
    WorkingCopy(WorkingCopy&&) noexcept;
    WorkingCopy& operator=(WorkingCopy&&) noexcept;

private:
    WorkingCopy(std::unique_ptr<Database> database, std::filesystem::path file);
    std::unique_ptr<Database> database_;
    std::filesystem::path file_;
};

/// Fills `inputs` with every entry that designs and explorations refer to; those that the session already carries
/// stay as they are, those that nothing uses go.
void embedInputs(Session& session, const Library& library);

/// An input of a session that this machine's catalog does not have, or has otherwise.
struct InputDifference {
    std::string id;
    bool missing = false;              ///< the catalog has no such entry
    std::vector<std::string> pointers; ///< where the two differ
};

/// The catalog as a session saw it when it was saved.
struct SessionLibrary {
    std::shared_ptr<const Library> library;   ///< the catalog, with the session's inputs in place of its own entries
    std::vector<InputDifference> differences; ///< for messages
};

/// What a session's requests are to be evaluated with, so that it gives the same numbers everywhere.
/// Errors: "bad-session" when an input is no valid entry.
Result<SessionLibrary> libraryWithInputs(const Library& catalog, const Session& session);

} // namespace strata
