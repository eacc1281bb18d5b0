// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace strata {

struct Estimate;

/// An estimate as canonical JSON, written without a document in between: answers of a batch are written once and never
/// read. toJson() reads this text.
std::string estimateText(const Estimate& estimate);

/// Of the same members as estimateText() only what a program reads that asks thousands of questions: the metrics, what
/// answered, and whether such a design can exist.
std::string metricsText(const Estimate& estimate);

} // namespace strata
