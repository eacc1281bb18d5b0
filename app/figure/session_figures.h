// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace strata::figure {

/// Every figure of a session into a folder: `<letter>-<view>` of each design against the baseline, `run<N>-<view>` of
/// each exploration, each with its numbers and its description beside it, and `figures.tex` that includes them all.
/// Prints the files. Returns the exit status.
int drawSession(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
