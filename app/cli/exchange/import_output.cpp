// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/import_output.h"

#include "app/cli/output/pretty.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

using exchange::ExecutionTrace;
using exchange::KernelMeasurement;
using replay::ReplayTimes;

std::string seconds(double value) { return formatQuantity(value, "s", 5); }

std::string percent(double part, double whole) {
    return whole > 0.0 ? formatQuantity(part / whole, "1") : std::string();
}

/// Nodes of one kind of work of all ranks.
struct WorkSum {
    std::uint64_t nodes = 0;
    double seconds = 0.0, bytes = 0.0;
};

void printNodes(std::span<const ExecutionTrace> ranks, std::ostream& out) {
    std::map<std::string, WorkSum> sums;
    for (const ExecutionTrace& trace : ranks) {
        for (const exchange::TraceNode& node : trace.nodes) {
            std::string kind(exchange::name(node.work));
            if (node.collective) kind = exchange::name(*node.collective);
            WorkSum& sum = sums[kind + (node.on_host ? " (host)" : "")];
            ++sum.nodes;
            sum.seconds += node.duration_s;
            sum.bytes += node.bytes;
        }
    }
    std::vector<std::vector<std::string>> rows{{"work", "nodes", "recorded", "bytes"}};
    for (const auto& [kind, sum] : sums) {
        rows.push_back({kind, formatCount(static_cast<double>(sum.nodes)),
                        sum.seconds > 0.0 ? seconds(sum.seconds) : "-",
                        sum.bytes > 0.0 ? formatQuantity(sum.bytes, "B") : "-"});
    }
    out << alignedText(rows, {false, true, true, true}) << '\n';
}

struct PartRow {
    const char* label;
    double ReplayTimes::*value;
};
constexpr std::array kParts{PartRow{"computing", &ReplayTimes::compute_s},
                            PartRow{"communication not hidden", &ReplayTimes::exposed_communication_s},
                            PartRow{"host alone", &ReplayTimes::host_s}, PartRow{"idle", &ReplayTimes::idle_s}};

void printTimes(const Imported& imported, std::ostream& out) {
    const ReplayTimes& before = imported.recorded.slowest();
    const ReplayTimes& after = imported.changed.slowest();
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const char* label, double ReplayTimes::*value) {
        std::vector<std::string> row{label};
        if (imported.is_changed) {
            row.push_back(seconds(before.*value));
            row.push_back(percent(before.*value, before.total_s));
        }
        row.push_back(seconds(after.*value));
        row.push_back(percent(after.*value, after.total_s));
        rows.push_back(std::move(row));
    };
    if (imported.is_changed) rows.push_back({"", "recorded", "", "changed", ""});
    add("total", &ReplayTimes::total_s);
    for (const PartRow& part : kParts)
        add((std::string("  ") + part.label).c_str(), part.value);
    add("communication, hidden or not", &ReplayTimes::communication_s);
    std::vector<bool> right(rows.back().size(), true);
    right.front() = false;
    out << alignedText(rows, right) << '\n';
}

void printKernels(const std::vector<KernelMeasurement>& kernels, std::ostream& out) {
    constexpr std::size_t kMost = 10, kLongest = 60;
    std::vector<std::vector<std::string>> rows{{"longest kernels", "times", "together", "mean", "grid"}};
    for (std::size_t i = 0; i < std::min(kMost, kernels.size()); ++i) {
        const KernelMeasurement& kernel_measurement = kernels[i];
        const auto count = static_cast<double>(kernel_measurement.count);
        rows.push_back({kernel_measurement.name.substr(0, kLongest), formatCount(count),
                        seconds(kernel_measurement.total_s), seconds(kernel_measurement.total_s / count),
                        std::to_string(kernel_measurement.grid[0]) + " x " +
                            std::to_string(kernel_measurement.grid[1]) + " x " +
                            std::to_string(kernel_measurement.grid[2])});
    }
    out << alignedText(rows, {false, true, true, true, true}) << '\n';
}

Json timesDocument(const ReplayTimes& times) {
    return {{"total_s", times.total_s},
            {"compute_s", times.compute_s},
            {"exposed_communication_s", times.exposed_communication_s},
            {"host_s", times.host_s},
            {"idle_s", times.idle_s},
            {"communication_s", times.communication_s}};
}

Json kernelDocument(const KernelMeasurement& kernel) {
    return {{"name", kernel.name},
            {"op", kernel.op},
            {"shapes", kernel.shapes},
            {"grid", kernel.grid},
            {"block", kernel.block},
            {"registers", kernel.registers},
            {"shared_bytes", kernel.shared_bytes},
            {"count", kernel.count},
            {"total_s", kernel.total_s},
            {"least_s", kernel.least_s}};
}

} // namespace

void printImported(const Imported& imported, std::ostream& out) {
    if (imported.iteration != nullptr) {
        out << (imported.iteration->name.empty() ? "the whole trace" : imported.iteration->name) << ", measured "
            << seconds(imported.iteration->measured_s) << "\n\n";
    }
    printNodes(imported.ranks, out);
    printTimes(imported, out);
    if (imported.iteration != nullptr) printKernels(imported.iteration->kernels, out);
    for (const ExecutionTrace& trace : imported.ranks) {
        for (const std::string& note : trace.notes)
            out << "info: " << (imported.ranks.size() > 1 ? trace.file + ": " : "") << note << '\n';
    }
}

