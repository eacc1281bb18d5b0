// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/summary.h"
#include "core/evaluate/estimate.h"

namespace strata::coverage {

/// One row for each cell of the chosen answerers: state, missing parts, evidence, and what surveys say.
Table cellTable(const Coverage& coverage, const Filter& filter);

/// One row for each group and column, with counts and weighed shares.
Table summaryTable(const Summary& summary);

/// The cells that a survey states beside the computed ones; one row for each.
Table statedTable(const Coverage& coverage);

/// Totals that surveys state beside those that follow from their own cells and those that are computed here.
Table totalsTable(const Coverage& coverage);

} // namespace strata::coverage
