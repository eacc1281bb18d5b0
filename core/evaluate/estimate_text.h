// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace strata {

struct Estimate;

/// canonicalText(toJson(estimate)), written without the document in between: answers of a batch are written once and
/// never read.
std::string estimateText(const Estimate& estimate);

} // namespace strata
