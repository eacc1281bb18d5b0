// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/assess/suite.h"

namespace strata::cli {

inline constexpr Option kByOption{"--by", "KEYS", "Group the printed table by these keys only, for example op,device."};
inline constexpr Option kDistancesOption{
    "--distances", "",
    "Print errors and the share inside the 80 % interval by class of distance, with the worst place of each."};
inline constexpr Option kReportOption{"--report", "FILE", "Write the errors per group as JSON."};
inline constexpr Option kPredictionsOption{"--predictions", "FILE", "Write one row for each checked value as CSV."};
inline constexpr Option kFiguresOption{
    "--figures", "DIR",
    "Draw the residuals, one figure for each group with its rows as CSV, and list the worst group first."};

/// Prints errors by group, what was refused and the summary, and writes what the options above ask for.
int tellReport(const assess::SuiteReport& report, const Arguments& arguments, Streams& streams);

} // namespace strata::cli
