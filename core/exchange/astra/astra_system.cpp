// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/astra/astra_parts.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

using astra::badValue;
using network::Algorithm;
using network::Collective;

constexpr double kGibibyteOverNanosecond = 1.073741824;
constexpr double kBytesPerSecond = 1e9; ///< of one byte a nanosecond

struct CollectiveKey {
    Collective collective;
    const char* key;
};
constexpr std::array kCollectives{CollectiveKey{Collective::AllReduce, "all-reduce-implementation"},
                                  CollectiveKey{Collective::AllGather, "all-gather-implementation"},
                                  CollectiveKey{Collective::ReduceScatter, "reduce-scatter-implementation"},
                                  CollectiveKey{Collective::AllToAll, "all-to-all-implementation"}};

/// Members that the answers take up. How several collectives share the network (scheduling-policy), and how fast the
/// simulator itself runs (boost-mode), is no part of one collective.
constexpr std::array<std::string_view, 11> kSystemMembers{"all-reduce-implementation",
                                                          "all-gather-implementation",
                                                          "reduce-scatter-implementation",
                                                          "all-to-all-implementation",
                                                          "preferred-dataset-splits",
                                                          "active-chunks-per-dimension",
                                                          "endpoint-delay",
                                                          "local-mem-bw",
                                                          "collective-optimization",
                                                          "scheduling-policy",
                                                          "boost-mode"};
/// Members with the one value that the model has.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kSameAsModel{
    {{"intra-dimension-scheduling", "FIFO"}, {"inter-dimension-scheduling", "baseline"}}};
/// Members of which one alone makes a description one of a system.
constexpr std::array<std::string_view, 4> kOtherSystemMembers{"roofline-enabled", "peak-perf", "model-shared-bus",
                                                              "trace-enabled"};

std::optional<Algorithm> algorithmNamed(std::string_view name) {
    if (name == "ring" || name == "oneRing") return Algorithm::Ring;
    // A number behind it limits the messages at once.
    for (const std::string_view direct : {"direct", "oneDirect"}) {
        if (!name.starts_with(direct)) continue;
        const std::string_view number = name.substr(direct.size());
        if (number.find_first_not_of("0123456789") == std::string_view::npos) return Algorithm::Direct;
    }
    if (name == "halvingDoubling" || name == "oneHalvingDoubling") return Algorithm::HalvingDoubling;
    if (name == "doubleBinaryTree") return Algorithm::DoubleBinaryTree;
    return std::nullopt;
}

/// The names of all dimensions, which were joined in one text once: "ring_direct".
Json namesIn(const Json& list) {
    if (list.is_array()) return list;
    if (!list.is_string()) return Json::array({list});
    Json names = Json::array();
    const auto& text = list.get_ref<const std::string&>();
    for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
        end = std::min(text.find('_', begin), text.size());
        names.push_back(text.substr(begin, end - begin));
    }
    return names;
}

Result<std::vector<Algorithm>> algorithmsOf(const Json& list, const std::string& pointer, std::string_view file) {
    std::vector<Algorithm> algorithms;
    const Json names = namesIn(list);
    for (std::size_t d = 0; d < names.size(); ++d) {
        const auto algorithm =
            names[d].is_string() ? algorithmNamed(names[d].get_ref<const std::string&>()) : std::nullopt;
        if (!algorithm) {
            return badValue(pointer + "/" + std::to_string(d), names[d],
                            {"accepted.ring-direct-halvingdoubling-or-doublebinarytree"}, file);
        }
        algorithms.push_back(*algorithm);
    }
    if (algorithms.empty()) return badValue(pointer, list, {"accepted.algorithm-dimension"}, file);
    return algorithms;
}

Result<double> numberIn(const Json& document, const char* key, double absent, double least, double most,
                        std::string_view file) {
    if (!document.contains(key)) return absent;
    const auto numbers = astra::numbersOf(document, key, least, most, file);
    if (!numbers) return numbers.error();
    if (numbers->size() != 1) return badValue(std::string("/") + key, document.at(key), {"accepted.one-number"}, file);
    return numbers->front();
}

