// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <string>

namespace strata {

class Library;
struct Estimate;

/// SHA-256 over the request and all entries that its answer may follow from: those that the request names, those that
/// these name in turn, the runtimes that answer where none is named, the component estimators where an accelerator or a
/// memory macro reads them, and the calibrations that took part. A device that
/// changed in the catalog changes it, though the request is the same to the letter.
std::string factsHash(const Json& request, const Estimate& estimate, const Library& library);

} // namespace strata
