// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/completion.h"

namespace strata::cli {
namespace {

/// As shells call a function: letters, digits and underscores.
std::string functionName(std::string_view program) {
    std::string name = "_";
    for (const char c : program)
        name += c == '-' ? '_' : c;
    return name;
}

/// In single quotes for a shell, which knows no escapes within them.
std::string inQuotes(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'')
            result += "'\\''";
        else
            result += c;
    }
    return result + "'";
}

/// Text of a specification of _arguments, whose brackets and colons have a meaning of their own.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string optionWords(const Command& command) {
    std::string words;
    for (const Option& option : command.options)
        words += std::string(option.name) + ' ';
    return words + "--help";
}

} // namespace

std::string bashCompletion(std::string_view program, std::span<const Command> commands) {
    const std::string function = functionName(program);
    std::string names, cases;
    for (const Command& command : commands) {
        names += std::string(command.name) + ' ';
        cases += "    " + std::string(command.name) + ") words=" + inQuotes(optionWords(command)) + " ;;\n";
    }
    return function +
           "() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        mapfile -t COMPREPLY < <(compgen -W " +
           inQuotes(names + "help --help --version") +
           " -- \"$word\")\n"
           "        return\n"
           "    fi\n"
           "    case ${COMP_WORDS[1]} in\n" +
           cases +
           "    esac\n"
           "    if [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    fi\n"
           "}\n"
           "complete -o default -F " +
           function + ' ' + std::string(program) + '\n';
}

std::string zshCompletion(std::string_view program, std::span<const Command> commands) {
    std::string names, cases;
    for (const Command& command : commands) {
        names += "    " + inQuotes(std::string(command.name) + ':' + escaped(command.summary)) + '\n';
        cases += "    " + std::string(command.name) + ") _arguments '--help[Print the help of the command.]'";
        for (const Option& option : command.options) {
            const std::string value = option.value.empty() ? "" : ':' + escaped(option.value) + ":_files";
            cases += " \\\n        " + inQuotes((option.repeated ? "*" : "") + std::string(option.name) + '[' +
                                                escaped(option.help) + ']' + value);
        }
        cases += " '*:file:_files' ;;\n";
    }
    return "#compdef " + std::string(program) +
           "\n"
           "local -a commands=(\n" +
           names +
           ")\n"
           "if ((CURRENT == 2)); then\n"
           "    _describe command commands\n"
           "    return\n"
           "fi\n"
           "shift words\n"
           "((CURRENT--))\n"
           "case ${words[1]} in\n" +
           cases + "esac\n";
}

} // namespace strata::cli
