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
    Statement& bindNull(int parameter);
    /// True while there is a row. Errors: "database".
    Result<bool> step();
    void reset();

    std::string text(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    bool isNull(int column) const;

private:
    friend class Database;
    struct Finalizer { void operator()(sqlite3_stmt* statement) const; };
    std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

/// One connection to an SQLite file; used by one thread at a time.
class Database {
public:
    enum class Mode { ReadOnly, ReadWrite, Create };

    /// Numbered migrations: step i brings user_version i to i + 1.
    struct Schema {
        std::int32_t application_id = 0;  ///< refuses files of another program
        std::string_view what;            ///< "catalog", "session": for sentences
        std::vector<std::string_view> migrations;
    };

    /// Opens a file and migrates it. Errors: "unreadable-file", "not-a-database", "wrong-application", "from-the-future"
    /// (a newer version: the sentence names both versions), "database".
    static Result<Database> open(const std::filesystem::path& path, Mode mode, const Schema& schema);

    Result<Statement> prepare(std::string_view sql);
    Result<void> execute(std::string_view sql);
    /// Commits when the work succeeds, rolls back when it does not.
    Result<void> transaction(const std::function<Result<void>()>& work);
    /// Writes a compact copy beside the target and renames it over it. Errors: "unwritable-file".
    Result<void> copyTo(const std::filesystem::path& target);

private:
    struct Closer { void operator()(sqlite3* connection) const; };
    std::unique_ptr<sqlite3, Closer> connection_;
    std::filesystem::path path_;
};

}  // namespace strata
