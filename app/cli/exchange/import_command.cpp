// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/commands.h"
#include "app/cli/exchange/import_measurements.h"
#include "app/cli/exchange/import_model.h"
#include "app/cli/exchange/import_output.h"
#include "app/cli/exchange/import_what_if.h"
#include "app/cli/input/input.h"
#include "app/cli/output/report_output.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/imported.h"
#include "core/base/message_text.h"
#include "core/exchange/chakra/chakra_trace.h"
#include "core/exchange/serving/serving_tables.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--out", "FILE",
           "Write the timeline of the replay, the request of the network, the entry of the model, or the measured "
           "rows, as "
           "JSON to FILE."},
    Option{"--id", "ID", "Id of the model's entry.", false, "made from the name of the file"},
    Option{"--dim", "NAME=SIZE",
           "Size of a dimension that an ONNX network names without a size; repeat the option for more.", true},
    Option{"--add", "", "Add the model to your own entries of the catalog."},
    Option{"--hardware", "ID", "Run the computation on this GPU; with measurements: the GPU that was measured."},
    Option{"--engine", "ID[@VERSION]", "With measurements: the runtime that was measured."},
    Option{"--model", "ID", "With measurements: the model that ran, where the catalog does not know its name."},
    Option{"--weights", "TYPE",
           "With measurements: number format of stored weights, or of the operands of profiled kernels."},
    Option{"--batch", "N",
           "With measurements: samples of a pass in results of MLPerf under the scenario Offline, which state none."},
    Option{"--sequence", "N", "With measurements: mean tokens of a text in results of MLPerf, which state none."},
    Option{"--measured-on", "ID", "GPU on which the trace was recorded; a trace of a profiler names it."},
    Option{"--cluster", "ID", "Run the collectives on this cluster."},
    reading({"--network", "FILE", "Run the collectives on this network of ASTRA-sim.", true}),
    Option{"--ranks", "N",
           "Number of ranks of every collective, whatever the trace states, and of a profile's tables."},
    Option{"--tp", "OLD:NEW", "Tensor-parallel ranks: as recorded, and as asked."},
    Option{"--dp", "OLD:NEW", "Data-parallel ranks for the same batch: as recorded, and as asked."},
    Option{"--pp", "OLD:NEW", "Pipeline stages, one trace each: as recorded, and as asked."},
    Option{"--micro-batches", "N", "With --pp: number of micro-batches of the same batch.", false, "as recorded"},
    Option{"--schedule", "NAME", "With --pp: schedule of the pipeline, 1f1b or gpipe.", false, "1f1b"},
    Option{"--message-bytes", "N",
           "Bytes of activations of the batch between stages, where the traces do not state them."},
    Option{"--iteration", "N", "Step of a profiler's trace, counted from 1.", false,
           "the last step that launches work"},
    reading({"--rows", "FILE", "With predictions: the measured rows that they mean, with their requests."}),
    Option{"--alone", "", "With predictions: do not ask Strata's own methods for the same rows."},
    kByOption,
    kReportOption,
    kPredictionsOption,
    kFiguresOption,
    kDataRootOption,
    kCatalogOption};

