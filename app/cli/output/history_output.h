// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/assess/suite.h"

namespace strata::cli {

inline constexpr Option kKeepOption{"--keep", "FILE",
                                    "Append the errors of each method to FILE (.jsonl), with the day, the commit and "
                                    "the version of the method, and print how far they moved."};
inline constexpr Option kCommitOption{"--commit", "ID", "With --keep: commit of the program that was run."};

/// The day in Greenwich: "2026-03-01".
std::string today();

/// Appends to the history that --keep names, and prints the drift against the results before. Nothing without --keep.
/// Errors: "bad-argument" without --commit, those of the history and of writing it.
Result<void> keepResults(const assess::SuiteReport& report, const Arguments& arguments, Streams& streams);

} // namespace strata::cli
