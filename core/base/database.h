// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace strata {

/// One prepared statement. Columns and parameters count from 0.
class Statement {
public:
    Statement& bind(int parameter, std::string_view text);
    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, double number);
    Statement& bindBytes(int parameter, std::string_view bytes);
    Statement& bindNull(int parameter);
    /// True while there is a row. Errors: those of Database::execute; also for a value that could not be
    /// bound.
    Result<bool> step();
    /// Steps to the end, for statements whose rows do not matter, and resets.
    Result<void> run();
    /// Ready for the next values; the old ones are gone.
    void reset();

    std::string text(int column) const; ///< also of a blob
    std::int64_t integer(int column) const;
    double real(int column) const;
    bool isNull(int column) const;

    /// Steps of SQLite's virtual machine since the last reset: a measure of work that no busy machine blurs.
    std::int64_t work() const;

private:
    friend class Database;
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    void note(int status);

    std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
    int bind_status_ = 0;
};

/// One connection to an SQLite file; used by one thread at a time.
class Database {
public:
    enum class Mode { ReadOnly, ReadWrite, Create };

    /// Numbered migrations: step i brings user_version i to i + 1.
    struct Schema {
        std::int32_t application_id = 0; ///< refuses files of another program
        std::string_view what;           ///< "catalog", "session": for sentences
        std::vector<std::string_view> migrations;
    };

    /// Opens a file and migrates it; an older file is copied to "<file>.version-<n>" first. In ReadOnly mode
    /// the file stays as it is and an older one is migrated in memory. Errors: "unreadable-file",
    /// "not-a-database", "wrong-application", "from-the-future" (a newer version: the sentence names both
    /// versions), those of execute().
    static Result<Database> open(const std::filesystem::path& path, Mode mode, const Schema& schema);

    /// A database without a file, to be written whole by copyTo() or toBytes().
    static Result<Database> inMemory(const Schema& schema);
    /// The database that toBytes() wrote, in memory, migrated. Errors: those of open().
    static Result<Database> fromBytes(std::string_view bytes, const Schema& schema);
    Result<std::string> toBytes();

    Result<Statement> prepare(std::string_view sql);
    /// Runs one or more statements. Errors: "disk-full", "unwritable-file", "busy" (another program holds it
    /// for longer than kBusyTimeout_ms), "damaged-file", "database" for the rest.
    Result<void> execute(std::string_view sql);
    /// Commits when the work succeeds, rolls back when it does not. Takes the write lock at once, so that
    /// work may first look, then write.
    Result<void> transaction(const std::function<Result<void>()>& work);
    /// Writes a compact copy beside the target and renames it over it; never in WAL mode. Errors:
    /// "unwritable-file", "disk-full".
    Result<void> copyTo(const std::filesystem::path& target);
    /// Reads every page. Errors: "damaged-file" with SQLite's first finding.
    Result<void> checkIntegrity();

    static constexpr int kBusyTimeout_ms = 15'000;

private:
    struct Closer {
        void operator()(sqlite3* connection) const;
    };

    Database(sqlite3* connection, std::filesystem::path path);
    static Result<Database> connect(const std::filesystem::path& path, int flags);
    static Result<Database> prepareFor(Database database, Mode mode, const Schema& schema);
    Result<void> configure();
    Result<std::int64_t> pragma(std::string_view name);
    Result<bool> isEmpty();
    Result<std::int64_t> checkedVersion(const Schema& schema, bool may_be_empty);
    Result<void> migrate(const Schema& schema);
    Result<Database> copyInMemory();
    Result<void> vacuumInto(const std::filesystem::path& file);
    Error failure(int status) const;

    std::unique_ptr<sqlite3, Closer> connection_;
    std::filesystem::path path_;
};

} // namespace strata
