// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <filesystem>

namespace strata {

/// The newest state of a working copy, which its owner may still have open. Errors: those of Database::open,
/// "not-found".
Result<Session> newestState(const std::filesystem::path& file);

} // namespace strata
