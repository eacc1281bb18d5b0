// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/evaluate/estimate.h"

#include <string>

namespace strata::cli {

/// `{"error": {...}}` on one line, without line end.
std::string errorLine(const Error& error);

/// An estimate on one line, without line end.
std::string estimateLine(const Estimate& estimate);

} // namespace strata::cli
