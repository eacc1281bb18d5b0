// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/import_output.h"
#include "app/cli/input.h"
#include "core/exchange/astra_parts.h"
#include "core/exchange/chakra_trace.h"
#include "core/exchange/serving_tables.h"
#include "core/hardware/cluster_json.h"
#include "core/hardware/gpu_json.h"
#include "core/replay/degrees.h"
#include "core/replay/stages.h"
#include "core/replay/what_if.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--out", "FILE", "Timeline of the replay, or request of the network, as JSON."},
    Option{"--hardware", "ID", "Run the computation on this GPU."},
    Option{"--measured-on", "ID", "GPU of the trace; a profiler's trace tells it."},
    Option{"--cluster", "ID", "Run the collectives on this cluster."},
    Option{"--network", "FILE", "Run the collectives on this network of ASTRA-sim.", true},
    Option{"--ranks", "N", "Ranks of every collective, whatever the trace tells; of a profile's tables."},
    Option{"--tp", "OLD:NEW", "Tensor-parallel ranks as recorded, and as they would be."},
    Option{"--dp", "OLD:NEW", "The same of data parallelism, for the same batch."},
    Option{"--pp", "OLD:NEW", "Pipeline stages as recorded, one trace each, and as they would be."},
    Option{"--micro-batches", "N", "Of the same batch, for --pp; as recorded where absent."},
    Option{"--schedule", "NAME", "1f1b or gpipe, for --pp; 1f1b where absent."},
    Option{"--message-bytes", "N", "Activations of the batch between stages, where traces do not tell them."},
    Option{"--iteration", "N", "Step of a profiler's trace, from 1; the last one where absent."},
    kDataRootOption,
    kCatalogOption};

using LibraryPointer = std::shared_ptr<const Library>;

/// The entry that an option names.
Result<const Entry*> entryOf(const Library& library, const std::string& id, EntryKind kind,
                             const char* option) {
    const Entry* entry = library.find(id);
    if (entry != nullptr && entry->kind == kind) return entry;
    std::string near;
    for (const std::string& one : library.near(id, Role::Hardware))
        near += (near.empty() ? "" : ", ") + one;
    return Error{"bad-argument",
                 {},
                 std::string(option) + " is " + id + ", which the catalog does not have",
                 near.empty() ? "an id of the catalog" : near,
                 {}};
}

Result<std::optional<hardware::Gpu>> gpuOf(const Library& library, const std::string& id,
                                           const char* option) {
    const auto entry = entryOf(library, id, EntryKind::Gpu, option);
    if (!entry) return entry.error();
    auto gpu = hardware::readGpu(*(*entry)->document, {});
    if (!gpu) return gpu.error();
    return std::optional(*std::move(gpu));
}

/// Description files of ASTRA-sim in any order.
struct AstraFiles {
    std::optional<exchange::AstraNetwork> network;
    exchange::AstraSystem system;
};

Result<AstraFiles> astraFilesOf(const std::vector<std::string>& files) {
    AstraFiles read;
    std::vector<std::pair<std::string, std::string>> logical;
    for (const std::string& file : files) {
        const auto text = exchange::astra::textOf(file);
        if (!text) return text.error();
        const auto kind = exchange::astraFileOf(*text, file);
        if (!kind) return kind.error();
        if (*kind == exchange::AstraFile::LogicalTopology) {
            logical.emplace_back(*text, file);
        } else if (*kind == exchange::AstraFile::Network) {
            auto network = exchange::parseAstraNetwork(*text, file);
            if (!network) return network.error();
            read.network = *std::move(network);
        } else {
            auto system = exchange::parseAstraSystem(*text, file);
            if (!system) return system.error();
            read.system = *std::move(system);
        }
    }
    if (!read.network) {
        return Error{"bad-argument",
                     {},
                     "no file describes a network",
                     "a file with topology, npus_count, bandwidth and latency",
                     {}};
    }
    for (const auto& [text, file] : logical) {
        auto network = exchange::withLogicalTopology(*std::move(read.network), text, file);
        if (!network) return network.error();
        read.network = *std::move(network);
    }
    return read;
}

/// Fills `what` from the options; opens the catalog only where one of them names an entry.
Result<void> readWhatIf(const Arguments& arguments, const std::string& recorded_on, Streams& streams,
                        LibraryPointer& library, replay::WhatIf& what) {
    const auto ranks = arguments.count("--ranks", 0);
    if (!ranks) return ranks.error();
    what.ranks = *ranks;
    if (arguments.has("--network")) {
        auto files = astraFilesOf(arguments.values("--network"));
        if (!files) return files.error();
        what.network = std::move(files->network);
        what.system = std::move(files->system);
    }
    const auto device = arguments.value("--hardware");
    const auto cluster = arguments.value("--cluster");
    if (!device && !cluster) return {};
    auto opened = openLibrary(arguments, streams);
    if (!opened) return opened.error();
    library = *std::move(opened);
    what.calibrations = library->calibrations();
    if (cluster) {
        const auto entry = entryOf(*library, *cluster, EntryKind::Cluster, "--cluster");
        if (!entry) return entry.error();
        auto read = hardware::readCluster(*(*entry)->document, {});
        if (!read) return read.error();
        what.cluster = *std::move(read);
    }
    if (!device) return {};
    auto wanted = gpuOf(*library, *device, "--hardware");
    if (!wanted) return wanted.error();
    what.device = *std::move(wanted);
    const std::string source = arguments.value("--measured-on").value_or(recorded_on);
    if (source.empty()) return {};
    auto measured = gpuOf(*library, source, "--measured-on");
    if (!measured) return measured.error();
    what.measured_on = *std::move(measured);
    return {};
}

