// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/network/network_rows.h"

#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/csv.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using network::Collective;
namespace fs = std::filesystem;

/// Below this share of the links at the largest size something else was measured.
constexpr double kLeastShare = 0.2;
constexpr double kCyclesPerSecond = 1e9; // of the simulator

constexpr std::string_view kMeasured = "measured_collectives.csv", kSimulated = "astra_sim_runs.csv",
                           kPart = "collectives";

std::optional<hardware::Cluster> clusterNamed(const std::string& system, const Library& library) {
    const Entry* entry = library.find(system + " node");
    if (entry == nullptr || entry->kind != EntryKind::Cluster) return std::nullopt;
    const auto cluster = hardware::readCluster(*entry->document, {});
    return cluster ? std::optional(*cluster) : std::nullopt;
}

/// Rows whose largest size stays far below the links.
void markHostLimited(std::vector<CollectiveRow>& rows) {
    std::map<std::tuple<std::string, Collective, double>, const CollectiveRow*> largest;
    const auto key = [](const CollectiveRow& row) { return std::tuple{row.system, row.collective, row.group.ranks}; };
    for (const CollectiveRow& row : rows) {
        const CollectiveRow*& best = largest[key(row)];
        if (row.group.nodes == 1.0 && (best == nullptr || row.bytes > best->bytes)) best = &row;
    }
    for (CollectiveRow& row : rows) {
        const CollectiveRow* top = largest[key(row)];
        if (top == nullptr || row.group.nodes > 1.0) continue;
        const double bus = network::sentBytes(top->collective, top->group.ranks, top->bytes) / top->measured_s;
        row.host_limited = bus < kLeastShare * top->group.port_bytes_per_s;
    }
}

