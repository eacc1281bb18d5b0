// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/history_output.h"
#include "app/cli/output/pretty.h"
#include "app/lab/analysis/analysis.h"
#include "app/lab/lab_commands.h"
#include "core/catalog/data_root.h"
#include "core/evaluate/registry.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder with the reference data of all subjects."},
    cli::Option{"--out", "FILE", "Write the analysis to FILE; only with the id of one analysis."},
    cli::Option{"--date", "DAY", "The day that the analysis carries, for example 2026-03-01.", false, "today"},
    cli::kCommitOption,
    cli::kDataRootOption,
};

const assess::Analysis* named(const std::string& id) {
    for (const assess::Analysis& analysis : assess::analyses())
        if (id == analysis.id) return &analysis;
    return nullptr;
}

std::string knownIds() {
    std::string known;
    for (const assess::Analysis& analysis : assess::analyses())
        known += (known.empty() ? "" : ", ") + std::string(analysis.id);
    return known;
}

Error unknown(const std::string& id) {
    return {"bad-argument", "", {"error.there-no-analysis", {{"id", id}}}, verbatim("all, " + knownIds()), {}};
}

/// One file cannot hold all analyses.
Error allInOneFile() {
    return {"bad-argument", "", {"error.field-is-word", {{"field", "ID"}, {"value", "all"}}}, verbatim(knownIds()), {}};
}

/// An analysis of no rows would take the place of one of many.
Error nothingIn(const std::string& data) {
    return {"not-found", "", {"error.analysis-is-empty", {{"sample", data}}}, {}, data};
}

/// What the numbers follow from besides the data: the program, and the code and calibrations of the kernels' method.
void stamp(hardware::Calibration& result, const assess::Analysis& analysis, const std::string& date,
           const std::string& commit, const Library& library) {
    result.id = std::string(analysis.id);
    result.suite = "analysis";
    result.command = "strata-lab analyze " + result.id + " --data DIR --commit ID";
    result.origins = {{"date", date}, {"commit", commit}};
    if (const Method* method = builtinRegistry().method("model", "gpu.tile"))
        result.origins["version of gpu.tile"] = versionOf(*method, library);
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const std::string& wanted = arguments.positional().front();
    const auto data = arguments.value("--data");
    const auto commit = arguments.value("--commit");
    for (const auto& [field, value] : {std::pair{"--data", data}, {"--commit", commit}})
        if (!value)
            return fail({"bad-argument",
                         "",
                         {"error.field-missing", {{"field", field}}},
                         verbatim(std::string(field) + (field == std::string_view("--data") ? " DIR" : " ID")),
                         {}},
                        streams);
    if (wanted != "all" && named(wanted) == nullptr) return fail(unknown(wanted), streams);
    const auto out = arguments.value("--out");
    if (out && wanted == "all") return fail(allInOneFile(), streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const auto library = Library::loadWhatIsSound(*root);
    if (!library) return fail(library.error(), streams);
    const std::string date = arguments.value("--date").value_or(cli::today());
    std::vector<std::vector<std::string>> rows{{"analysis", "points", "rows"}};
    for (const assess::Analysis& analysis : assess::analyses()) {
        if (wanted != "all" && wanted != analysis.id) continue;
        auto result = analysis.compute(*data, *library->library);
        if (!result) return fail(result.error(), streams);
        if (result->points == 0 || result->groups.empty()) return fail(nothingIn(*data), streams);
        stamp(*result, analysis, date, *commit, *library->library);
        const std::filesystem::path file =
            out ? std::filesystem::path(*out) : *root / strata::folder(EntryKind::Calibration) / (result->id + ".json");
        if (auto written = writeFileWhole(file, hardware::toJson(*result).dump(2) + "\n"); !written)
            return fail(written.error(), streams);
        rows.push_back({result->id, std::to_string(result->points), std::to_string(result->groups.size())});
    }
    streams.out << cli::alignedText(rows, {false, true, true});
    return cli::kAnswered;
}

} // namespace

cli::Command analyzeCommand() {
    return {"analyze",
            "ID|all --data DIR --commit ID [--date DAY] [--out FILE]",
            "Computes analyses of measured rows and writes them beside the calibrations.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
