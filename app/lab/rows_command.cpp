// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/run/canonical_rows.h"
#include "core/base/json.h"

#include <array>
#include <iostream>

namespace strata::lab {
namespace {

constexpr std::array kOptions{cli::Option{"--data", "DIR", "Folder with the reference data of the suite."},
                              cli::Option{"--out", "FILE", "Write the rows to FILE, one JSON object per line."},
                              cli::kDataRootOption, cli::kCatalogOption};

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto suite = suiteOf(arguments);
    if (!suite) return fail(suite.error(), streams);
    for (const char* needed : {"--data", "--out"}) {
        if (arguments.has(needed)) continue;
        return fail(
            {"bad-argument", "", {"error.field-missing", {{"field", needed}}}, verbatim("--data DIR --out FILE"), {}},
            streams);
    }
    const auto library = openSuiteLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    assess::SuiteOptions options{
        .data = *arguments.value("--data"), .library = **library, .method = {}, .leave_one_out = {}};
    options.keep_requests = true;
    const auto report = assess::runSuite(**suite, options);
    if (!report) return fail(report.error(), streams);
    const std::vector<assess::CanonicalRow> rows = assess::canonicalRows(*report);
    if (rows.empty()) {
        return fail({"bad-argument",
                     "",
                     {"error.no-row-keeps-request", {{"suite", report->suite}}},
                     {"accepted.suite-of-requests"},
                     {}},
                    streams);
    }
    std::string text;
    for (const assess::CanonicalRow& row : rows)
        text += toJsonLine(row.row) + '\n';
    if (auto written = writeFileWhole(*arguments.value("--out"), text); !written) {
        return fail(written.error(), streams);
    }
    streams.out << rows.size() << " rows written, " << report->rows.size() - rows.size()
                << " answered rows have no request that says all that they are\n";
    return cli::kAnswered;
}

} // namespace

cli::Command rowsCommand() {
    return {"rows",
            "SUITE --data DIR --out ROWS.jsonl",
            "Writes a suite's measured values with their requests, as `strata-cli validate` reads them.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
