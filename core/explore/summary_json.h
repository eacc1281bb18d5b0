// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_table.h"

namespace strata::explore {

/// A run as one document: counts of points and why they are infeasible, objectives, the front's points, knee,
/// hypervolume, and for a saltelli sweep the Sobol indices of every metric that varies. Depends on the points
/// only.
Json summaryDocument(const ExploreRequest& request, const ResultTable& table);

} // namespace strata::explore
