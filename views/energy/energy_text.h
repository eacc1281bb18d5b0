// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::views {

struct Breakdown;
struct BreakdownHit;
struct BreakdownOptions;

/// The answer for what stands under the pointer: a segment, or a whole level beside the bars.
QString breakdownTooltip(const Breakdown& breakdown, const BreakdownHit& hit, const BreakdownOptions& options);

} // namespace strata::views
