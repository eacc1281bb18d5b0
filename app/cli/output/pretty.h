// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <string>
#include <vector>

namespace strata::cli {

/// The estimate for people: metrics, the trees of parts, notes. Plain ASCII, so that any terminal and any log shows it.
std::string prettyText(const Json& request, const Estimate& estimate);

/// Without signs that some terminals cannot show: "us" for microseconds.
std::string asciiText(std::string text);

/// "6.39 ms [6.39 ms, 6.43 ms]"; without the interval where it has no width.
std::string metricText(const Metric& metric);

/// Columns aligned by their widest cell, two spaces between them; `right` says which are right-aligned.
std::string alignedText(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& right);

} // namespace strata::cli
