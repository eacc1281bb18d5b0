// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands that list what requests may name.
Command catalogCommand();
Command kindsCommand();
Command methodsCommand();
Command schemaCommand();

} // namespace strata::cli
