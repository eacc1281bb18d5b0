// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands that ask requests, and that make them.
Command evaluateCommand();
Command batchCommand();
Command serveCommand();
Command scenarioCommand();
Command designCommand();
Command convertCommand();

} // namespace strata::cli
