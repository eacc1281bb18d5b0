// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/evaluate/estimate.h"

#include <string>

namespace strata::cli {

/// A list of objects, one for each row; cells without a value are left out.
Json tableJson(const Table& table);

/// The table for people: columns aligned, numbers with four digits at most.
std::string tableText(const Table& table);

} // namespace strata::cli
