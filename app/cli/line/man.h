// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strata::cli {

struct Command;

/// A program of the command line in man(7): its commands with their options.
struct ManPage {
    std::string_view program;
    std::string_view summary; ///< one line
    std::string_view more;    ///< a paragraph
};

/// The source of its page in section 1.
std::string manOf(const ManPage& page, std::span<const Command> commands);

} // namespace strata::cli
