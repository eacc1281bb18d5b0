// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/options.h"
#include "core/base/result.h"
#include "core/evaluate/estimate.h"

#include <string>

namespace strata::cli {

inline constexpr Option kMetricsOnlyOption{"--metrics-only", "",
                                           "Print the metrics alone, without parts, notes and tables."};
inline constexpr Option kRequireValidOption{"--require-valid", "", "Exit with 1 where a design cannot exist."};

/// How answers are printed, and which of them count as answered.
struct AnswerForm {
    bool metrics_only = false;
    bool require_valid = false;

    static AnswerForm of(const Arguments& arguments);
    /// An estimate on one line, without line end.
    std::string line(const Estimate& estimate) const;
    bool accepts(const Estimate& estimate) const { return estimate.valid || !require_valid; }
};

/// `{"error": {...}}` on one line, without line end.
std::string errorLine(const Error& error);

} // namespace strata::cli
