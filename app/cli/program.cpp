// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include "app/cli/assess/commands.h"
#include "app/cli/catalog/commands.h"
#include "app/cli/evaluate/commands.h"
#include "app/cli/exchange/commands.h"
#include "app/cli/explore/commands.h"
#include "app/cli/figures/commands.h"
#include "app/cli/manual/commands.h"
#include "app/cli/schedule/commands.h"

namespace strata::cli {

std::vector<Command> programCommands() {
    return {evaluateCommand(), batchCommand(),       serveCommand(),    sweepCommand(),     searchCommand(),
            pointsCommand(),   resultsCommand(),     scenarioCommand(), coverageCommand(),  toolsCommand(),
            layersCommand(),   compositionCommand(), validateCommand(), calibrateCommand(), figureCommand(),
            importCommand(),   exportCommand(),      catalogCommand(),  designCommand(),    convertCommand(),
            kindsCommand(),    methodsCommand(),     scheduleCommand(), schemaCommand(),    sessionCommand(),
            manualCommand()};
}

int runProgram(std::span<const std::string> words, Streams& streams) {
    return runProgram(programCommands(), words, streams);
}

} // namespace strata::cli
