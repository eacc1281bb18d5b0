// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands of design-space runs.
Command sweepCommand();
Command searchCommand();
Command pointsCommand();
Command resultsCommand();

} // namespace strata::cli
