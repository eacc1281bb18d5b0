// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/working_copy_tables.h"

#include "core/session/session_tables.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <system_error>

namespace strata {

namespace fs = std::filesystem;

namespace {

// A state is a complete session database: what recovery reads is what opening a file reads.
constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE point (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    saved_at TEXT NOT NULL, title TEXT NOT NULL, state BLOB NOT NULL) STRICT;
)sql";

const Database::Schema& workingCopySchema() {
    static const Database::Schema schema{0x53545257 /* "STRW" */, "working copy", {kVersion1}};
    return schema;
}

std::string utcNow() {
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> day{};
    std::array<char, 40> text{};
    std::strftime(day.data(), day.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::snprintf(text.data(), text.size(), "%s.%03dZ", day.data(), static_cast<int>(since_epoch.count() % 1000));
    return text.data();
}

Result<Session> stateOf(Statement& statement, const fs::path& file) {
    const Result<bool> row = statement.step();
    if (!row) return row.error();
    if (!*row)
        return Error{
            "not-found", {}, {"error.working-copy-has-no-such-state"}, {"accepted.state-listed"}, file.string()};
    Result<Database> state = Database::fromBytes(statement.text(0), sessionSchema());
    Result<Session> session = state ? readTables(*state) : Result<Session>(state.error());
    if (session) return session;
    Error error = session.error();
    error.file = file.string();
    return error;
}

/// The states of one file; nothing when it is no working copy or a living program has it open.
Result<std::vector<RecoveryPoint>> pointsOf(const fs::path& file) {
    Result<Database> database = Database::open(file, Database::Mode::ReadWrite, workingCopySchema());
    if (!database) return database.error();
    // Leaving WAL mode needs the file for oneself, which no file has that its owner still has open.
    if (auto alone = database->execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE"); !alone)
        return alone.error();
    Result<Statement> rows = database->prepare("SELECT number, saved_at, title FROM point ORDER BY number DESC");
    if (!rows) return rows.error();
    std::vector<RecoveryPoint> points;
    for (;;) {
        const Result<bool> row = rows->step();
        if (!row) return row.error();
        if (!*row) return points;
        points.push_back({file, rows->integer(0), rows->text(1), rows->text(2)});
    }
}

} // namespace

WorkingCopy::WorkingCopy(std::unique_ptr<Database> database, fs::path file)
    : database_(std::move(database)), file_(std::move(file)) {}
WorkingCopy::~WorkingCopy() = default;
WorkingCopy::WorkingCopy(WorkingCopy&&) noexcept = default;
WorkingCopy& WorkingCopy::operator=(WorkingCopy&&) noexcept = default;

Result<WorkingCopy> WorkingCopy::create(const fs::path& file) {
    std::error_code told_by_open;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), told_by_open);
    Result<Database> database = Database::open(file, Database::Mode::Create, workingCopySchema());
    if (!database) return database.error();
    // In WAL mode a commit reaches the operating system before it returns, so it survives the end of this
    // program; NORMAL leaves out the wait for the disk, without which only a power failure can take the last
    // steps.
    if (auto done = database->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"); !done)
        return done.error();
    return WorkingCopy(std::make_unique<Database>(std::move(*database)), file);
}

Result<void> WorkingCopy::store(const Session& session, std::string_view title) {
    Result<Database> state = sessionDatabase(session);
    if (!state) return state.error();
    const Result<std::string> bytes = state->toBytes();
    if (!bytes) return bytes.error();
    return database_->transaction([&]() -> Result<void> {
        Result<Statement> insert = database_->prepare("INSERT INTO point (saved_at, title, state) VALUES (?, ?, ?)");
        if (!insert) return insert.error();
        if (auto done = insert->bind(0, utcNow()).bind(1, title).bindBytes(2, *bytes).run(); !done) return done;
        return database_->execute("DELETE FROM point WHERE number <= (SELECT max(number) FROM point) - " +
                                  std::to_string(kKeptStates));
    });
}

Result<void> WorkingCopy::discard() {
    database_.reset();
    return remove(file_);
}

std::vector<RecoveryPoint> WorkingCopy::recoveryPoints(const fs::path& folder) {
    std::vector<RecoveryPoint> points;
    std::error_code failure;
    for (fs::directory_iterator found(folder, failure); !failure && found != fs::end(found); found.increment(failure)) {
        // Side files must not even be opened: closing them would take away the locks of a working copy of
        // this very program.
        if (found->path().extension() != kExtension || !found->is_regular_file(failure)) continue;
        if (Result<std::vector<RecoveryPoint>> own = pointsOf(found->path())) {
            points.insert(points.end(), own->begin(), own->end());
        }
    }
    std::sort(points.begin(), points.end(), [](const RecoveryPoint& a, const RecoveryPoint& b) {
        return a.saved_at != b.saved_at ? a.saved_at > b.saved_at : a.number > b.number;
    });
    return points;
}

Result<Session> WorkingCopy::restore(const RecoveryPoint& point) {
    Result<Database> database = Database::open(point.file, Database::Mode::ReadOnly, workingCopySchema());
    if (!database) return database.error();
    Result<Statement> statement = database->prepare("SELECT state FROM point WHERE number = ?");
    if (!statement) return statement.error();
    statement->bind(0, point.number);
    return stateOf(*statement, point.file);
}

Result<Session> newestState(const fs::path& file) {
    Result<Database> database = Database::open(file, Database::Mode::ReadOnly, workingCopySchema());
    if (!database) return database.error();
    Result<Statement> statement = database->prepare("SELECT state FROM point ORDER BY number DESC LIMIT 1");
    if (!statement) return statement.error();
    return stateOf(*statement, file);
}

Result<void> WorkingCopy::remove(const fs::path& file) {
    for (const char* suffix : {"-wal", "-shm", ""}) {
        fs::path part = file;
        part += suffix;
        std::error_code failure;
        fs::remove(part, failure);
        if (failure)
            return Error{"unwritable-file",
                         {},
                         {"error.cannot-delete-file", {{"failure", failure.message()}}},
                         {},
                         part.string()};
    }
    return {};
}

} // namespace strata