Result<replay::Degree> degreeOf(const Arguments& arguments, const char* option) {
    const auto text = arguments.value(option);
    if (!text) return replay::Degree{};
    replay::Degree degree;
    const char* const end = text->data() + text->size();
    const auto [colon, first] = std::from_chars(text->data(), end, degree.recorded);
    constexpr std::uint32_t kMost = 1U << 24;
    if (first == std::errc() && colon != end && *colon == ':') {
        const auto [last, second] = std::from_chars(colon + 1, end, degree.wanted);
        const bool sound =
            degree.recorded > 0 && degree.wanted > 0 && std::max(degree.recorded, degree.wanted) <= kMost;
        if (second == std::errc() && last == end && sound) return degree;
    }
    return Error{"bad-argument",
                 {},
                 std::string(option) + " is " + *text,
                 "two numbers from 1, as recorded and as asked, such as 4:8",
                 {}};
}

/// 0 where the option does not stand.
Result<double> bytesOf(const Arguments& arguments, const char* option) {
    const auto text = arguments.value(option);
    if (!text) return 0.0;
    double bytes = 0.0;
    const char* const end = text->data() + text->size();
    const auto [last, failed] = std::from_chars(text->data(), end, bytes);
    if (failed == std::errc() && last == end && bytes >= 1.0 && bytes <= 1e18) return bytes;
    return Error{"bad-argument", {}, std::string(option) + " is " + *text, "1 to 1e18 bytes", {}};
}

/// Cuts what was replayed into the stages that are asked for.
Result<void> answerStages(const replay::WhatIf& what, const replay::Degrees& degrees,
                          const Arguments& arguments, Imported& imported) {
    const auto pp = degreeOf(arguments, "--pp");
    if (!pp) return pp.error();
    replay::StagePlan plan;
    plan.pp = *pp;
    const auto micro = arguments.count("--micro-batches", 0);
    if (!micro) return micro.error();
    plan.micro_batches = *micro;
    if (const auto name = arguments.value("--schedule")) {
        const auto schedule = system::scheduleNamed(*name);
        if (!schedule) return Error{"bad-argument", {}, "--schedule is " + *name, "1f1b or gpipe", {}};
        plan.schedule = *schedule;
    }
    const auto bytes = bytesOf(arguments, "--message-bytes");
    if (!bytes) return bytes.error();
    plan.batch_bytes = *bytes;
    const std::uint32_t stride = degrees.tp.wanted * degrees.dp.wanted;
    auto traces = replay::withStages(imported.ranks, imported.changed, plan,
                                     replay::messageTime(what, pp->wanted, stride));
    if (!traces) return traces.error();
    auto staged = replay::replay(*traces, *replay::nodeTime({}));
    if (!staged) return staged.error();
    imported.staged = *std::move(traces);
    imported.changed = *std::move(staged);
    return {};
}

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
        return fail({"bad-argument",
                     {},
                     "the trace does not tell the GPU that it was measured on",
                     "--measured-on ID",
                     {}},
                    streams);
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
        return fail({"bad-argument",
                     {},
                     std::string(option) + " is of pipeline stages",
                     "--pp OLD:NEW beside it",
                     {}},
                    streams);
    }
    if (arguments.has("--pp")) {
        if (auto cut = answerStages(what, degrees, arguments, imported); !cut)
            return fail(cut.error(), streams);
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
        const auto number = arguments.count("--iteration", 1);
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
    if (const auto file = arguments.value("--out")) {
        const Json request = exchange::collectiveRequestOf(*read->network, read->system, "astra-network");
        if (auto written = writeFileWhole(*file, request.dump(2) + "\n"); !written)
            return fail(written.error(), streams);
    }
    return kAnswered;
}

/// What is in a set of tables, and the member of a plan that takes it.
int importOperators(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    const auto ranks = arguments.count("--ranks", 0);
    if (!ranks) return fail(ranks.error(), streams);
    const auto tables =
        exchange::readServingTables(files.front(), {}, static_cast<int>(std::max(1U, *ranks)));
    if (!tables) return fail(tables.error(), streams);
    printOperators(*tables, streams.out);
    if (const auto file = arguments.value("--out")) {
        const Json plan{{"operator_tables", {{"path", files.front()}, {"format", tables->format}}}};
        auto written = writeFileWhole(*file, plan.dump(2) + "\n");
        if (!written) return fail(written.error(), streams);
    }
    return kAnswered;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto& words = arguments.positional();
    const std::span<const std::string> files(words.begin() + 1, words.end());
    if (words.front() == "chakra") return importChakra(files, arguments, streams);
    if (words.front() == "kineto") return importKineto(files, arguments, streams);
    if (words.front() == "astra-network") return importAstra(files, arguments, streams);
    if (words.front() == "operator-tables") return importOperators(files, arguments, streams);
    return fail({"bad-argument",
                 {},
                 "import does not know the format \"" + words.front() + "\"",
                 "chakra, kineto, astra-network, operator-tables",
                 {}},
                streams);
}

} // namespace

Command importCommand() {
    return {"import",
            "chakra FILE... | kineto FILE... | astra-network FILE... | operator-tables FILE",
            "Traces, networks and operator times of other tools; what if they ran elsewhere.",
            kOptions,
            2,
            100001,
            run};
}

} // namespace strata::cli
