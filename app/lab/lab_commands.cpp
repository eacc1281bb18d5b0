// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_commands.h"

#include "app/lab/run/calibrate.h"

namespace strata::lab {

std::vector<cli::Command> commands() {
    return {validateCommand(), calibrateCommand(), rowsCommand(), manifestsCommand()};
}

Result<const assess::Suite*> suiteOf(const cli::Arguments& arguments) {
    const std::string& wanted = arguments.positional().front();
    if (const assess::Suite* suite = assess::suiteNamed(wanted)) return suite;
    std::string known;
    for (const assess::Suite& suite : assess::suites())
        known += (known.empty() ? "" : ", ") + std::string(suite.id);
    return Error{"bad-argument", "", "there is no suite \"" + wanted + "\"", known, {}};
}

} // namespace strata::lab
