// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands that hold predictions against measurements, and say what is covered.
Command validateCommand();
Command calibrateCommand();
Command coverageCommand();
Command toolsCommand();
Command layersCommand();
Command compositionCommand();

} // namespace strata::cli
