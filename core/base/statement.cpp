// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"

#include "core/base/database_error.h"

#include <sqlite3.h>

namespace strata {

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

// A chain of bind() calls stays readable when only step() can fail.
void Statement::note(int status) {
    if (bind_status_ == SQLITE_OK) bind_status_ = status;
}

// SQLite copies the bytes (SQLITE_TRANSIENT): callers may bind temporaries. Its own parameters count from 1.
Statement& Statement::bind(int parameter, std::string_view text) {
    const char* begin = text.data() == nullptr ? "" : text.data();
    note(sqlite3_bind_text64(statement_.get(), parameter + 1, begin, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
    note(sqlite3_bind_int64(statement_.get(), parameter + 1, number));
    return *this;
}

Statement& Statement::bind(int parameter, double number) {
    note(sqlite3_bind_double(statement_.get(), parameter + 1, number));
    return *this;
}

Statement& Statement::bindBytes(int parameter, std::string_view bytes) {
    const char* begin = bytes.data() == nullptr ? "" : bytes.data();
    note(sqlite3_bind_blob64(statement_.get(), parameter + 1, begin, bytes.size(), SQLITE_TRANSIENT));
    return *this;
}

Statement& Statement::bindNull(int parameter) {
    note(sqlite3_bind_null(statement_.get(), parameter + 1));
    return *this;
}

Result<bool> Statement::step() {
    sqlite3* connection = sqlite3_db_handle(statement_.get());
    if (bind_status_ != SQLITE_OK) return databaseError(connection, bind_status_);
    const int status = sqlite3_step(statement_.get());
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) return false;
    Error error = databaseError(connection, status);
    sqlite3_reset(statement_.get());
    return error;
}

Result<void> Statement::run() {
    for (;;) {
        Result<bool> row = step();
        if (!row) return row.error();
        if (!*row) break;
    }
    reset();
    return {};
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
    sqlite3_stmt_status(statement_.get(), SQLITE_STMTSTATUS_VM_STEP, 1);
    bind_status_ = SQLITE_OK;
}

std::string Statement::text(int column) const {
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return bytes == nullptr ? std::string()
                            : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

bool Statement::isNull(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::int64_t Statement::work() const { return sqlite3_stmt_status(statement_.get(), SQLITE_STMTSTATUS_VM_STEP, 0); }

} // namespace strata