Json timelineDocument(const Imported& imported) {
    Json streams = Json::array(), rows = Json::array(), ranks = Json::array(), kernels = Json::array();
    const auto& asked = imported.staged.empty() ? imported.ranks : imported.staged;
    for (const replay::ReplayStream& stream : imported.changed.streams)
        streams.push_back({{"rank", stream.rank}, {"name", stream.name}});
    for (const replay::ReplayRow& row : imported.changed.rows) {
        const exchange::TraceNode& node = asked[row.rank].nodes[row.node];
        rows.push_back({row.stream, row.start_s, row.end_s, node.name});
    }
    for (std::size_t i = 0; i < std::max(imported.ranks.size(), asked.size()); ++i) {
        Json rank = Json::object();
        if (i < imported.ranks.size()) {
            rank["file"] = std::filesystem::path(imported.ranks[i].file).filename().string();
            rank["notes"] = imported.ranks[i].notes;
            rank["recorded"] = timesDocument(imported.recorded.ranks[i]);
        }
        if (i < asked.size()) rank["replayed"] = timesDocument(imported.changed.ranks[i]);
        ranks.push_back(std::move(rank));
    }
    Json document{{"format", "strata-timeline"},
                  {"columns", {"stream", "start_s", "end_s", "name"}},
                  {"ranks", ranks},
                  {"streams", streams},
                  {"rows", rows}};
    if (imported.iteration != nullptr) {
        document["iteration"] = imported.iteration->name;
        document["measured_s"] = imported.iteration->measured_s;
        for (const KernelMeasurement& kernel : imported.iteration->kernels)
            kernels.push_back(kernelDocument(kernel));
        document["kernels"] = kernels;
    }
    return document;
}

Result<void> printNetwork(const exchange::AstraNetwork& network, const exchange::AstraSystem& system,
                          std::ostream& out) {
    constexpr std::array kNames{"ring", "switch", "fully connected"};
    std::vector<std::vector<std::string>> rows{{"dimension", "NPUs", "topology", "link", "latency"}};
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        const exchange::AstraDimension& astra_dimension = network.dimensions[d];
        rows.push_back({std::to_string(d + 1), std::to_string(astra_dimension.npus),
                        kNames[static_cast<std::size_t>(astra_dimension.topology)],
                        formatQuantity(astra_dimension.bandwidth_gib_per_s * 1073741824.0, "B/s"),
                        formatQuantity(astra_dimension.latency_ns * 1e-9, "s")});
    }
    out << alignedText(rows, {false, true, false, true, true}) << '\n';
    constexpr std::array<std::uint64_t, 3> kBytes{1ULL << 20, 1ULL << 26, 1ULL << 30};
    rows = {{"bytes of one rank"}};
    for (const std::uint64_t bytes : kBytes)
        rows.front().push_back(formatQuantity(static_cast<double>(bytes), "B"));
    for (const network::Collective collective : {network::Collective::AllReduce, network::Collective::AllGather,
                                                 network::Collective::ReduceScatter, network::Collective::AllToAll}) {
        const auto config = exchange::stepConfigOf(network, system, collective);
        if (!config) return config.error();
        std::vector<std::string> row{std::string(network::name(collective))};
        for (const std::uint64_t bytes : kBytes) {
            const auto cycles = network::stepCycles(*config, collective, bytes);
            row.push_back(cycles ? seconds(*cycles * 1e-9) : "-");
        }
        rows.push_back(std::move(row));
    }
    out << alignedText(rows, {false, true, true, true});
    return {};
}

void printOperators(const exchange::ServingTables& tables, std::ostream& out) {
    out << "format   " << tables.format << "\nSHA-256  " << tables.sha256 << '\n';
    for (const std::string& file : tables.files)
        out << "file     " << file << '\n';
    out << "rows     " << formatCount(static_cast<double>(tables.rows)) << "\n\n";
    std::vector<std::vector<std::string>> rows{{"reach", "up to"}};
    std::size_t unmeasured = 0;
    const auto add = [&](const char* what, double most) { rows.push_back({what, formatCount(most)}); };
    if (const auto* engine = std::get_if<serving::EngineTables>(&tables.times)) {
        add("tokens of an iteration", engine->layer.at.back());
        add("tokens of a prompt's chunk", engine->axes[0].back());
        add("context of a prompt", engine->axes[1].back());
        add("decoding sequences", engine->axes[2].back());
        add("their mean context", engine->axes[3].back());
    } else {
        const auto& vidur = std::get<serving::OperatorTables>(tables.times);
        add("tokens of an iteration", static_cast<double>(vidur.linear_s.size()));
        add("tokens of a prompt's chunk", static_cast<double>(vidur.prefill_chunks));
        add("decoding sequences", static_cast<double>(vidur.decode_batches));
        add("context", 64.0 * static_cast<double>(vidur.contexts - 1));
        unmeasured = vidur.unmeasured;
    }
    out << alignedText(rows, {false, true});
    if (unmeasured > 0)
        out << "note: " << messageText({"note.import-unmeasured-times", {{"count", unmeasured}}}) << '\n';
}

} // namespace strata::cli
