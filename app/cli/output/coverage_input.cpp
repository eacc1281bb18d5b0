// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/coverage_input.h"

#include "app/cli/line/pipe_copies.h"
#include "app/cli/output/renderer.h"
#include "core/base/executor.h"
#include "core/catalog/data_root.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

namespace strata::cli {
namespace {

Result<std::vector<coverage::OwnRun>> keptRuns(const std::string& file) {
    std::vector<std::string> files{file};
    const auto copies = PipeCopies::of(files);
    if (!copies) return copies.error();
    auto document = readJsonFile(files.front());
    if (!document) return document.error();
    return coverage::readOwnRuns(*document, file);
}

} // namespace

Result<coverage::OwnEvidence> ownResults(const Arguments& arguments) {
    coverage::OwnEvidence own;
    std::vector<assess::ResultRecord> records;
    for (const std::string& results : arguments.values("--results")) {
        auto read = coverage::readResults(results);
        if (!read) return read.error();
        records.insert(records.end(), read->begin(), read->end());
    }
    own.accuracies = coverage::newestAccuracies(records);
    return own;
}

Result<coverage::OwnEvidence> ownEvidence(const Arguments& arguments, const Library& library, Streams& streams) {
    auto own = ownResults(arguments); // before the scenarios, which take a while
    if (!own) return own;
    const auto file = arguments.value("--runs");
    std::error_code ignored;
    // Runs are read from a pipe with --kept alone: otherwise they are written into it.
    const bool has_runs = file && std::filesystem::exists(*file, ignored) && !std::filesystem::is_fifo(*file, ignored);
    if (file && (arguments.has("--kept") || has_runs)) {
        auto runs = keptRuns(*file);
        if (!runs) return runs.error();
        own->runs = *std::move(runs);
    }
    if (!arguments.has("--kept")) {
        ThreadExecutor executor(std::thread::hardware_concurrency());
        own->runs = coverage::runScenarios(Context{library, {}, nullptr, &streams.registry, &executor}, own->runs);
        if (file)
            if (auto kept = writeFileWhole(*file, coverage::toJson(own->runs).dump(1) + "\n"); !kept)
                return kept.error();
    }
    return own;
}

int drawCoverage(const coverage::OwnEvidence& own, const std::string& out, std::vector<std::string> words,
                 const Arguments& arguments, Streams& streams) {
    words.insert(words.begin(), {"--coverage", "-", "--out", out});
    for (const std::string& results : arguments.values("--results"))
        words.insert(words.end(), {"--results", results});
    if (arguments.has("--dark")) words.emplace_back("--dark");
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    streams.out.flush();
    const auto status = runRenderer(words, coverage::toJson(own.runs).dump(), *root);
    return status ? *status : fail(status.error(), streams);
}

} // namespace strata::cli
