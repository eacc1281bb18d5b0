// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::figure {

/// A view that draws what the catalog or kept results say, without a request: --plain, --view composition, --view
/// validation with --results, or --view schedules with --tuning. Returns the exit status.
int drawPlain(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
