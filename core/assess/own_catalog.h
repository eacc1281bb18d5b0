// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_features.h"
#include "core/base/result.h"
#include "core/hardware/calibration/calibration.h"

#include <string>
#include <string_view>

namespace strata {
class Catalog;
}

namespace strata::assess {

/// What an entry of measurements is called where nobody names it: "own-" and what was measured.
std::string ownEntryName(const OwnTarget& target);

/// Keeps an entry among the user's own, in place of one of its id. Errors: those of the catalog.
Result<void> keepOwn(Catalog& catalog, const hardware::Calibration& entry);

/// Says whether an entry that the catalog keeps is used. Errors: "not-found"; "bad-argument" where it holds no
/// measurements.
Result<void> useOwn(Catalog& catalog, std::string_view id, bool used);

} // namespace strata::assess
