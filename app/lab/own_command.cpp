// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/lab/lab_commands.h"
#include "app/lab/own/own_families.h"
#include "app/lab/run/calibrate.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/own_inference.h"
#include "core/assess/statistics.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <thread>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder with the data of gpu-modern."},
    cli::Option{"--leave-out", "DEVICE", "Refit without the device, then infer its factors from a few of its rows."},
    cli::Option{"--fitted", "", "The data root was already fitted without the device: do not fit again."},
    cli::Option{"--rows", "N", "Number of rows of a family, drawn evenly from its kinds.", false, "20"},
    cli::Option{"--each-kind", "", "Draw that many rows of each kind of a family."},
    cli::Option{"--draws", "N", "Number of draws.", false, "3"},
    cli::Option{"--scored", "N", "Largest number of rows of a family that are scored.", false, "600"},
    cli::kDataRootOption,
    cli::kCatalogOption};

constexpr std::string_view kSuite = "gpu-modern";

using assess::Drawn;

/// Mean error and coverage of rows.
struct Score {
    double error = 0, covered = 0, count = 0;
    void add(const assess::SuiteReport& report) {
        for (const assess::SuiteRow& row : report.rows) {
            error += std::abs(row.predicted / row.measured - 1);
            covered += row.low <= row.measured && row.measured <= row.high ? 1 : 0;
            count += 1;
        }
    }
    double mean() const { return count > 0 ? error / count : 0; }
    double coverage() const { return count > 0 ? covered / count : 0; }
};

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto device = arguments.value("--leave-out"), folder = arguments.value("--data");
    if (!device || !folder)
        return fail({"bad-argument", "", {"error.device-or-data-missing"}, {"accepted.leave-out-and-data"}, {}},
                    streams);
    const auto rows = arguments.count("--rows", 20), draws = arguments.count("--draws", 3),
               scored = arguments.count("--scored", 600);
    for (const auto* number : {&rows, &draws, &scored}) {
        if (!*number) return fail(number->error(), streams);
    }
    auto library = openSuiteLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const assess::SuiteOptions options{.data = *folder,
                                       .library = **library,
                                       .method = {},
                                       .leave_one_out = {},
                                       .keep_requests = true,
                                       .only_device = *device};
    const auto report = assess::runSuite(*assess::suiteNamed(kSuite), options);
    if (!report) return fail(report.error(), streams);
    std::shared_ptr<const Library> without = *library;
    if (!arguments.has("--fitted")) {
        const auto fitted = assess::calibrate(kSuite, *folder, **library, std::string_view(*device));
        if (!fitted) return fail(fitted.error(), streams);
        without = assess::withCalibrations(**library, *fitted);
    }
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::vector<std::string>> table{
        {"family", "kinds", "rows", "scored", "error before", "after", "covered before", "after"}};
    for (const auto& [name, family] : assess::familiesOf(*report, **library)) {
        Score before, after;
        std::size_t used = 0;
        for (unsigned d = 0; d < *draws; ++d) {
            const Drawn drawn = assess::drawEvenly(family, *rows, arguments.has("--each-kind"), *scored, d + 1);
            used = drawn.used.size();
            const auto found =
                assess::inferOwn(drawn.used, {.hardware = *device, .cluster = {}, .engine = {}, .engine_version = {}},
                                 {"own-left-out", "2000-01-01", "strata-lab own", ""}, without, jobs);
            if (!found) return fail(found.error(), streams);
            before.add(assess::evaluateRows(drawn.scored, without, jobs));
            after.add(assess::evaluateRows(drawn.scored, without->withCalibration(found->entry), jobs));
        }
        const auto percent = [](double share) { return formatQuantity(share, "1", 3); };
        table.push_back({name, std::to_string(family.kinds.size()), std::to_string(used),
                         std::to_string(static_cast<std::size_t>(before.count / *draws)), percent(before.mean()),
                         percent(after.mean()), percent(before.coverage()), percent(after.coverage())});
    }
    streams.out << cli::alignedText(table, {false, true, true, true, true, true, true, true});
    return cli::kAnswered;
}

} // namespace

cli::Command ownCommand() {
    return {"own",
            "--leave-out DEVICE --data DIR [--rows N] [--each-kind] [--draws N]",
            "Shows what a few measurements of a device that was left out of the fit are worth on its other rows.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::lab
