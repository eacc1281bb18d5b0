// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/command.h"

#include "app/cli/line/completion.h"
#include "app/cli/line/man.h"
#include "app/cli/line/pipe_copies.h"

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace strata::cli {
namespace {

constexpr std::string_view kManDescription =
    "Each command prints its own help with --help. Requests and estimates are JSON documents; every number of a "
    "request is addressed by a JSON pointer. The manual explains the commands with examples.";

void printCommands(std::span<const Command> commands, std::string_view program, std::ostream& to) {
    to << "usage: " << program << " COMMAND [ARGUMENTS]\n\ncommands:\n";
    std::size_t width = 0;
    for (const Command& command : commands)
        width = std::max(width, std::string_view(command.name).size());
    for (const Command& command : commands) {
        to << "  " << std::left << std::setw(static_cast<int>(width) + 2) << command.name << command.summary << '\n';
    }
    to << "\n`" << program
       << " COMMAND --help` explains a command.\n"
          "exit status: 0 all answered, 1 at least one request got an error, 2 unusable arguments or input file\n";
}

void printHelp(const Command& command, std::string_view program, std::ostream& to) {
    to << "usage: " << program << ' ' << command.name << ' ' << command.usage << "\n\n"
       << command.summary << "\n\noptions:\n";
    std::size_t width = 6;
    for (const Option& option : command.options)
        width = std::max(width, option.name.size() + option.value.size() + 1);
    const auto print = [&](std::string left, std::string_view help) {
        left.resize(width, ' ');
        to << "  " << left << "  " << help << '\n';
    };
    for (const Option& option : command.options) {
        print(std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value)),
              helpText(option));
    }
    print("--help", "Print this text.");
}

bool asksForHelp(std::span<const std::string> words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return word == "--help" || word == "-h"; });
}

int runCommand(const Command& command, std::span<const std::string> words, Streams& streams) {
    if (asksForHelp(words)) {
        printHelp(command, streams.program, streams.out);
        return kAnswered;
    }
    auto arguments = Arguments::parse(words, command.options);
    if (!arguments) return fail(arguments.error(), streams);
    const std::size_t given = arguments->positional().size();
    if (given < command.least_positional || given > command.most_positional) {
        streams.err << streams.program << ": " << given << (given == 1 ? " argument; " : " arguments; ")
                    << "usage: " << streams.program << ' ' << command.name << ' ' << command.usage << '\n';
        return kUnusable;
    }
    const auto pipes = PipeCopies::of(arguments->positional());
    if (!pipes) return fail(pipes.error(), streams);
    std::vector<PipeCopies> of_options;
    for (const Option& option : command.options) {
        std::vector<std::string>* const files = option.reads ? arguments->given(option.name) : nullptr;
        if (files == nullptr) continue;
        auto copies = PipeCopies::of(*files);
        if (!copies) return fail(copies.error(), streams);
        of_options.push_back(*std::move(copies));
    }
    const int status = command.run(*arguments, streams);
    streams.out.flush();
    if (streams.out) return status;
    return fail({"unwritable-file", "", {"error.cannot-write-output"}, {}, {}}, streams);
}

/// Scripts that complete words at the prompt of a shell.
int printCompletion(std::span<const Command> commands, std::span<const std::string> words, Streams& streams) {
    const std::string shell = words.size() == 1 ? words.front() : std::string();
    if (shell != "bash" && shell != "zsh")
        return fail(badArgument({"error.field-is-word", {{"field", "the shell"}, {"value", shell}}},
                                {"accepted.completion-bash-or-completion-zsh"}),
                    streams);
    streams.out << (shell == "bash" ? bashCompletion(streams.program, commands)
                                    : zshCompletion(streams.program, commands));
    return kAnswered;
}

/// `help` and `help COMMAND`.
int runHelp(std::span<const Command> commands, std::span<const std::string> words, Streams& streams) {
    if (words.empty()) {
        printCommands(commands, streams.program, streams.out);
        return kAnswered;
    }
    for (const Command& command : commands) {
        if (command.name != words.front()) continue;
        printHelp(command, streams.program, streams.out);
        return kAnswered;
    }
    return fail(badArgument({"error.there-no-command", {{"front", words.front()}}}, {"accepted.command-help-lists"}),
                streams);
}

} // namespace

int fail(const Error& error, Streams& streams, int status) {
    streams.err << streams.program << ": " << describe(error) << '\n';
    return status;
}

int runProgram(std::span<const Command> commands, std::span<const std::string> words, Streams& streams) {
    streams.commands = commands;
    if (words.empty()) {
        printCommands(commands, streams.program, streams.err);
        return kUnusable;
    }
    if (words.front() == "--help" || words.front() == "-h") {
        printCommands(commands, streams.program, streams.out);
        return kAnswered;
    }
    if (words.front() == "--man") {
        streams.out << manOf({streams.program, streams.summary, kManDescription}, commands);
        return kAnswered;
    }
    if (words.front() == "--version") {
        streams.out << streams.program << ' ' << STRATA_VERSION << '\n';
        return kAnswered;
    }
    if (words.front() == "--completion") return printCompletion(commands, words.subspan(1), streams);
    if (words.front() == "help") return runHelp(commands, words.subspan(1), streams);
    for (const Command& command : commands) {
        if (command.name == words.front()) return runCommand(command, words.subspan(1), streams);
    }
    streams.err << streams.program << ": there is no command \"" << words.front() << "\"\n";
    printCommands(commands, streams.program, streams.err);
    return kUnusable;
}

} // namespace strata::cli
