// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/lab/fit/compose_calibration.h"
#include "app/lab/lab_commands.h"
#include "app/lab/own/own_families.h"
#include "app/lab/own/own_points.h"
#include "app/lab/own/own_score.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/serving/serving_asked.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/own_inference.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
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
    cli::Option{"--points", "", "Infer from served points, and fit the engines without the device; kernels stay."},
    cli::Option{"--engine", "NAME", "With --points: only engines whose name and version begin with NAME."},
    cli::Option{"--each-kind", "", "Draw that many rows of each kind of a family."},
    cli::Option{"--draws", "N", "Number of draws.", false, "3"},
    cli::Option{"--scored", "N", "Largest number of rows of a family that are scored.", false, "600"},
    cli::kDataRootOption,
    cli::kCatalogOption};

constexpr std::string_view kSuite = "gpu-modern";

using assess::Drawn;

/// What is drawn, and of which device.
struct Asked {
    std::string device;
    std::size_t rows = 0, draws = 0, scored = 0;
    bool each_kind = false;
    std::string engine{}; ///< begins the names of the wanted engines
};

using assess::OwnScore;

std::string percent(double share) { return formatQuantity(share, "1", 3); }

/// What an inference from the drawn rows makes of the scored ones.
struct Scores {
    OwnScore before, after;
    std::size_t used = 0;

    void add(std::span<const assess::MeasuredRow> scored, const std::shared_ptr<const Library>& without,
             const std::shared_ptr<const Library>& with, const std::map<std::string, std::string>& kinds = {}) {
        const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
        before.add(assess::evaluateRows(scored, without, jobs), kinds);
        after.add(assess::evaluateRows(scored, with, jobs), kinds);
    }

    std::vector<std::string> line(const std::string& name, std::size_t kinds, std::size_t draws) const {
        const auto worst = [](const OwnScore& score) {
            const auto [kind, median] = score.worst();
            return percent(median) + " " + kind;
        };
        return {name,
                std::to_string(kinds),
                std::to_string(used),
                std::to_string(before.count() / draws),
                percent(before.mean()),
                percent(after.mean()),
                percent(before.median()),
                percent(after.median()),
                worst(before),
                worst(after),
                percent(before.coverage()),
                percent(after.coverage())};
    }
};

/// The library with what the drawn rows say of the target.
Result<std::shared_ptr<const Library>> inferred(const Drawn& drawn, const assess::OwnTarget& target,
                                                const std::shared_ptr<const Library>& without) {
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    const auto found =
        assess::inferOwn(drawn.used, target, {"own-left-out", "2000-01-01", "strata-lab own", ""}, without, jobs);
    if (!found) return found.error();
    return without->withCalibration(found->entry);
}

std::vector<std::string> header(const char* first, const char* kinds) {
    return {first,    kinds,   "rows",       "scored", "mean before",    "after",
            "median", "after", "worst kind", "after",  "covered before", "after"};
}

/// The engines' costs without the device's points. How far they err by distance takes a fit for each group: left out.
Result<std::vector<hardware::Calibration>> engineFit(const std::filesystem::path& data, const Library& library,
                                                     const std::string& device) {
    auto fitted = assess::fitComposeServingWithout(
        data, library, {.devices = assess::Without(std::string_view(device)), .model = {}, .runs = {}});
    if (!fitted) return fitted.error();
    return std::vector{*std::move(fitted)};
}

