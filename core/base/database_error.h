// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

struct sqlite3;

namespace strata {

/// The sentence for a status that SQLite returned; names the connection's file.
Error databaseError(sqlite3* connection, int status);

} // namespace strata
