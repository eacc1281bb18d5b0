// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"
#include "app/cli/report_output.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/calibrate.h"

#include <array>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "The folder with the suite's reference data."},
    cli::Option{"--method", "ID", "Method instead of the suite's default."},
    cli::Option{
        "--leave-one-out", "device",
        "Predict each device from a fit without it; of training: configuration, source; of serving-points: system, "
        "model."},
    cli::Option{"--leave-one-device-out", "", "The same as --leave-one-out device."},
    cli::kByOption,
    cli::kReportOption,
    cli::kPredictionsOption,
    cli::kFiguresOption,
    cli::kDataRootOption,
    cli::kCatalogOption};

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto suite = suiteOf(arguments);
    if (!suite) return fail(suite.error(), streams);
    const auto folder = arguments.value("--data");
    if (!folder) return fail({"bad-argument", "", "--data is missing", "--data DIR", {}}, streams);
    const auto library = openSuiteLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const std::string left_out =
        arguments.has("--leave-one-device-out") ? "device" : arguments.value("--leave-one-out").value_or("");
    const auto report =
        assess::runSuite(**suite, {*folder, **library, arguments.value("--method").value_or(""), left_out});
    if (!report) return fail(report.error(), streams);
    return tellReport(*report, arguments, streams);
}

} // namespace

cli::Command validateCommand() {
    return {"validate",
            "SUITE --data DIR [--leave-one-device-out] [--report out.json] [--predictions out.csv] [--figures DIR]",
            "Predictions against reference data, errors per group; fits only what it leaves out.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
