// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/man.h"

#include "app/cli/line/command.h"

namespace strata::cli {
namespace {

/// Text that roff prints as it is: backslashes and dashes escaped, no line that begins as a request does.
std::string escaped(std::string_view text) {
    std::string made;
    bool begins = true;
    for (const char letter : text) {
        if (begins && (letter == '.' || letter == '\'')) made += "\\&";
        if (letter == '\\')
            made += "\\e";
        else if (letter == '-')
            made += "\\-";
        else
            made += letter;
        begins = letter == '\n';
    }
    return made;
}

std::string optionText(const Option& option) {
    std::string text = ".TP\n.B " + escaped(option.name);
    if (!option.value.empty()) text += " \\fI" + escaped(option.value) + "\\fR";
    return text + "\n" + escaped(helpText(option)) + "\n";
}

std::string commandText(std::string_view program, const Command& command) {
    std::string text = ".SS " + escaped(command.name) + "\n.B " + escaped(program) + " " + escaped(command.name) +
                       "\n.RI " + "\"" + escaped(command.usage) + "\"\n.PP\n" + escaped(command.summary) + "\n";
    for (const Option& option : command.options)
        text += optionText(option);
    return text;
}

std::string upper(std::string_view word) {
    std::string text(word);
    for (char& letter : text)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

} // namespace

std::string manOf(const ManPage& page, std::span<const Command> commands) {
    std::string text = ".TH " + escaped(upper(page.program)) + " 1 \"\" Strata \"User commands\"\n.SH NAME\n" +
                       escaped(page.program) + " \\- " + escaped(page.summary) + "\n.SH SYNOPSIS\n.B " +
                       escaped(page.program) + "\n.I COMMAND\n.RI [ ARGUMENTS ]\n.SH DESCRIPTION\n" +
                       escaped(page.more) + "\n.SH COMMANDS\n";
    for (const Command& command : commands)
        text += commandText(page.program, command);
    return text + ".SH EXIT STATUS\n0: everything was answered. 1: at least one request got an error. 2: the "
                  "arguments or an input file cannot be used.\n.SH SEE ALSO\n.BR strata (1),\n.BR strata\\-cli "
                  "(1),\n.BR strata\\-lab (1)\n";
}

} // namespace strata::cli
