// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database_error.h"

#include <cerrno>
#include <sqlite3.h>
#include <system_error>

namespace strata {

namespace {

std::string fileOf(sqlite3* connection) {
    const char* file = connection == nullptr ? nullptr : sqlite3_db_filename(connection, "main");
    return file == nullptr ? std::string() : std::string(file);
}

/// The operating system's reason where there is one, else SQLite's.
std::string reason(sqlite3* connection, int status) {
    const int system = connection == nullptr ? 0 : sqlite3_system_errno(connection);
    const int primary = status & 0xff;
    const bool from_system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN;
    if (from_system && system != 0) return std::generic_category().message(system);
    return sqlite3_errstr(status);
}

bool isFull(sqlite3* connection, int status) {
    if ((status & 0xff) == SQLITE_FULL) return true;
    const int system = connection == nullptr ? 0 : sqlite3_system_errno(connection);
    return (status & 0xff) == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT);
}

} // namespace

Error databaseError(sqlite3* connection, int status) {
    const std::string file = fileOf(connection);
    if (isFull(connection, status)) {
        return {"disk-full", {}, {"error.disk-full-nothing-written"}, {"accepted.free-space-on-disk"}, file};
    }
    switch (status & 0xff) {
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return {"unwritable-file",
                {},
                {"error.cannot-write-file-because", {{"reason", reason(connection, status)}}},
                {"accepted.file-and-folder-you-may-write"},
                file};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {"busy", {}, {"error.another-program-writing-file"}, {"accepted.try-again-when-has-finished"}, file};
    case SQLITE_CORRUPT:
        return {"damaged-file",
                {},
                {"error.file-damaged", {{"reason", sqlite3_errmsg(connection)}}},
                {"accepted.undamaged-copy"},
                file};
    case SQLITE_NOTADB:
        return {"not-a-database", {}, {"error.file-no-sqlite-file"}, {"accepted.file-strata-wrote"}, file};
    default: break;
    }
    return {"database", {}, {"error.sqlite-says", {{"text", sqlite3_errmsg(connection)}}}, {}, file};
}

} // namespace strata
