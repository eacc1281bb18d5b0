// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

#include <span>
#include <string>
#include <string_view>

namespace strata::cli {

/// A script for bash that completes commands, their options and file names. Source it, or install it in
/// share/bash-completion/completions under the program's name.
std::string bashCompletion(std::string_view program, std::span<const Command> commands);

/// The same for zsh, to be found as `_PROGRAM` in a folder of its fpath; it tells what each word is for.
std::string zshCompletion(std::string_view program, std::span<const Command> commands);

} // namespace strata::cli
