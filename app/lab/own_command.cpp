// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"
#include "app/cli/pretty.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/run/canonical_rows.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/own_inference.h"
#include "core/assess/statistics.h"
#include "core/base/quantity.h"
#include "core/base/random.h"
#include "core/evaluate/kinds/kernel_query.h"
#include "core/gpu/calibration/own_factors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
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

struct FamilyRows {
    std::map<std::string, std::vector<assess::MeasuredRow>> kinds;
};

/// Kernels of the device by family and kind, those that the data itself calls defective left out.
std::map<std::string, FamilyRows> familiesOf(const assess::SuiteReport& report, const Library& library) {
    std::map<std::string, FamilyRows> families;
    for (const assess::CanonicalRow& one : assess::canonicalRows(report)) {
        const auto defect = [](const auto& pair) { return pair.first == "case" && pair.second != "regular"; };
        if (std::any_of(one.row.group.begin(), one.row.group.end(), defect)) continue;
        const Json request = Json::parse(one.row.request, nullptr, false);
        if (request.value("kind", std::string()) != "kernel") continue;
        const auto query = resolveKernel(request, library);
        if (!query) continue;
        const gpu::OwnKindName kind = gpu::ownKindOf(query->device.gpu, query->kernel);
        families[std::string(kind.family)].kinds[kind.text()].push_back(one.row);
    }
    return families;
}

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

struct Drawn {
    std::vector<assess::MeasuredRow> used, scored;
};

/// Draws rows evenly from the kinds; of the others so many are scored, each kind by its share.
Drawn draw(const FamilyRows& family, std::size_t rows, bool each_kind, std::size_t most_scored, std::uint64_t seed) {
    CounterRandom random(seed);
    std::vector<std::vector<assess::MeasuredRow>> kinds;
    std::size_t all = 0;
    for (const auto& [name, some] : family.kinds) {
        kinds.push_back(some);
        all += some.size();
        for (std::size_t i = kinds.back().size(); i > 1; --i)
            std::swap(kinds.back()[i - 1], kinds.back()[static_cast<std::size_t>(random.nextBelow(i))]);
    }
    Drawn drawn;
    const std::size_t wanted = each_kind ? rows * kinds.size() : rows;
    std::vector<std::size_t> taken(kinds.size(), 0);
    for (std::size_t round = 0; drawn.used.size() < wanted && round < wanted; ++round) {
        for (std::size_t k = 0; k < kinds.size() && drawn.used.size() < wanted; ++k) {
            if (round >= kinds[k].size()) continue;
            drawn.used.push_back(kinds[k][round]);
            taken[k] = round + 1;
        }
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const std::size_t share =
            std::max<std::size_t>(1, most_scored * kinds[k].size() / std::max<std::size_t>(all, 1));
        for (std::size_t i = taken[k]; i < std::min(kinds[k].size(), taken[k] + share); ++i)
            drawn.scored.push_back(kinds[k][i]);
    }
    return drawn;
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto device = arguments.value("--leave-out"), folder = arguments.value("--data");
    if (!device || !folder)
        return fail({"bad-argument", "", "the device or the data are missing", "--leave-out DEVICE --data DIR", {}},
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
    for (const auto& [name, family] : familiesOf(*report, **library)) {
        Score before, after;
        std::size_t used = 0;
        for (unsigned d = 0; d < *draws; ++d) {
            const Drawn drawn = draw(family, *rows, arguments.has("--each-kind"), *scored, d + 1);
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
