// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/assess/rows.h"

#include <filesystem>
#include <vector>

namespace strata::assess {

/// The measured points of a folder as requests of kind serving that name no more than a user knows: device, engine,
/// version, model, types, degrees, users and lengths. Errors: those of readServingCases().
Result<std::vector<MeasuredRow>> readAskedPoints(const std::filesystem::path& folder, const Library& library,
                                                 std::vector<Refusal>& refused);

} // namespace strata::assess
