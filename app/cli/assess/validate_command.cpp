// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/history_output.h"
#include "app/cli/output/report_bounds.h"
#include "app/cli/output/report_output.h"
#include "core/assess/evaluate_rows.h"

#include <algorithm>
#include <array>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--jobs", "N", "Number of threads.", false, "as many as the machine has"},
                              kByOption,
                              kBoundOption,
                              kReportOption,
                              kPredictionsOption,
                              kFiguresOption,
                              kKeepOption,
                              kCommitOption,
                              kDataRootOption,
                              kCatalogOption};

int run(const Arguments& arguments, Streams& streams) {
    const auto jobs = arguments.count("--jobs", std::max(1U, std::thread::hardware_concurrency()));
    if (!jobs) return fail(jobs.error(), streams);
    const std::string& file = arguments.positional().front();
    const auto rows = assess::readRowFile(file);
    if (!rows) return fail(rows.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    assess::SuiteReport report = assess::evaluateRows(*rows, *library, *jobs);
    report.suite = std::filesystem::path(file).filename().string();
    report.data = file;
    return tellReport(report, arguments, streams);
}

} // namespace

Command validateCommand() {
    return {"validate",
            "ROWS.csv|ROWS.jsonl [--by KEYS] [--bound NAME=VALUE ...] [--report out.json] [--predictions out.csv] "
            "[--figures DIR]",
            "Compares measured values with the answers to their requests; nothing is fitted. Each row has id, request, "
            "quantity and measured.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
