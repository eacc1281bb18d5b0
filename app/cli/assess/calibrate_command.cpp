// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess/commands.h"
#include "app/cli/assess/own_output.h"
#include "app/cli/input/input.h"
#include "app/cli/input/own_target.h"
#include "app/cli/input/places.h"
#include "core/assess/own_catalog.h"
#include "core/assess/own_next.h"
#include "core/assess/own_rows.h"
#include "core/base/message_text.h"
#include "core/catalog/catalog.h"
#include "core/catalog/data_root.h"
#include "core/evaluate/kind.h"
#include "core/hardware/calibration/own_measurements.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::cli {
namespace {

constexpr std::size_t kNext = 3; // measurements that are proposed

constexpr std::array kOptions{
    Option{"--hardware", "ID", "The device that was measured."},
    Option{"--cluster", "ID", "The cluster that was measured; the factors are those of its fabric."},
    Option{"--engine", "ID[@VERSION]", "The runtime that was measured; the entry then holds for it alone."},
    Option{"--model", "ID",
           "The model that a serving benchmark or llama-bench ran, where the catalog does not know its name."},
    Option{"--weights", "TYPE",
           "Number format of its stored weights, or of the operands of profiled kernels, where the tool does not "
           "report it."},
    Option{"--batch", "N", "Samples of a pass in results of MLPerf under the scenario Offline, which state none."},
    Option{"--sequence", "N", "Mean tokens of a text in results of MLPerf, which state none."},
    Option{"--ranks", "N",
           "Number of ranks of collectives, where the file does not state it, and tensor-parallel degree of serving."},
    reading({"--request", "FILE", "A request whose interval the next measurement should narrow.", false,
             "all kernels of the device"}),
    Option{"--name", "ID", "Name of the entry.", false, "\"own-\" and what was measured"},
    Option{"--date", "YYYY-MM-DD", "Date of the entry.", false, "today"},
    Option{"--out", "FILE", "Write the entry there as well."},
    Option{"--dry-run", "", "Print the result and leave the catalog unchanged."},
    Option{"--list", "", "List the entries in the catalog."},
    Option{"--switch-off", "ID", "Keep an entry, but stop using it."},
    Option{"--switch-on", "ID", "Use it again."},
    Option{"--remove", "ID", "Remove an entry."},
    Option{"--jobs", "N", "Number of threads.", false, "as many as the machine has"},
    kDataRootOption,
    kCatalogOption};

std::string today() {
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", int(day.year()), unsigned(day.month()), unsigned(day.day()));
    return text;
}

int change(const Arguments& arguments, Streams& streams) {
    auto catalog = openCatalog(arguments);
    if (!catalog) return fail(catalog.error(), streams);
    if (arguments.has("--list")) {
        const auto library = catalog->library();
        if (!library) return fail(library.error(), streams);
        streams.out << ownEntriesText((*library)->calibrations());
        return kAnswered;
    }
    if (const auto id = arguments.value("--remove")) {
        if (auto removed = catalog->removeEntry(*id); !removed) return fail(removed.error(), streams, kFailed);
        streams.out << "removed " << *id << '\n';
        return kAnswered;
    }
    const bool on = arguments.has("--switch-on");
    const std::string id = *arguments.value(on ? "--switch-on" : "--switch-off");
    if (auto changed = assess::useOwn(*catalog, id, on); !changed) return fail(changed.error(), streams, kFailed);
    streams.out << id << (on ? " is used again\n" : " is kept and not used\n");
    return kAnswered;
}

std::span<const std::string> filesOf(const Arguments& arguments) {
    return std::span(arguments.positional()).subspan(1);
}

/// Where rows come from, for people.
std::string originOf(const Arguments& arguments) {
    std::string text;
    for (const std::string& file : filesOf(arguments))
        text += (text.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
    return text;
}

std::string commandOf(const Arguments& arguments) {
    std::string text = "strata-cli calibrate own";
    for (const std::string& file : filesOf(arguments))
        text += " " + file;
    for (const char* option : {"--hardware", "--cluster", "--engine", "--name"}) {
        if (const auto value = arguments.value(option)) text += " " + std::string(option) + " " + *value;
    }
    return text;
}

Result<std::vector<assess::MeasuredRow>> questionsOf(const Arguments& arguments, Streams& streams) {
    std::vector<assess::MeasuredRow> questions;
    const auto file = arguments.value("--request");
    if (!file) return questions;
    auto request = readDocument(*file, streams.in);
    if (!request) return request.error();
    const RequestKind* kind = kindOf(*request, streams.registry);
    const std::string quantity(kind != nullptr ? kind->measured : RequestKind().measured);
    questions.push_back({"question", canonicalText(*request), quantity, 1.0});
    return questions;
}

int infer(const Arguments& arguments, Streams& streams) {
    const auto jobs = arguments.count("--jobs", std::max(1U, std::thread::hardware_concurrency()));
    if (!jobs) return fail(jobs.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto target = ownTargetOf(arguments, **library);
    if (!target) return fail(target.error(), streams);
    if (target->hardware.empty() && target->cluster.empty() && target->engine.empty())
        return fail(
            badArgument({"error.measured-device-cluster-or-engine-not"}, {"accepted.hardware-id-cluster-id-or-engine"}),
            streams);
    std::vector<Message> left_out;
    const auto rows = ownRowsOf(filesOf(arguments), arguments, *target, **library, &left_out);
    if (!rows) return fail(rows.error(), streams);
    for (const Message& note : left_out)
        streams.err << "note: " << messageText(note) << '\n';
    const auto questions = questionsOf(arguments, streams);
    if (!questions) return fail(questions.error(), streams);
    const assess::OwnEntry entry{arguments.value("--name").value_or(assess::ownEntryName(*target)),
                                 arguments.value("--date").value_or(today()), commandOf(arguments),
                                 originOf(arguments)};
    const auto found = assess::inferOwn(*rows, *target, entry, *library, *jobs);
    if (!found) return fail(found.error(), streams, kFailed);
    streams.out << inferenceText(*found);
    const auto next = assess::measureNext(found->entry, *rows, assess::candidateKernels(*target, **library), *questions,
                                          *library, *jobs, kNext);
    if (!next) return fail(next.error(), streams, kFailed);
    streams.out << nextText(*next);
    if (const auto out = arguments.value("--out")) {
        const std::string text = hardware::toJson(found->entry).dump(2) + "\n";
        if (auto written = writeFileWhole(*out, text); !written) return fail(written.error(), streams);
    }
    if (arguments.has("--dry-run")) return kAnswered;
    auto catalog = openCatalog(arguments);
    if (!catalog) return fail(catalog.error(), streams);
    if (auto kept = assess::keepOwn(*catalog, found->entry); !kept) return fail(kept.error(), streams, kFailed);
    streams.out << "kept as " << found->entry.id << ", version " << hardware::ownMeasurementsOf(found->entry)->version
                << '\n';
    return kAnswered;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto& words = arguments.positional();
    if (words.front() != "own")
        return fail(badArgument({"error.no-calibration-yours-strata-lab-fits", {{"words", words.front()}}},
                                {"accepted.word-own"}),
                    streams);
    for (const char* option : {"--list", "--switch-off", "--switch-on", "--remove"}) {
        if (!arguments.has(option)) continue;
        if (words.size() == 1) return change(arguments, streams);
        return fail(badArgument({"error.takes-no-file", {{"option", option}}},
                                {"accepted.calibrate-own", {{"option", option}}}),
                    streams);
    }
    if (words.size() < 2)
        return fail(badArgument({"error.no-rows-given"}, {"accepted.calibrate-own-rows-hardware-id"}), streams);
    return infer(arguments, streams);
}

} // namespace

Command calibrateCommand() {
    return {"calibrate",
            "own ROWS ... --hardware ID|--cluster ID|--engine ID[@VERSION] | own --list | own --remove ID",
            "Infers the factors of a device, a fabric or an engine from a few measurements of your own.",
            kOptions,
            1,
            64,
            run};
}

} // namespace strata::cli
