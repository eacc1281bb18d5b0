// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/request.h"

#include <string>

namespace strata {

struct Method;

/// The metrics of an estimate that are read first, as the row of its kind has them, then the estimate's own order; at
/// most `most`.
std::vector<std::string> headlineMetrics(const Estimate& estimate, std::size_t most,
                                         const Registry& registry = builtinRegistry());

/// The metric that plots of an estimate begin with.
std::string plottedMetric(const Estimate& estimate, const Registry& registry = builtinRegistry());

/// The method that a document asks for, or the default of its kind; nullptr where it names neither. The document is not
/// checked: cheap enough for each step of a drag.
const Method* askedMethod(const Json& request, const Registry& registry = builtinRegistry());

/// The methods that answer the kind of an estimate, without the one that it comes from: what it can be compared with.
std::vector<const Method*> otherMethods(const Json& request, const Estimate* estimate,
                                        const Registry& registry = builtinRegistry());

/// Those of them that follow single steps, as their ids with commas between; empty: there are none.
std::string otherSimulations(const Json& request, const Estimate* estimate,
                             const Registry& registry = builtinRegistry());

} // namespace strata
