// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace strata::views {

struct Waterfall;
struct WaterfallHit;
struct WaterfallOptions;

/// The answer for the bar or the source of variance under the pointer.
QString waterfallTooltip(const Waterfall& waterfall, const WaterfallHit& hit, const WaterfallOptions& options);

} // namespace strata::views
