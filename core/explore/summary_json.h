// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_table.h"

namespace strata::explore {

/// A run as one document: counts of points and why they are infeasible, objectives, the front's points, knee,
/// hypervolume, and for a saltelli sweep the Sobol indices of every metric that varies. Depends on the points
/// only; after a search that learned a surrogate, also how far its predictions lay from the answers (not how far the
/// answers lie from hardware: that is what their intervals say).
Json summaryDocument(const ExploreRequest& request, const ResultTable& table);

} // namespace strata::explore
