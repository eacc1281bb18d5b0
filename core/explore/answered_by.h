// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"

#include <map>
#include <string>

namespace strata::explore {

/// What the points of a run follow from besides the request, by name: "program", "methods" (of the base's
/// kind), each calibration and table
/// of kernels of the library, and each entry that the document names, directly or through another entry. Values are a
/// version or a SHA-256.
using AnsweredBy = std::map<std::string, std::string>;
AnsweredBy answeredBy(const Json& document, const Library& library, const Registry& registry = builtinRegistry());

/// Names whose values are not the same in both, or stand in one alone, as one sentence's list; empty: all the same.
std::string differences(const AnsweredBy& first, const AnsweredBy& second);

} // namespace strata::explore
