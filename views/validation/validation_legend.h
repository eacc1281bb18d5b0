// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/plot_parts.h"
#include "views/validation/validation_chart.h"

namespace strata::views {

/// What each mark means, and how to read the plot; groups beyond the eight markers share one entry.
std::vector<Legend::Entry> validationLegend(const Validation& validation, const ValidationOptions& options);
/// Faint where another group stands out.
QColor groupColor(const ValidationGroup& group, const ValidationOptions& options);

} // namespace strata::views
