// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "app/lab/run/suites.h"

#include <memory>
#include <vector>

namespace strata::lab {

cli::Command validateCommand();
cli::Command calibrateCommand();
cli::Command rowsCommand();
cli::Command manifestsCommand();
cli::Command fetchListCommand();
cli::Command ownCommand();
cli::Command mapperCommand();
cli::Command predictorCommand();
cli::Command analyzeCommand();

/// All commands of `strata-lab`, in the order of the help.
std::vector<cli::Command> commands();

/// The suite that the command's first word names. Errors: "bad-argument" with the known ones.
Result<const assess::Suite*> suiteOf(const cli::Arguments& arguments);

/// As cli::openLibrary(), without measurements of the user's own: suites give everybody the same figures.
Result<std::shared_ptr<const Library>> openSuiteLibrary(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::lab
