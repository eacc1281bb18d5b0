// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/text/level_titles.h"

#include <QString>

class QLocale;

namespace strata::views {

/// Why the numbers of a design lie outside of what their models were checked against, one sentence each; empty where
/// they do not.
QString extrapolationText(const DesignState* design, const QLocale& locale);

} // namespace strata::views
