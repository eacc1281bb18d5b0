// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_commands.h"

#include "app/cli/input/input.h"
#include "app/lab/run/calibrate.h"
#include "core/evaluate/kinds/own_measurements.h"

namespace strata::lab {

std::vector<cli::Command> commands() {
    return {validateCommand(), calibrateCommand(), rowsCommand(),      manifestsCommand(), fetchListCommand(),
            ownCommand(),      mapperCommand(),    predictorCommand(), analyzeCommand()};
}

Result<const assess::Suite*> suiteOf(const cli::Arguments& arguments) {
    const std::string& wanted = arguments.positional().front();
    if (const assess::Suite* suite = assess::suiteNamed(wanted)) return suite;
    std::string known;
    for (const assess::Suite& suite : assess::suites())
        known += (known.empty() ? "" : ", ") + std::string(suite.id);
    return Error{"bad-argument", "", {"error.there-no-suite", {{"wanted", wanted}}}, verbatim(known), {}};
}

Result<std::shared_ptr<const Library>> openSuiteLibrary(const cli::Arguments& arguments, cli::Streams& streams) {
    auto library = cli::openLibrary(arguments, streams);
    if (!library) return library;
    auto plain = withoutOwnMeasurements(**library);
    return plain ? std::move(plain) : *std::move(library);
}

} // namespace strata::lab
