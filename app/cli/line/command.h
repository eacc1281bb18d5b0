// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/options.h"
#include "core/evaluate/request.h"

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::cli {

/// Exit status of every command.
inline constexpr int kAnswered = 0; ///< everything was answered
inline constexpr int kFailed = 1;   ///< at least one request got an error
inline constexpr int kUnusable = 2; ///< unusable arguments or input file

struct Streams;

/// One word of the command line: a row of the table from which the help is printed.
struct Command {
    std::string_view name;
    std::string_view usage;   ///< behind the name
    std::string_view summary; ///< one line
    std::span<const Option> options;
    std::size_t least_positional = 0;
    std::size_t most_positional = 0;
    int (*run)(const Arguments& arguments, Streams& streams) = nullptr;
};

/// Where a command reads and writes, and the kinds and methods that it knows; tests give their own.
struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    std::string_view program = "strata-cli";                                         ///< how errors and help call it
    std::string_view summary = "evaluates designs of hardware for machine learning"; ///< of its manual page
    const Registry& registry = builtinRegistry();
    std::span<const Command> commands = {}; ///< of the program that runs, for those that describe it
};

/// Runs a program with these commands: words without the program's name.
int runProgram(std::span<const Command> commands, std::span<const std::string> words, Streams& streams);

/// Tells an error on the error stream; returns `status`.
int fail(const Error& error, Streams& streams, int status = kUnusable);

} // namespace strata::cli
