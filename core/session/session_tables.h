// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/database.h"
#include "core/session/session.h"

#include <string>
#include <string_view>

namespace strata {

/// Tables of a session file, version by version.
const Database::Schema& sessionSchema();

/// Fills the tables of an empty session database. The session has passed checkSession().
Result<void> writeTables(Database& database, const Session& session);

/// Errors: "bad-session" with the table and the row.
Result<Session> readTables(Database& database);

/// The complete session database as it would stand in a file.
Result<Database> sessionDatabase(const Session& session);

/// "table design, row 'd2': ..."
Error badSession(std::string_view table, std::string_view row, Message why);

} // namespace strata
