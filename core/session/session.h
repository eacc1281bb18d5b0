// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/study.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace strata {

class Database;
class Library;

/// Everything a session file holds.
struct Session {
    Study study;
    std::map<std::string, std::string> view_state;  ///< by view id: JSON text that the view itself wrote
    std::string layout;                             ///< JSON text of the dock layout, empty for the default
    /// Catalog entries that the designs use, as they were when saved: id -> {sha256, canonical text}. The file opens elsewhere.
    std::map<std::string, std::string> inputs;
};

/// Reads a session file. Errors: those of Database::open ("from-the-future" names both versions), "bad-session" with the table and row.
Result<Session> openSession(const std::filesystem::path& file);

/// Writes the document whole: temporary sibling, fsync, rename; the old file stays when anything fails.
Result<void> saveSession(const Session& session, const std::filesystem::path& file);

/// The crash-safe working copy in the state folder: every undo step is committed before the call returns.
class WorkingCopy {
public:
    static Result<WorkingCopy> create(const std::filesystem::path& file);
    Result<void> store(const Session& session);
    ~WorkingCopy();
    WorkingCopy(WorkingCopy&&) noexcept;
    WorkingCopy& operator=(WorkingCopy&&) noexcept;

private:
    explicit WorkingCopy(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

/// Fills `inputs` from the catalog for every entry that the study's designs refer to.
void embedInputs(Session& session, const Library& library);

}  // namespace strata
