// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/import_what_if.h"

#include "app/cli/input/input.h"
#include "core/base/message_text.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/replay/stages.h"

#include <algorithm>
#include <charconv>

namespace strata::cli {
namespace {

/// The entry that an option names.
Result<const Entry*> entryOf(const Library& library, const std::string& id, EntryKind kind, const char* option) {
    const Entry* entry = library.find(id);
    if (entry != nullptr && entry->kind == kind) return entry;
    std::string near;
    for (const std::string& similar : library.near(id, Role::Hardware))
        near += (near.empty() ? "" : ", ") + similar;
    return Error{"bad-argument",
                 {},
                 {"error.catalog-does-not-have", {{"option", option}, {"id", id}}},
                 near.empty() ? Message{"accepted.id-catalog"} : verbatim(near),
                 {}};
}

Result<std::optional<hardware::Gpu>> gpuOf(const Library& library, const std::string& id, const char* option) {
    const auto entry = entryOf(library, id, EntryKind::Gpu, option);
    if (!entry) return entry.error();
    auto gpu = hardware::readGpu(*(*entry)->document, {});
    if (!gpu) return gpu.error();
    chooseRuntime(*gpu, library);
    return std::optional(*std::move(gpu));
}

/// 0 where the option does not stand.
Result<double> bytesOf(const Arguments& arguments, const char* option) {
    const auto text = arguments.value(option);
    if (!text) return 0.0;
    double bytes = 0.0;
    const char* const end = text->data() + text->size();
    const auto [last, failed] = std::from_chars(text->data(), end, bytes);
    if (failed == std::errc() && last == end && bytes >= 1.0 && bytes <= 1e18) return bytes;
    return Error{"bad-argument",
                 {},
                 {"error.field-is", {{"field", option}, {"value", *text}}},
                 {"accepted.1-to-1e18-bytes"},
                 {}};
}

} // namespace

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
        } else if (*kind == exchange::AstraFile::RemoteMemory) {
            const auto notes = exchange::remoteMemoryNotes(*text, file);
            if (!notes) return notes.error();
            read.notes.insert(read.notes.end(), notes->begin(), notes->end());
        } else {
            auto system = exchange::parseAstraSystem(*text, file);
            if (!system) return system.error();
            read.system = *std::move(system);
        }
    }
    if (!read.network) {
        return Error{"bad-argument",
                     {},
                     {"error.no-file-describes-network"},
                     {"accepted.file-with-topology-npus-count-bandwidth"},
                     {}};
    }
    for (const auto& [text, file] : logical) {
        auto network = exchange::withLogicalTopology(*std::move(read.network), text, file);
        if (!network) return network.error();
        read.network = *std::move(network);
    }
    for (const auto* notes : {&read.system.notes, &read.network->notes})
        read.notes.insert(read.notes.begin(), notes->begin(), notes->end());
    return read;
}

Result<void> readWhatIf(const Arguments& arguments, const std::string& recorded_on, Streams& streams,
                        LibraryPointer& library, replay::WhatIf& what) {
    const auto ranks = arguments.count("--ranks", 0, 1U << 24U);
    if (!ranks) return ranks.error();
    what.ranks = *ranks;
    if (arguments.has("--network")) {
        auto files = astraFilesOf(arguments.values("--network"));
        if (!files) return files.error();
        for (const Message& note : files->notes)
            streams.err << "note: " << messageText(note) << '\n';
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
                 {"error.field-is", {{"field", option}, {"value", *text}}},
                 {"accepted.two-numbers-from-1-as-recorded"},
                 {}};
}

Result<void> answerStages(const replay::WhatIf& what, const replay::Degrees& degrees, const Arguments& arguments,
                          Imported& imported) {
    const auto pp = degreeOf(arguments, "--pp");
    if (!pp) return pp.error();
    replay::StagePlan plan;
    plan.pp = *pp;
    const auto micro = arguments.count("--micro-batches", 0);
    if (!micro) return micro.error();
    plan.micro_batches = *micro;
    if (const auto name = arguments.value("--schedule")) {
        const auto schedule = system::scheduleNamed(*name);
        if (!schedule)
            return Error{"bad-argument",
                         {},
                         {"error.field-is", {{"field", "--schedule"}, {"value", *name}}},
                         {"accepted.1f1b-or-gpipe"},
                         {}};
        plan.schedule = *schedule;
    }
    const auto bytes = bytesOf(arguments, "--message-bytes");
    if (!bytes) return bytes.error();
    plan.batch_bytes = *bytes;
    const std::uint32_t stride = degrees.tp.wanted * degrees.dp.wanted;
    auto traces =
        replay::withStages(imported.ranks, imported.changed, plan, replay::messageTime(what, pp->wanted, stride));
    if (!traces) return traces.error();
    auto staged = replay::replay(*traces, *replay::nodeTime({}));
    if (!staged) return staged.error();
    imported.staged = *std::move(traces);
    imported.changed = *std::move(staged);
    return {};
}

} // namespace strata::cli
