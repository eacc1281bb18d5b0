// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"

#include <cstring>
#include <sqlite3.h>
#include <system_error>
#include <tuple>

namespace strata {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInMemory = ":memory:";

} // namespace

Result<Database> Database::connect(const fs::path& path, int flags) {
    sqlite3* raw = nullptr;
    const int status =
        sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    Database database(raw, path == kInMemory ? fs::path() : path);
    if (status != SQLITE_OK) return database.failure(status);
    if (Result<void> configured = database.configure(); !configured) return configured.error();
    return database;
}

Result<void> Database::configure() {
    sqlite3_busy_timeout(connection_.get(), kBusyTimeout_ms);
    // Files come from elsewhere: their schema may not run anything but SQLite's own plain functions.
    sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    return {};
}

Result<Database> Database::open(const fs::path& path, Mode mode, const Schema& schema) {
    std::error_code failure_code;
    const fs::path absolute = fs::absolute(path, failure_code);
    const fs::file_status status = fs::status(absolute, failure_code);
    const bool must_exist = mode != Mode::Create;
    if (must_exist && !fs::is_regular_file(status)) {
        const bool absent = status.type() == fs::file_type::not_found;
        return Error{"unreadable-file",
                     {},
                     absent ? Message{"error.there-no-such-file"} : Message{"error.no-file"},
                     {"accepted.existing", {{"what", term(schema.what)}}},
                     path.string()};
    }
    int flags = mode == Mode::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (mode == Mode::Create) flags |= SQLITE_OPEN_CREATE;
    Result<Database> database = connect(absolute, flags);
    if (!database) {
        Error error = database.error();
        error.file = path.string();
        if (mode == Mode::ReadOnly && error.code == "unwritable-file") {
            error.code = "unreadable-file";
            error.text.id = "error.cannot-read-file-because"; // the reason is the same
            error.expected = {"accepted.file-that-you-may-read"};
        }
        return error;
    }
    database->path_ = path;
    // SQLite takes a file of one byte for an empty one, and would write over it.
    if (fs::is_regular_file(status) && fs::file_size(absolute, failure_code) == 1)
        return database->failure(SQLITE_NOTADB);
    return prepareFor(std::move(*database), mode, schema);
}

Result<Database> Database::prepareFor(Database database, Mode mode, const Schema& schema) {
    // One read transaction for all marks of the file: another program may be creating it at this moment.
    if (Result<void> begun = database.execute("BEGIN"); !begun) return begun.error();
    const Result<std::int64_t> version = database.checkedVersion(schema, mode == Mode::Create);
    if (sqlite3_get_autocommit(database.connection_.get()) == 0) std::ignore = database.execute("ROLLBACK");
    if (!version) return version.error();
    const bool writable = mode != Mode::ReadOnly;
    if (writable && sqlite3_db_readonly(database.connection_.get(), "main") == 1) {
        return database.failure(SQLITE_READONLY);
    }
    if (*version == static_cast<std::int64_t>(schema.migrations.size())) return database;
    if (!writable) {
        Result<Database> copy = database.copyInMemory();
        if (!copy) return copy;
        if (Result<void> migrated = copy->migrate(schema); !migrated) return migrated.error();
        return copy;
    }
    if (*version > 0) {
        fs::path kept = database.path_;
        kept += ".version-" + std::to_string(*version);
        if (Result<void> copied = database.copyTo(kept); !copied) return copied.error();
    }
    if (Result<void> migrated = database.migrate(schema); !migrated) return migrated.error();
    return database;
}

Result<Database> Database::inMemory(const Schema& schema) {
    Result<Database> database = connect(kInMemory, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!database) return database;
    if (Result<void> migrated = database->migrate(schema); !migrated) return migrated.error();
    return database;
}

Result<Database> Database::fromBytes(std::string_view bytes, const Schema& schema) {
    Result<Database> database = connect(kInMemory, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!database) return database;
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size() + 1));
    if (copy == nullptr) return database->failure(SQLITE_NOMEM);
    std::memcpy(copy, bytes.data(), bytes.size());
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    // SQLite frees the copy, also when this fails.
    const int status = sqlite3_deserialize(database->connection_.get(), "main", copy, size, size,
                                           SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
    if (status != SQLITE_OK) return database->failure(status);
    if (Result<std::int64_t> version = database->checkedVersion(schema, false); !version) return version.error();
    if (Result<void> migrated = database->migrate(schema); !migrated) return migrated.error();
    return database;
}

Result<Database> Database::copyInMemory() {
    Result<Database> copy = connect(kInMemory, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!copy) return copy;
    sqlite3_backup* backup = sqlite3_backup_init(copy->connection_.get(), "main", connection_.get(), "main");
    if (backup == nullptr) return copy->failure(sqlite3_extended_errcode(copy->connection_.get()));
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE || finished != SQLITE_OK) return failure(stepped == SQLITE_DONE ? finished : stepped);
    copy->path_ = path_;
    return copy;
}

Result<bool> Database::isEmpty() {
    Result<Statement> statement = prepare("SELECT count(*) FROM sqlite_schema");
    if (!statement) return statement.error();
    Result<bool> row = statement->step();
    if (!row) return row;
    return statement->integer(0) == 0;
}

Result<std::int64_t> Database::checkedVersion(const Schema& schema, bool may_be_empty) {
    const Result<std::int64_t> application = pragma("application_id");
    if (!application) return application;
    const Result<std::int64_t> version = pragma("user_version");
    if (!version) return version;
    const Result<bool> empty = isEmpty();
    if (!empty) return empty.error();
    if (*empty && may_be_empty && *application == 0 && *version == 0) return 0;
    if (*empty || *application != schema.application_id) {
        return Error{"wrong-application",
                     {},
                     {"error.file-sqlite-file-but-no-strata", {{"what", term(schema.what)}}},
                     {"accepted.strata-wrote", {{"what", term(schema.what)}}},
                     path_.string()};
    }
    const auto known = static_cast<std::int64_t>(schema.migrations.size());
    if (*version > known) {
        return Error{"from-the-future",
                     {},
                     {"error.written-by-newer-strata-version-one",
                      {{"what", term(schema.what)}, {"version", *version}, {"known", known}}},
                     {"accepted.newer-strata-or-older-version", {{"what", term(schema.what)}}},
                     path_.string()};
    }
    if (*version < 1) {
        return Error{"damaged-file",
                     {},
                     {"error.states-no-version", {{"what", term(schema.what)}}},
                     {"accepted.undamaged-copy"},
                     path_.string()};
    }
    return version;
}

// All pending steps share one transaction: another program never meets a version in between, and a failure
// leaves the old one.
Result<void> Database::migrate(const Schema& schema) {
    return transaction([&]() -> Result<void> {
        // Read again under the write lock: another program may have migrated in the meantime.
        const Result<std::int64_t> version = pragma("user_version");
        if (!version) return version.error();
        for (auto step = static_cast<std::size_t>(*version); step < schema.migrations.size(); ++step) {
            if (Result<void> done = execute(schema.migrations[step]); !done) return done;
        }
        if (static_cast<std::size_t>(*version) >= schema.migrations.size()) return {};
        return execute("PRAGMA application_id = " + std::to_string(schema.application_id) +
                       "; PRAGMA user_version = " + std::to_string(schema.migrations.size()));
    });
}

} // namespace strata
