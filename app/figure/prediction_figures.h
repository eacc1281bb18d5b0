// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::figure {

/// Figures of a run of a suite: --predictions, and --out for one or --figures for one of each group. Prints the files,
/// the group with the largest mean error first. Returns the exit status.
int drawPredictions(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
