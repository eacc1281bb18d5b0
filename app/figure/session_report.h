// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::figure {

/// A session as one page of HTML or as PDF: what reportHtml() says, with the figures of its views. Returns the exit
/// status.
int reportSession(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
