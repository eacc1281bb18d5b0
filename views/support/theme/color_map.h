// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace strata::views {

/// The viridis map of Smith and van der Walt (2015) at 0 to 1: equal steps look equal, also in grey and to colour-blind
/// eyes.
QColor viridis(double position);

} // namespace strata::views