/// Replays as recorded and as asked, prints, writes.
int answer(Imported imported, const std::string& recorded_on, const Arguments& arguments, Streams& streams) {
    LibraryPointer library;
    replay::WhatIf what;
    if (auto read = readWhatIf(arguments, recorded_on, streams, library, what); !read)
        return fail(read.error(), streams);
    bool timed = false;
    for (const auto& trace : imported.ranks) {
        for (const auto& node : trace.nodes)
            timed |= node.duration_s > 0.0 && !node.on_host && node.work != exchange::TraceWork::Metadata;
    }
    if (what.device && !what.measured_on && timed) {
        return fail({"bad-argument", {}, {"error.trace-names-no-gpu"}, verbatim("--measured-on ID"), {}}, streams);
    }
    const auto tp = degreeOf(arguments, "--tp");
    if (!tp) return fail(tp.error(), streams);
    const auto dp = degreeOf(arguments, "--dp");
    if (!dp) return fail(dp.error(), streams);
    const replay::Degrees degrees{*tp, *dp};
    auto asked = replay::withDegrees(imported.ranks, degrees);
    if (degrees.changes() && !asked) return fail(asked.error(), streams);
    imported.is_changed = what.device || what.cluster || what.network || degrees.changes();
    const auto same = replay::nodeTime({});
    const auto times = replay::nodeTime(what);
    if (!times) return fail(times.error(), streams, kFailed);
    auto recorded = replay::replay(imported.ranks, *same);
    if (!recorded) return fail(recorded.error(), streams, kFailed);
    auto changed = replay::replay(degrees.changes() ? *asked : imported.ranks, *times);
    if (!changed) return fail(changed.error(), streams, kFailed);
    imported.recorded = *std::move(recorded);
    imported.changed = *std::move(changed);
    for (const char* option : {"--micro-batches", "--schedule", "--message-bytes"}) {
        if (!arguments.has(option) || arguments.has("--pp")) continue;
        return fail(
            {"bad-argument", {}, {"error.option-needs-stages", {{"option", option}}}, {"accepted.pp-beside-it"}, {}},
            streams);
    }
    if (arguments.has("--pp")) {
        if (auto cut = answerStages(what, degrees, arguments, imported); !cut) return fail(cut.error(), streams);
        imported.is_changed = true;
    }
    printImported(imported, streams.out);
    if (const auto file = arguments.value("--out")) {
        const auto written = writeFileWhole(
            *file, timelineDocument(imported).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
        if (!written) return fail(written.error(), streams);
    }
    return kAnswered;
}

int importChakra(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    Imported imported;
    for (const std::string& file : files) {
        auto trace = exchange::readChakra(file);
        if (!trace) return fail(trace.error(), streams);
        imported.ranks.push_back(*std::move(trace));
    }
    return answer(std::move(imported), {}, arguments, streams);
}

int importKineto(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    std::optional<std::size_t> step;
    if (arguments.has("--iteration")) {
        const auto number = arguments.count("--iteration", 1, 1U << 24U);
        if (!number) return fail(number.error(), streams);
        step = *number;
    }
    std::vector<exchange::KinetoIteration> iterations;
    Imported imported;
    std::string device;
    for (const std::string& file : files) {
        auto trace = exchange::readKineto(file);
        if (!trace) return fail(trace.error(), streams);
        auto iteration = exchange::iterationOf(*trace, step);
        if (!iteration) return fail(iteration.error(), streams);
        if (device.empty()) device = trace->device;
        imported.ranks.push_back(std::move(iteration->trace));
        iterations.push_back(*std::move(iteration));
    }
    imported.iteration = &iterations.front();
    return answer(std::move(imported), device, arguments, streams);
}

int importAstra(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    const auto read = astraFilesOf({files.begin(), files.end()});
    if (!read) return fail(read.error(), streams);
    if (auto printed = printNetwork(*read->network, read->system, streams.out); !printed)
        return fail(printed.error(), streams);
    for (const Message& note : read->notes)
        streams.out << "note: " << messageText(note) << '\n';
    if (const auto file = arguments.value("--out")) {
        const Json request = exchange::collectiveRequestOf(*read->network, read->system, "astra-network");
        if (auto written = writeFileWhole(*file, request.dump(2) + "\n"); !written)
            return fail(written.error(), streams);
    }
    return kAnswered;
}

/// What is in a set of tables, and the member of a plan that takes it.
int importOperators(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    const auto ranks = arguments.count("--ranks", 0, 1U << 24U);
    if (!ranks) return fail(ranks.error(), streams);
    const auto tables = exchange::readServingTables(files.front(), {}, static_cast<int>(std::max(1U, *ranks)));
    if (!tables) return fail(tables.error(), streams);
    printOperators(*tables, streams.out);
    if (const auto file = arguments.value("--out")) {
        const Json plan{{"operator_tables", {{"path", files.front()}, {"format", tables->format}}}};
        auto written = writeFileWhole(*file, plan.dump(2) + "\n");
        if (!written) return fail(written.error(), streams);
    }
    return kAnswered;
}

/// Predictions of other tools beside those of our own methods, on the same rows.
int importPredictions(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    const auto rows_file = arguments.value("--rows");
    if (!rows_file) return fail(badArgument({"error.rows-missing"}, {"accepted.rows-rows-csv-rows-jsonl"}), streams);
    const auto rows = assess::readRowFile(*rows_file);
    if (!rows) return fail(rows.error(), streams);
    std::vector<assess::ImportedPrediction> predictions;
    for (const std::string& file : files) {
        auto read = assess::readImportedFile(file);
        if (!read) return fail(read.error(), streams);
        predictions.insert(predictions.end(), read->begin(), read->end());
    }
    assess::SuiteReport report = assess::besideRows(*rows, predictions);
    if (!arguments.has("--alone")) {
        const auto library = openLibrary(arguments, streams);
        if (!library) return fail(library.error(), streams);
        const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
        const auto own = assess::groupedByTool(assess::evaluateRows(*rows, *library, jobs));
        report.rows.insert(report.rows.end(), own.rows.begin(), own.rows.end());
        report.refused.insert(report.refused.end(), own.refused.begin(), own.refused.end());
    }
    report.suite = std::filesystem::path(files.front()).filename().string();
    report.data = files.front();
    return tellReport(report, arguments, streams);
}

int importOneModel(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    return importModel(files.front(), arguments, streams);
}

int importCheckpoint(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    return importSafetensors(files.front(), arguments, streams);
}

/// What the first word of the command names.
struct Import {
    std::string_view format;
    int (*run)(std::span<const std::string> files, const Arguments& arguments, Streams& streams);
    bool one_file = false;
};
constexpr std::array kImports{Import{"model", importOneModel, true},
                              Import{"hf-config", importOneModel, true},
                              Import{"onnx", importOneModel, true},
                              Import{"safetensors", importCheckpoint, true},
                              Import{"timeloop", importTimeloop},
                              Import{"chakra", importChakra},
                              Import{"kineto", importKineto},
                              Import{"astra-network", importAstra},
                              Import{"operator-tables", importOperators},
                              Import{"predictions", importPredictions},
                              Import{"measurements", importMeasurements}};

int run(const Arguments& arguments, Streams& streams) {
    const auto& words = arguments.positional();
    const std::span<const std::string> files(words.begin() + 1, words.end());
    const auto* importer = std::ranges::find(kImports, words.front(), &Import::format);
    if (importer == kImports.end()) {
        std::string known;
        for (const Import& row : kImports)
            known += (known.empty() ? "" : ", ") + std::string(row.format);
        return fail({"bad-argument", {}, {"error.format-not-known", {{"format", words.front()}}}, verbatim(known), {}},
                    streams);
    }
    if (importer->one_file && files.size() > 1)
        return fail({"bad-argument",
                     {},
                     {"error.import-was-given-several-files", {{"front", words.front()}}},
                     {"accepted.one-file"},
                     {}},
                    streams);
    return importer->run(files, arguments, streams);
}

} // namespace

Command importCommand() {
    return {
        "import",
        "model FILE | safetensors FILE | timeloop FILE... | chakra FILE... | kineto FILE... | astra-network "
        "FILE... | operator-tables FILE | predictions FILE... --rows ROWS | measurements FILE... --out ROWS.jsonl",
        "Reads models, traces, networks, operator times, predictions and measurements of other tools; replays traces "
        "elsewhere.",
        kOptions,
        2,
        100001,
        run};
}

} // namespace strata::cli
