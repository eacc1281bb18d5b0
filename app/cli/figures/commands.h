// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands that draw figures and write what sessions hold.
Command figureCommand();
Command sessionCommand();

} // namespace strata::cli
