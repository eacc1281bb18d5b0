// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/validation/validation_chart.h"

namespace strata::views {

/// Over residuals: the running median of each group and of all rows, with the band of the middle 80 % of all rows, or
/// of the group that stands out.
void addSpreads(QCustomPlot& plot, const Validation& validation, const ValidationOptions& options);

} // namespace strata::views
