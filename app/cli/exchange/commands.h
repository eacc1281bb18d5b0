// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

// Commands that read and write other tools' formats.
Command importCommand();
Command exportCommand();

} // namespace strata::cli
