// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/assess/suite.h"

#include <span>
#include <string>
#include <vector>

namespace strata::cli {

inline constexpr Option kBoundOption{
    "--bound", "NAME=VALUE",
    "Exit with 1 where a group misses the bound: mape, median and p95 at most, spearman and coverage80 at least.",
    true};

/// A bound that every group of a report is to keep.
struct ReportBound {
    std::string name;
    double assess::GroupErrors::*error = nullptr;
    bool at_least = false;
    double value = 0.0;

    /// An error that is not known keeps no bound.
    bool keeps(const assess::GroupErrors& errors) const;
};

/// Errors: "bad-argument" for other names and for values that are no number.
Result<std::vector<ReportBound>> boundsOf(const Arguments& arguments);

} // namespace strata::cli