network::StepDimension stepDimension(const AstraDimension& dimension, Algorithm algorithm) {
    return {dimension.topology, dimension.npus, dimension.bandwidth_gib_per_s * kGibibyteOverNanosecond,
            dimension.latency_ns, algorithm};
}

Algorithm usualAlgorithm(const AstraDimension& dimension) {
    return dimension.topology == network::StepTopology::FullyConnected ? Algorithm::Direct : Algorithm::Ring;
}

const char* nameOf(network::StepTopology topology) {
    constexpr std::array names{"ring", "switch", "fully_connected"};
    return names[static_cast<std::size_t>(topology)];
}

/// All links of one rank, which clusters count together.
double linksOf(const AstraDimension& dimension) {
    if (dimension.topology == network::StepTopology::Ring) return 2.0;
    return dimension.topology == network::StepTopology::FullyConnected ? dimension.npus - 1.0 : 1.0;
}

} // namespace

Result<AstraSystem> parseAstraSystem(std::string_view text, std::string_view file) {
    const auto document = astra::objectOf(text, file);
    if (!document) return document.error();
    AstraSystem system;
    system.file = file;
    for (const CollectiveKey& one : kCollectives) {
        const std::string pointer = std::string("/") + one.key;
        // "-custom", and "-chakra" or "-chakra-experimental" of earlier versions.
        const auto own = std::ranges::find_if(document->items(), [&](const auto& member) {
            return member.key().starts_with(std::string(one.key) + "-");
        });
        if (own != document->items().end()) {
            return Error{"not-supported",
                         "/" + own.key(),
                         {"error.system-has-collectives-own"},
                         {"accepted.ring-direct-halvingdoubling-or-doublebinarytree"},
                         std::string(file)};
        }
        const auto found = document->find(one.key);
        if (found == document->end()) continue;
        auto algorithms = algorithmsOf(*found, pointer, file);
        if (!algorithms) return algorithms.error();
        system.algorithms[one.collective] = *std::move(algorithms);
    }
    constexpr double kMostChunks = 65536.0, kMostNanoseconds = 1e12, kMostBandwidth = 1e12;
    const auto chunks = numberIn(*document, "preferred-dataset-splits", 1.0, 1.0, kMostChunks, file);
    if (!chunks) return chunks.error();
    const auto active = numberIn(*document, "active-chunks-per-dimension", 1.0, 1.0, kMostChunks, file);
    if (!active) return active.error();
    const auto endpoint = numberIn(*document, "endpoint-delay", 10.0, 0.0, kMostNanoseconds, file);
    if (!endpoint) return endpoint.error();
    const auto memory = numberIn(*document, "local-mem-bw", kMostBandwidth, 1e-3, kMostBandwidth, file);
    if (!memory) return memory.error();
    system.chunks = static_cast<std::uint32_t>(*chunks);
    system.active_chunks = static_cast<std::uint32_t>(*active);
    system.endpoint_ns = *endpoint;
    system.memory_gb_per_s = *memory;
    if (const auto found = document->find("collective-optimization"); found != document->end()) {
        if (*found != "localBWAware" && *found != "baseline")
            return badValue("/collective-optimization", *found, {"accepted.localbwaware-or-baseline"}, file);
        system.scatters = *found == "localBWAware";
    }
    std::vector<std::string_view> read(kSystemMembers.begin(), kSystemMembers.end());
    for (const auto& [key, value] : kSameAsModel)
        if (const auto stated = document->find(key); stated != document->end() && *stated == Json(value))
            read.push_back(key);
    if (auto unused = astra::unusedMembers(*document, read, file)) system.notes.push_back(*std::move(unused));
    return system;
}

bool astra::isSystem(const Json& document) {
    for (const auto& [key, value] : document.items()) {
        const auto isKey = [&key = key](std::string_view known) { return key.starts_with(known); }; // also "-custom"
        const auto isSame = [&key = key](const auto& same) { return key == same.first; };
        if (std::ranges::any_of(kSystemMembers, isKey) || std::ranges::any_of(kOtherSystemMembers, isKey) ||
            std::ranges::any_of(kSameAsModel, isSame))
            return true;
    }
    return false;
}

