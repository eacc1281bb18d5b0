// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/database.h"

namespace strata {

/// Tables of the catalog file, version by version.
const Database::Schema& catalogSchema();

/// Changes whenever the rules change by which entries are made from files, so that a catalog built by other
/// rules is rebuilt.
std::string catalogRules();

} // namespace strata
