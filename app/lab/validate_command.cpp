// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/history_output.h"
#include "app/cli/output/report_bounds.h"
#include "app/cli/output/report_output.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/calibrate.h"

#include <array>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder with the reference data of the suite."},
    cli::Option{"--method", "ID", "Id of the method that answers.", false, "the method of the suite"},
    cli::Option{
        "--leave-one-out", "device",
        "Predict each device, generation or vendor from a fit without it; of training: configuration, source; of "
        "serving-points: system, model, version."},
    cli::Option{"--leave-one-device-out", "", "The same as --leave-one-out device."},
    cli::Option{"--leave-one-generation-out", "", "The same as --leave-one-out generation."},
    cli::Option{"--refit", "IDS", "Fit only these calibrations again, separated by commas; the others stay."},
    cli::kByOption,
    cli::kDistancesOption,
    cli::kBoundOption,
    cli::kReportOption,
    cli::kPredictionsOption,
    cli::kFiguresOption,
    cli::kKeepOption,
    cli::kCommitOption,
    cli::kDataRootOption,
    cli::kCatalogOption};

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto suite = suiteOf(arguments);
    if (!suite) return fail(suite.error(), streams);
    const auto folder = arguments.value("--data");
    if (!folder)
        return fail({"bad-argument", "", {"error.field-missing", {{"field", "--data"}}}, verbatim("--data DIR"), {}},
                    streams);
    const auto library = openSuiteLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    std::string left_out = arguments.value("--leave-one-out").value_or("");
    if (arguments.has("--leave-one-device-out")) left_out = "device";
    if (arguments.has("--leave-one-generation-out")) left_out = "generation";
    if (arguments.has("--keep") && !left_out.empty())
        return fail(
            cli::badArgument({"error.keep-takes-results-committed-calibrations-only"}, {"accepted.no-leave-one-out"}),
            streams);
    const auto report = assess::runSuite(**suite, {.data = *folder,
                                                   .library = **library,
                                                   .method = arguments.value("--method").value_or(""),
                                                   .leave_one_out = left_out,
                                                   .refit = arguments.value("--refit").value_or("")});
    if (!report) return fail(report.error(), streams);
    return tellReport(*report, arguments, streams);
}

} // namespace

cli::Command validateCommand() {
    return {"validate",
            "SUITE --data DIR [--leave-one-device-out] [--report out.json] [--predictions out.csv] [--figures DIR]",
            "Compares predictions with reference data; fits only what it leaves out.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