Result<AstraSystem> readAstraSystem(const std::filesystem::path& path) {
    const auto text = astra::textOf(path);
    return text ? parseAstraSystem(*text, path.string()) : Result<AstraSystem>(text.error());
}

Result<network::StepConfig> stepConfigOf(const AstraNetwork& network, const AstraSystem& system,
                                         Collective collective) {
    network::StepConfig config;
    const auto found = system.algorithms.find(collective);
    const std::size_t stated = found == system.algorithms.end() ? 0 : found->second.size();
    if (stated > 1 && stated != network.dimensions.size()) {
        return Error{"bad-value",
                     {},
                     {"error.system-has-algorithms-for-dimensions-network",
                      {{"stated", stated},
                       {"collective", network::name(collective)},
                       {"dimensions", network.dimensions.size()}}},
                     {"accepted.one-dimension-or-one-for-all"},
                     system.file};
    }
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        const AstraDimension& dimension = network.dimensions[d];
        if (dimension.npus == 1) continue;
        const Algorithm algorithm = stated == 0 ? usualAlgorithm(dimension) : found->second[stated > 1 ? d : 0];
        config.dimensions.push_back(stepDimension(dimension, algorithm));
    }
    config.chunks = system.chunks;
    config.active_chunks = system.active_chunks;
    config.endpoint_cycles = system.endpoint_ns;
    config.memory_bytes_per_cycle = system.memory_gb_per_s;
    config.contention = config.dimensions.size() == 1; // a dimension of one NPU is none, as in the written request
    config.scatters = system.scatters;
    return config;
}

Json clusterOf(const AstraNetwork& network, std::string_view id) {
    const char* const source = "Network description of ASTRA-sim; its GB/s of a link are 2^30 bytes/s";
    Json levels = Json::array();
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        const AstraDimension& dimension = network.dimensions[d];
        levels.push_back({{"name", "dimension " + std::to_string(d + 1)},
                          {"technology", "astra-sim"},
                          {"topology", nameOf(dimension.topology)},
                          {"devices", dimension.npus},
                          {"bandwidth_bytes_per_s", dimension.bandwidth_gib_per_s * kGibibyteOverNanosecond *
                                                        kBytesPerSecond * linksOf(dimension)},
                          {"latency_s", dimension.latency_ns * 1e-9},
                          {"source", source}});
    }
    return {{"id", std::string(id)},
            {"kind", "cluster"},
            {"name", std::string(id)},
            {"device", "npu"},
            {"devices_per_node", network.dimensions.front().npus},
            {"nodes", network.npus() / network.dimensions.front().npus},
            {"scale_up", levels},
            {"source", source}};
}

Json collectiveRequestOf(const AstraNetwork& network, const AstraSystem& system, std::string_view id) {
    constexpr double kBytes = 1048576.0;
    Json plan{{"chunks", system.chunks},
              {"active_chunks", system.active_chunks},
              {"endpoint_s", system.endpoint_ns * 1e-9},
              {"reduction_bytes_per_s", system.memory_gb_per_s * 1e9},
              {"scatters", system.scatters},
              {"shares_links", false}};
    // Also where the description leaves them out: what the importer then takes is not what the method would choose.
    if (const auto config = stepConfigOf(network, system, Collective::AllReduce);
        config && !config->dimensions.empty()) {
        const auto& all = config->dimensions;
        const bool alike = std::all_of(all.begin(), all.end(),
                                       [&](const auto& one) { return one.algorithm == all.front().algorithm; });
        // One dimension of one rank is no level of the request.
        const bool all_levels = std::all_of(all.begin(), all.end(), [](const auto& one) { return one.ranks > 1; });
        if (alike) plan["algorithm"] = network::name(all.front().algorithm);
        for (std::size_t d = 0; !alike && all_levels && d < all.size(); ++d)
            plan["algorithms"].push_back(network::name(all[d].algorithm));
    }
    return {{"kind", "collective"},
            {"label", std::string(id)},
            {"method", "network.step"},
            {"hardware", clusterOf(network, id)},
            {"workload", {{"collective", "all_reduce"}, {"bytes", kBytes}, {"ranks", network.npus()}}},
            {"plan", plan}};
}

} // namespace strata::exchange
