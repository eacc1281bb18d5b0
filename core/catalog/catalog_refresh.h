// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace strata {

/// Brings the stored files up to date with those under root; see Catalog::refresh.
Result<RefreshReport> refreshCatalog(Database& database, const std::filesystem::path& root, Progress* progress);

} // namespace strata
