// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"

#include "core/base/database_error.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>

namespace strata {

namespace fs = std::filesystem;

namespace {

struct SqliteFree {
    void operator()(unsigned char* memory) const { sqlite3_free(memory); }
};

/// The status of a write that SQLite does not see.
bool syncToDisk(const fs::path& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0) return false;
    const bool synced = ::fsync(file) == 0;
    return ::close(file) == 0 && synced;
}

fs::path temporarySibling(const fs::path& target) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return target.parent_path() /
           ('.' + target.filename().string() + '.' + std::to_string(::getpid()) + '-' + std::to_string(now) + ".tmp");
}

Error unwritable(const fs::path& path, int code) {
    const bool full = code == ENOSPC || code == EDQUOT;
    return {full ? "disk-full" : "unwritable-file",
            {},
            {"error.cannot-write-file-because", {{"reason", std::generic_category().message(code)}}},
            {"accepted.file-and-folder-you-may-write"},
            path.string()};
}

} // namespace

void Database::Closer::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Database::Database(sqlite3* connection, fs::path path) : connection_(connection), path_(std::move(path)) {}

Error Database::failure(int status) const {
    Error error = databaseError(connection_.get(), status);
    if (!path_.empty()) error.file = path_.string();
    return error;
}

Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* raw = nullptr;
    const int status = sqlite3_prepare_v2(connection_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    Statement statement;
    statement.statement_.reset(raw);
    if (status != SQLITE_OK) return failure(status);
    return statement;
}

Result<void> Database::execute(std::string_view sql) {
    const int status = sqlite3_exec(connection_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) return failure(status);
    return {};
}

Result<void> Database::transaction(const std::function<Result<void>()>& work) {
    if (Result<void> begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
    Result<void> done = work();
    if (done) done = execute("COMMIT");
    // A full disk may have rolled back already.
    if (!done && sqlite3_get_autocommit(connection_.get()) == 0) std::ignore = execute("ROLLBACK");
    return done;
}

Result<std::int64_t> Database::pragma(std::string_view name) {
    Result<Statement> statement = prepare("PRAGMA " + std::string(name));
    if (!statement) return statement.error();
    Result<bool> row = statement->step();
    if (!row) return row.error();
    return *row ? statement->integer(0) : 0;
}

Result<void> Database::checkIntegrity() {
    Result<Statement> statement = prepare("PRAGMA integrity_check(1)");
    if (!statement) return statement.error();
    Result<bool> row = statement->step();
    if (!row) return row.error();
    const std::string finding = *row ? statement->text(0) : "no answer";
    if (finding == "ok") return {};
    return Error{
        "damaged-file", {}, {"error.file-damaged", {{"reason", finding}}}, {"accepted.undamaged-copy"}, path_.string()};
}

Result<void> Database::copyTo(const fs::path& wanted) {
    std::error_code no_matter;
    const fs::path target = fs::is_symlink(wanted, no_matter) ? fs::weakly_canonical(wanted, no_matter) : wanted;
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) return unwritable(wanted, S_ISDIR(old.st_mode) ? EISDIR : EINVAL);
    if (exists && ::access(target.c_str(), W_OK) != 0) return unwritable(wanted, errno);

    const fs::path temporary = temporarySibling(target);
    Result<void> done = vacuumInto(temporary);
    if (done && exists) std::ignore = ::chmod(temporary.c_str(), old.st_mode & 0777U);
    if (done && (!syncToDisk(temporary, O_RDONLY) || ::rename(temporary.c_str(), target.c_str()) != 0)) {
        done = unwritable(wanted, errno);
    }
    if (!done) {
        ::unlink(temporary.c_str());
        Error error = done.error();
        error.file = wanted.string();
        return error;
    }
    // Without this a power failure may take the new name, although the bytes are safe.
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    std::ignore = syncToDisk(folder, O_RDONLY | O_DIRECTORY);
    return {};
}

Result<void> Database::vacuumInto(const fs::path& file) {
    Result<Statement> statement = prepare("VACUUM INTO ?");
    if (!statement) return statement.error();
    return statement->bind(0, file.native()).run();
}

Result<std::string> Database::toBytes() {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, SqliteFree> bytes(sqlite3_serialize(connection_.get(), "main", &size, 0));
    if (!bytes) return failure(SQLITE_NOMEM);
    return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
}

} // namespace strata