/// Curves within a node that hold rates which the links of their system cannot have: another system was measured.
void markBeyondLinks(std::vector<CollectiveRow>& rows) {
    constexpr double kRounding = 1.05; // of times to whole microseconds
    const auto key = [](const CollectiveRow& row) { return std::pair{row.system, row.collective}; };
    std::set<std::pair<std::string, Collective>> wrong;
    for (const CollectiveRow& row : rows) {
        const bool reduced = row.group.reduces && row.collective != Collective::SendRecv; // in the switch: fewer bytes
        if (row.group.nodes > 1.0 || row.measured_s <= 0.0 || reduced) continue;
        const double bus = network::sentBytes(row.collective, row.group.ranks, row.bytes) / row.measured_s;
        if (bus > kRounding * row.group.port_bytes_per_s) wrong.insert(key(row));
    }
    for (CollectiveRow& row : rows)
        row.beyond_links = row.group.nodes == 1.0 && wrong.contains(key(row));
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('x', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

double numberIn(std::string_view text) {
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<network::StepTopology> stepTopology(std::string_view name) {
    if (name == "Ring") return network::StepTopology::Ring;
    if (name == "Switch") return network::StepTopology::Switch;
    if (name == "FullyConnected") return network::StepTopology::FullyConnected;
    return std::nullopt;
}

std::optional<network::Algorithm> stepAlgorithm(std::string_view name) {
    if (name == "halvingDoubling") return network::Algorithm::HalvingDoubling;
    if (name == "doubleBinaryTree") return network::Algorithm::DoubleBinaryTree;
    return network::algorithmNamed(name);
}

/// The network of a run and how it passes its dimensions; nothing where one is unknown.
std::optional<std::pair<exchange::AstraNetwork, std::vector<network::Algorithm>>>
simulatedNetwork(const CsvTable& table, std::size_t i) {
    const auto topologies = split(table.text(i, "topology"));
    const auto algorithms = split(table.text(i, "algorithm_per_dim"));
    const auto ranks = split(table.text(i, "npus_per_dim"));
    const auto bandwidths = split(table.text(i, "bandwidth_GBps_per_dim"));
    const auto latencies = split(table.text(i, "latency_ns_per_dim"));
    const std::size_t count = topologies.size();
    if (algorithms.size() != count || ranks.size() != count || bandwidths.size() != count ||
        latencies.size() != count) {
        return std::nullopt;
    }
    exchange::AstraNetwork network;
    std::vector<network::Algorithm> named;
    for (std::size_t d = 0; d < count; ++d) {
        const auto topology = stepTopology(topologies[d]);
        const auto algorithm = stepAlgorithm(algorithms[d]);
        if (!topology || !algorithm) return std::nullopt;
        network.dimensions.push_back({*topology, static_cast<std::uint32_t>(numberIn(ranks[d])),
                                      numberIn(bandwidths[d]), numberIn(latencies[d])});
        named.push_back(*algorithm);
    }
    return std::pair{std::move(network), std::move(named)};
}

/// The request that asks for a run.
std::string simulatedRequest(const CsvTable& table, std::size_t i, network::Collective collective,
                             const exchange::AstraNetwork& network, std::vector<network::Algorithm> algorithms) {
    exchange::AstraSystem system;
    // A request states the algorithms of its levels, whatever the collective.
    system.algorithms[Collective::AllReduce] = std::move(algorithms);
    system.chunks = static_cast<std::uint32_t>(table.numberOr(i, "splits", 1.0));
    system.active_chunks = static_cast<std::uint32_t>(table.numberOr(i, "active_chunks", 1.0));
    system.endpoint_ns = table.numberOr(i, "endpoint_delay", 10.0);
    system.memory_gb_per_s = table.numberOr(i, "local_mem_bw", 1.0);
    system.scatters = table.text(i, "optimization") != "baseline";
    Json request = exchange::collectiveRequestOf(network, system, "simulated");
    // The simulator counts what one rank puts into an all-gather, requests what comes out.
    const double parts = collective == Collective::AllGather ? static_cast<double>(network.npus()) : 1.0;
    request["workload"]["collective"] = network::name(collective);
    request["workload"]["bytes"] = parts * std::floor(table.numberOr(i, "bytes", 0.0));
    request["plan"]["contention"] = table.text(i, "backend") == "aware";
    return canonicalText(request);
}

} // namespace

Result<CollectiveRows> readCollectiveRows(const fs::path& folder, const Library& library) {
    const auto table = readTable(
        folder, kMeasured, {"system", "gpus", "nodes", "collective", "bytes", "time_us", "library", "dtype"}, kPart);
    if (!table) return table.error();
    CollectiveRows data;
    std::map<std::string, std::optional<hardware::Cluster>, std::less<>> clusters;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        CollectiveRow row;
        row.id = std::string(kMeasured) + ":" + std::to_string(i + 2);
        row.system = table->text(i, "system");
        const auto refuse = [&](std::string reason) { data.refused.push_back({row.id, std::move(reason)}); };
        if (table->text(i, "library").starts_with("custom")) {
            refuse("kernels of serving frameworks are not modelled");
            continue;
        }
        if (!clusters.contains(row.system)) clusters[row.system] = clusterNamed(row.system, library);
        const auto& cluster = clusters[row.system];
        const auto collective = network::collectiveNamed(table->text(i, "collective"));
        if (!cluster || !collective) {
            refuse(cluster ? "no such collective"
                           : "no cluster of the library has the alias \"" + row.system + " node\"");
            continue;
        }
        const auto ranks = static_cast<std::uint32_t>(table->numberOr(i, "gpus", 0.0));
        const auto nodes = static_cast<std::uint32_t>(std::max(1.0, table->numberOr(i, "nodes", 1.0)));
        const auto fabric = network::fabricOf(*cluster, {ranks, ranks / nodes});
        const auto group =
            fabric ? network::ncclGroupOf(*fabric, cluster->id) : Result<network::NcclGroup>(fabric.error());
        if (!group) {
            refuse(describe(group.error()));
            continue;
        }
        row.group = *group;
        row.options.floats = !table->text(i, "dtype").starts_with("int");
        row.collective = *collective;
        row.library = std::string(table->text(i, "library"));
        row.bytes = table->numberOr(i, "bytes", 0.0);
        row.measured_s = table->numberOr(i, "time_us", 0.0) * 1e-6;
        row.waits = table->text(i, "method").starts_with("kineto") && row.collective != Collective::SendRecv;
        if (std::find(data.systems.begin(), data.systems.end(), row.system) == data.systems.end()) {
            data.systems.push_back(row.system);
        }
        data.rows.push_back(std::move(row));
    }
    markHostLimited(data.rows);
    markBeyondLinks(data.rows);
    return data;
}

Result<std::vector<MeasuredRow>> readSimulatedRows(const fs::path& folder, std::vector<Refusal>& refused) {
    const auto table = readTable(
        folder, kSimulated, {"id", "backend", "topology", "algorithm_per_dim", "collective", "bytes", "cycles"}, kPart);
    if (!table) return table.error();
    std::vector<MeasuredRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        MeasuredRow row;
        row.id = std::string(kSimulated) + ":" + std::string(table->text(i, "id"));
        const auto collective = network::collectiveNamed(table->text(i, "collective"));
        const auto network = simulatedNetwork(*table, i);
        if (!collective || !network) {
            refused.push_back({row.id, "a topology, algorithm or collective that the step model does not know"});
            continue;
        }
        row.request = simulatedRequest(*table, i, *collective, network->first, network->second);
        row.quantity = "latency_s";
        row.measured = table->numberOr(i, "cycles", 0.0) / kCyclesPerSecond;
        row.group = {{"op", "step " + std::string(table->text(i, "algorithm_per_dim"))},
                     {"backend", std::string(table->text(i, "backend"))}};
        rows.push_back(std::move(row));
    }
    return rows;
}

double predictedSeconds(const CollectiveRow& row, const network::NcclValues& values, double rank_wait_s) {
    const double alone_s = network::ncclTime(row.group, values, row.collective, row.bytes, row.options).seconds();
    return row.waits ? std::max(alone_s, rank_wait_s) : alone_s;
}

} // namespace strata::assess
