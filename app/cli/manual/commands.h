// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// The command that prints the manual.
Command manualCommand();

} // namespace strata::cli
