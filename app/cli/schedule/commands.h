// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Tuning configurations of kernels.
Command scheduleCommand();

} // namespace strata::cli
