// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::views {

struct Roofline;
struct RooflineHit;
struct RooflineOptions;

/// The answer for the operator, the model or the roof under the pointer.
QString rooflineTooltip(const Roofline& roofline, const RooflineHit& hit, const RooflineOptions& options);

} // namespace strata::views
