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
        return {"disk-full", {}, "the disk is full, nothing was written", "free space on that disk", file};
    }
    switch (status & 0xff) {
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return {"unwritable-file",
                {},
                "the file cannot be written: " + reason(connection, status),
                "a file and a folder that you may write to",
                file};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {"busy", {}, "another program is writing the file", "try again when it has finished", file};
    case SQLITE_CORRUPT:
        return {"damaged-file",
                {},
                "the file is damaged: " + std::string(sqlite3_errmsg(connection)),
                "an undamaged copy",
                file};
    case SQLITE_NOTADB: return {"not-a-database", {}, "the file is no SQLite file", "a file that Strata wrote", file};
    default: break;
    }
    return {"database", {}, std::string("SQLite says: ") + sqlite3_errmsg(connection), {}, file};
}

} // namespace strata
