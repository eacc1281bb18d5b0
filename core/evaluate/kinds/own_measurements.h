// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <vector>

namespace strata {

/// Where a request says whether measurements of the user's own take part: "use" (as where it is absent) or "ignore".
inline constexpr const char* kOwnMeasurements = "own_measurements";

/// The library without measurements of the user's own; null where it has none.
std::shared_ptr<const Library> withoutOwnMeasurements(const Library& library);

/// The request does without them, and the library has some.
bool ignoresOwnMeasurements(const Json& request, const Library& library);

/// The entries of the user's own measurements that hold for the hardware, the fabric and the runtime of a request and
/// take part in that method.
std::vector<const hardware::Calibration*> ownMeasurementsOf(const Request& request, const Method& method,
                                                            const Library& library);

/// Lists them among the estimate's calibrations, and says so in a note for each. Where the request ignores them, a note
/// says that instead.
void nameOwnMeasurements(const Request& request, const Method& method, const Library& library, Estimate& estimate);

} // namespace strata