/// Kernels of one family after the other.
Result<std::vector<std::vector<std::string>>> kernelLines(const assess::SuiteReport& report, const Library& library,
                                                          const std::shared_ptr<const Library>& without,
                                                          const Asked& asked) {
    std::vector<std::vector<std::string>> table{header("family", "kinds")};
    for (const auto& [name, family] : assess::familiesOf(report, library)) {
        std::map<std::string, std::string> kinds;
        for (const auto& [kind, rows] : family.kinds) {
            for (const auto& row : rows)
                kinds.emplace(row.id, kind);
        }
        Scores scores;
        for (unsigned d = 0; d < asked.draws; ++d) {
            const Drawn drawn = assess::drawEvenly(family, asked.rows, asked.each_kind, asked.scored, d + 1);
            const assess::OwnTarget target{.hardware = asked.device, .cluster = {}, .engine = {}, .engine_version = {}};
            const auto with = inferred(drawn, target, without);
            if (!with) return with.error();
            scores.used = drawn.used.size();
            scores.add(drawn.scored, without, *with, kinds);
        }
        table.push_back(scores.line(name, family.kinds.size(), asked.draws));
    }
    return table;
}

/// Served points of one engine and version after the other; their times are the kinds.
Result<std::vector<std::vector<std::string>>> pointLines(const std::filesystem::path& data, const Library& library,
                                                         const std::shared_ptr<const Library>& without,
                                                         const Asked& asked) {
    std::vector<assess::Refusal> refused;
    const auto rows = assess::readAskedPoints(data, library, refused);
    if (!rows) return rows.error();
    std::vector<std::vector<std::string>> table{header("engine", "points")};
    for (const auto& [name, engine] : assess::pointsByEngine(*rows, asked.device)) {
        if (engine.kinds.size() <= asked.rows || !name.starts_with(asked.engine)) continue;
        const std::size_t space = name.find(' ');
        const assess::OwnTarget target{.hardware = asked.device,
                                       .cluster = {},
                                       .engine = name.substr(0, space),
                                       .engine_version =
                                           space == std::string::npos ? std::string() : name.substr(space + 1)};
        std::map<std::string, Scores> scores;
        for (unsigned d = 0; d < asked.draws; ++d) {
            const Drawn drawn = assess::drawPoints(engine, asked.rows, asked.scored, d + 1);
            const auto with = inferred(drawn, target, without);
            if (!with) return with.error();
            for (const char* quantity : {"tpot_s", "ttft_s"}) {
                std::vector<assess::MeasuredRow> scored = drawn.scored;
                std::erase_if(scored, [&](const auto& row) { return row.quantity != quantity; });
                scores[quantity].used = drawn.used.size();
                scores[quantity].add(scored, without, *with);
            }
        }
        for (const auto& [quantity, score] : scores)
            table.push_back(score.line(name + " " + quantity, engine.kinds.size(), asked.draws));
    }
    return table;
}

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
    const Asked asked{std::string(*device),
                      *rows,
                      *draws,
                      *scored,
                      arguments.has("--each-kind"),
                      std::string(arguments.value("--engine").value_or(""))};
    const bool points = arguments.has("--points");
    std::shared_ptr<const Library> without = *library;
    if (!arguments.has("--fitted")) {
        const auto fitted = points ? engineFit(*folder, **library, asked.device)
                                   : assess::calibrate(kSuite, *folder, **library, std::string_view(*device));
        if (!fitted) return fail(fitted.error(), streams);
        without = assess::withCalibrations(**library, *fitted);
    }
    Result<std::vector<std::vector<std::string>>> table = std::vector<std::vector<std::string>>{};
    if (points) {
        table = pointLines(*folder, **library, without, asked);
    } else {
        const auto report = assess::runSuite(*assess::suiteNamed(kSuite), {.data = *folder,
                                                                           .library = **library,
                                                                           .method = {},
                                                                           .leave_one_out = {},
                                                                           .keep_requests = true,
                                                                           .only_device = asked.device});
        if (!report) return fail(report.error(), streams);
        table = kernelLines(*report, **library, without, asked);
    }
    if (!table) return fail(table.error(), streams);
    streams.out << cli::alignedText(*table,
                                    {false, true, true, true, true, true, true, true, false, false, true, true});
    return cli::kAnswered;
}

} // namespace

cli::Command ownCommand() {
    return {"own",
            "--leave-out DEVICE --data DIR [--points] [--rows N] [--each-kind] [--draws N]",
            "Shows what a few measurements of a device that was left out of the fit are worth on its other rows.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::lab
