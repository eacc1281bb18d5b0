// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::figure {

/// The coverage heatmap, or with --view tools the tools of the field, from kept runs of the scenarios or from none:
/// --coverage FILE|- and --out. Returns the exit status.
int drawCoverage(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
