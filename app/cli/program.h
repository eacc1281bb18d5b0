// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

#include <span>
#include <string>
#include <vector>

namespace strata::cli {

/// All commands of `strata-cli`, in the order of the help.
std::vector<Command> programCommands();

/// Runs `strata-cli`: words without the program's name.
int runProgram(std::span<const std::string> words, Streams& streams);

} // namespace strata::cli
