// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/history_output.h"
#include "app/cli/schedule/commands.h"
#include "app/cli/schedule/tuning_input.h"
#include "core/schedule/study.h"
#include "core/schedule/tuner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

namespace strata::cli {
namespace {

constexpr unsigned kRanked = 10, kNext = 1;

constexpr std::array kOptions{
    reading({"--prior", "FILE", "Configurations of the same kernel on another device, or a model fitted to them."}),
    reading({"--model", "FILE", "rank: predict with this model instead of fitting one."}),
    Option{"--count", "N", "Number of configurations to print.", false, "10 for rank, 1 for tune"},
    Option{"--seed", "N", "Seed of what is drawn.", false, "1"},
    Option{"--out", "FILE", "rank: write every configuration with its prediction to FILE as CSV."},
    Option{"--write-model", "FILE", "rank: write the fitted model to FILE."},
    Option{"--csv", "", "Print CSV instead of a table for people."},
    Option{"--json", "", "Print JSON instead of a table for people."}};

Error inTuningFile(Error error, const Arguments& arguments) {
    if (error.file.empty()) error.file = arguments.positional()[1];
    return error;
}

void addPredictionColumns(Table& table) {
    for (const char* column : {"predicted_s", "low_s", "high_s", "measured_s", "outside"})
        table.columns.emplace_back(column);
}

std::vector<Cell> predictionRow(const exchange::TuningFile& tuning, const std::vector<schedule::PredictedTime>& times,
                                std::size_t row) {
    std::vector<Cell> cells = parameterCells(tuning, row);
    const schedule::PredictedTime& time = times[row];
    const bool measured = tuning.space.outcomes[row] == schedule::Outcome::Measured;
    cells.insert(cells.end(),
                 {Cell(time.seconds), Cell(time.low_s), Cell(time.high_s),
                  measured ? Cell(tuning.space.seconds[row]) : Cell(), Cell(std::string(time.outside ? "yes" : "no"))});
    return cells;
}

/// What is known of the fit, for people.
std::string fitText(const schedule::CostModel& model) {
    std::ostringstream text;
    text << "fitted to " << model.points << " measured configurations" << (model.uses_prior ? " and the prior" : "");
    if (model.rank != 0)
        text << std::fixed << std::setprecision(3) << "; left out, they have rank correlation " << model.rank
             << ", and 80 % of them lie from " << std::setprecision(1) << 100.0 * std::expm1(model.p10 - model.p50)
             << " % to +" << 100.0 * std::expm1(model.p90 - model.p50) << " % of what is predicted";
    return text.str();
}

Result<schedule::CostModel> modelFor(const Arguments& arguments, const exchange::TuningFile& tuning) {
    if (const auto file = arguments.value("--model")) {
        for (const char* other : {"--prior", "--write-model"})
            if (arguments.has(other))
                return badArgument({"error.option-beside-model", {{"option", other}}}, {"accepted.model-or-fit"});
        return costModelFrom(*file, FoldedFit::Yes);
    }
    const auto prior = priorOf(arguments);
    if (!prior) return prior.error();
    const auto seed = arguments.count("--seed", 1);
    if (!seed) return seed.error();
    schedule::CostModelOptions options;
    options.seed = *seed;
    auto model = schedule::fitCostModel(tuning.space, *prior ? &**prior : nullptr, options);
    if (!model) return inTuningFile(model.error(), arguments);
    return model;
}

/// As it was typed, but for the folders of files.
std::string commandOf(const Arguments& arguments, const std::string& source) {
    std::string command = "strata-cli schedule rank " + source;
    if (const auto prior = arguments.value("--prior"))
        command += " --prior " + std::filesystem::path(*prior).filename().string();
    if (const auto seed = arguments.value("--seed")) command += " --seed " + *seed;
    return command;
}

Result<void> writeFiles(const Arguments& arguments, const exchange::TuningFile& tuning,
                        const schedule::CostModel& model, const Table& all) {
    if (const auto file = arguments.value("--out")) {
        if (auto written = writeFileWhole(*file, toCsv(all)); !written) return written;
    }
    const auto file = arguments.value("--write-model");
    if (!file) return {};
    const std::string source = std::filesystem::path(arguments.positional()[1]).filename().string();
    const schedule::ModelOrigin origin{std::filesystem::path(*file).stem().string(),
                                       (tuning.kernel.empty() ? source : tuning.kernel) +
                                           (tuning.device.empty() ? "" : ", " + tuning.device),
                                       source, today(), commandOf(arguments, source)};
    return writeFileWhole(*file, hardware::toJson(schedule::predictorOf(model, origin)).dump() + "\n");
}

void tellListed(const exchange::TuningFile& tuning, Streams& streams) {
    if (tuning.listed == 0) return;
    streams.err << "note: " << tuning.listed
                << " configurations are combinations of the parameters' values; the file does not tell which of them "
                   "are valid\n";
}

int rank(const exchange::TuningFile& tuning, const Arguments& arguments, Streams& streams) {
    const auto count = arguments.count("--count", kRanked);
    if (!count) return fail(count.error(), streams);
    const auto model = modelFor(arguments, tuning);
    if (!model) return fail(model.error(), streams, kFailed);
    const auto times = schedule::predictTimes(*model, tuning.space);
    if (!times) return fail(inTuningFile(times.error(), arguments), streams, kFailed);
    Table all{"configurations", parameterNames(tuning), {}};
    addPredictionColumns(all);
    Table best = all;
    for (std::size_t row = 0; row < tuning.space.rows(); ++row)
        all.rows.push_back(predictionRow(tuning, *times, row));
    std::vector<std::size_t> open = tuning.space.rowsWith(schedule::Outcome::Open);
    if (open.empty()) open = tuning.space.rowsWith(schedule::Outcome::Measured);
    std::ranges::stable_sort(open, {}, [&](std::size_t row) { return (*times)[row].seconds; });
    open.resize(std::min<std::size_t>(open.size(), *count));
    for (const std::size_t row : open)
        best.rows.push_back(all.rows[row]);
    if (auto written = writeFiles(arguments, tuning, *model, all); !written) return fail(written.error(), streams);
    streams.err << "note: " << fitText(*model) << '\n';
    printTable(best, arguments, streams);
    return kAnswered;
}

int tune(const exchange::TuningFile& tuning, const Arguments& arguments, Streams& streams) {
    const auto count = arguments.count("--count", kNext);
    if (!count) return fail(count.error(), streams);
    const auto seed = arguments.count("--seed", 1);
    if (!seed) return fail(seed.error(), streams);
    const auto prior = priorOf(arguments);
    if (!prior) return fail(prior.error(), streams, kFailed);
    schedule::TunerOptions options;
    options.seed = *seed;
    const auto tuner = schedule::Tuner::over(tuning.space, options, *prior ? &**prior : nullptr);
    if (!tuner) return fail(inTuningFile(tuner.error(), arguments), streams, kFailed);
    std::vector<double> logs;
    for (const double seconds : tuning.space.seconds)
        logs.push_back(seconds > 0 ? std::log(seconds) : 0.0);
    Table next{"configurations", parameterNames(tuning), {}};
    for (const std::size_t row : tuner->next(tuning.space.outcomes, logs, *count))
        next.rows.push_back(parameterCells(tuning, row));
    if (next.rows.empty())
        return fail({"nothing-left",
                     "",
                     {"error.all-configurations-known"},
                     {"accepted.configurations-without-time"},
                     arguments.positional()[1]},
                    streams, kFailed);
    printTable(next, arguments, streams);
    return kAnswered;
}

/// Ranks that models of growing samples give to the configurations that none of them has seen.
int study(const exchange::TuningFile& tuning, const Arguments& arguments, Streams& streams) {
    const auto seed = arguments.count("--seed", 1);
    if (!seed) return fail(seed.error(), streams);
    schedule::StudyOptions options;
    options.model.seed = *seed;
    const auto studied = schedule::studySchedules(tuning.space, options);
    if (!studied) return fail(inTuningFile(studied.error(), arguments), streams, kFailed);
    Table learning{
        "learning", {"samples", "rank", "first", "best_of_" + std::to_string(studied->best), "error_p50"}, {}};
    for (const schedule::SampleFit& fit : studied->fits)
        learning.rows.push_back({static_cast<std::int64_t>(fit.samples), fit.rank, fit.first, fit.best_of, fit.error});
    streams.err << "note: " << studied->fits.front().times.size() << " of " << studied->measured
                << " measured configurations are seen by no model, and rank, first and error are about these\n";
    printTable(learning, arguments, streams);
    return kAnswered;
}

int run(const Arguments& arguments, Streams& streams) {
    const std::string& word = arguments.positional().front();
    if (word != "rank" && word != "tune" && word != "study")
        return fail(badArgument({"error.schedule-has-no-word", {{"word", word}}}, {"accepted.schedule-words"}),
                    streams);
    const auto tuning = exchange::readTuningFile(arguments.positional()[1]);
    if (!tuning) return fail(tuning.error(), streams);
    tellListed(*tuning, streams);
    if (word == "study") return study(*tuning, arguments, streams);
    return word == "rank" ? rank(*tuning, arguments, streams) : tune(*tuning, arguments, streams);
}

} // namespace

Command scheduleCommand() {
    return {"schedule",
            "rank|tune|study FILE [--prior FILE] [--count N]",
            "Predicts the times of a kernel's tuning configurations from those that were measured, says which to "
            "measure next, or "
            "how well a part of them predicts the others.",
            kOptions,
            2,
            2,
            run};
}

} // namespace strata::cli
