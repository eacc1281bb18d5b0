// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/coverage/coverage.h"

namespace strata::cli {

inline constexpr Option kCoverageRunsOption{"--runs", "FILE",
                                            "Keep the runs of the scenarios in FILE; what has not changed is not run "
                                            "again."};
inline constexpr Option kCoverageKeptOption{"--kept", "", "Run nothing: take the runs of --runs, or none."};
inline constexpr Option kCoverageResultsOption = reading(
    {"--results", "FILE", "Results of validations: a history (.jsonl) or predictions (.csv); repeat for more.", true});

/// What Strata knows of itself: runs of the scenarios, and results of validations. Errors: those of the files.
Result<coverage::OwnEvidence> ownEvidence(const Arguments& arguments, const Library& library, Streams& streams);

/// The same without running anything: results of validations only.
Result<coverage::OwnEvidence> ownResults(const Arguments& arguments);

/// Draws a view of the coverage to the file `out`, in the colours of --dark; `words` go to the renderer beside those.
int drawCoverage(const coverage::OwnEvidence& own, const std::string& out, std::vector<std::string> words,
                 const Arguments& arguments, Streams& streams);

} // namespace strata::cli
