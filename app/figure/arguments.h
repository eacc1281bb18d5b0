// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

#include <iosfwd>

namespace strata::figure {

/// What strata-figure takes; also where its help comes from.
std::span<const cli::Option> options();

void printHelp(std::ostream& out);

/// A number of an option. Errors: "bad-argument".
Result<double> numberOf(const cli::Arguments& arguments, std::string_view option, double absent);

} // namespace strata::figure
