// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

#include <iosfwd>
#include <string>

namespace strata::views {
struct ViewInfo;
}

namespace strata::figure {

/// What strata-figure takes; also where its help comes from.
std::span<const cli::Option> options();

void printHelp(std::ostream& out);

/// Ids of the rows of the view table that fit, in its order: "coverage, tools". And the first of them alone.
std::string listedViews(bool (*fits)(const views::ViewInfo& view));
std::string firstView(bool (*fits)(const views::ViewInfo& view));

/// A number of an option. Errors: "bad-argument".
Result<double> numberOf(const cli::Arguments& arguments, std::string_view option, double absent);

} // namespace strata::figure
