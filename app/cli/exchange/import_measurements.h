// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

/// Measurements of other tools become rows that `validate` and `calibrate own` read.
int importMeasurements(std::span<const std::string> files, const Arguments& arguments, Streams& streams);

} // namespace strata::cli
