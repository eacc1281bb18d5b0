// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/astra/astra_network.h"

#include "core/base/quantity.h"
#include "core/exchange/astra/astra_parts.h"
#include "core/exchange/timeloop/yaml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::exchange {

namespace fs = std::filesystem;

namespace astra {

Result<std::string> textOf(const fs::path& path) {
    constexpr std::uintmax_t kMost = std::uintmax_t{1} << 20;
    const std::string file = path.string();
    std::error_code status;
    const auto size = fs::file_size(path, status);
    std::ifstream stream(path, std::ios::binary);
    if (status || !stream)
        return Error{"unreadable-file", {}, {"error.cannot-read-description"}, {"accepted.file"}, file};
    if (size > kMost) return Error{"too-large", {}, {"error.description-too-large"}, {"accepted.at-most-1-mib"}, file};
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

Result<Json> objectOf(std::string_view text, std::string_view file) {
    auto document = parseYaml(text, file);
    if (!document) return document;
    if (!document->is_object())
        return Error{
            "bad-value", {}, {"error.description-no-table-keys"}, {"accepted.keys-and-values"}, std::string(file)};
    return document;
}

Error badValue(const std::string& pointer, const Json& found, Message expected, std::string_view file) {
    constexpr std::size_t kLongest = 80;
    const std::string shown = found.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, kLongest);
    return {"bad-value",
            pointer,
            {"error.field-is", {{"field", pointer.substr(1)}, {"value", shown}}},
            std::move(expected),
            std::string(file)};
}

std::optional<double> numberOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    double number = 0.0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

Result<std::vector<double>> numbersOf(const Json& document, const char* key, double least, double most,
                                      std::string_view file) {
    const std::string pointer = std::string("/") + key;
    const auto found = document.find(key);
    if (found == document.end())
        return Error{"missing-key",
                     pointer,
                     {"error.field-missing", {{"field", key}}},
                     {"accepted.number-dimension"},
                     std::string(file)};
    const Json list = found->is_array() ? *found : Json::array({*found});
    std::vector<double> numbers;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto number = numberOf(list[i]);
        if (!number || !(*number >= least && *number <= most)) {
            return badValue(pointer + "/" + std::to_string(i), list[i],
                            {"accepted.from-to", {{"least", least}, {"most", most}}}, file);
        }
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<Message> unusedMembers(const Json& document, std::span<const std::string_view> read,
                                     std::string_view file) {
    constexpr std::size_t kLongest = 40, kMostListed = 12;
    std::string members;
    std::size_t unused = 0;
    for (const auto& [key, value] : document.items()) {
        if (std::ranges::find(read, key) != read.end() || ++unused > kMostListed) continue;
        const std::string shown = value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, kLongest);
        members += (members.empty() ? "" : ", ") + key + " = " + shown;
    }
    if (members.empty()) return std::nullopt;
    std::vector<Message> more;
    if (unused > kMostListed) more.push_back({"note.astra-members-more", {{"count", unused - kMostListed}}});
    return Message{"note.astra-members-unused", {{"file", file}, {"members", members}, {"more", std::move(more)}}};
}

} // namespace astra

namespace {

using astra::badValue;
using network::StepTopology;

constexpr std::size_t kMostDimensions = 16;
constexpr double kMostNpus = 1 << 24;

/// Keys of one age of the format.
struct Keys {
    const char *topology, *npus, *bandwidth, *latency;
};
constexpr std::array kKeys{Keys{"topology", "npus_count", "bandwidth", "latency"},
                           Keys{"topologies-per-dim", "units-count", "link-bandwidth", "link-latency"}};

/// Members that the dimensions, or what a message passes, are made of. Kinds of dimensions only price them.
constexpr std::array<std::string_view, 4> kNetworkMembers{"topology", "npus_count", "bandwidth", "latency"};
constexpr std::array<std::string_view, 13> kEarlyMembers{
    "topology-name", "topologies-per-dim", "dimensions-count", "dimension-type", "units-count",
    "links-count",   "link-latency",       "link-bandwidth",   "nic-latency",    "router-latency",
    "hbm-latency",   "hbm-bandwidth",      "hbm-scale"};

std::optional<StepTopology> topologyNamed(const std::string& name) {
    if (name == "Ring") return StepTopology::Ring;
    if (name == "Switch") return StepTopology::Switch;
    if (name == "FullyConnected" || name == "AllToAll") return StepTopology::FullyConnected;
    return std::nullopt;
}

/// What one name of early descriptions says of each dimension: "Torus2D", "Ring_AllToAll_Switch".
Result<std::vector<StepTopology>> namedTopologies(const Json& name, std::string_view file) {
    const std::string text = name.is_string() ? name.get<std::string>() : std::string();
    constexpr std::string_view kTorus = "Torus";
    const bool torus = text.size() == kTorus.size() + 2 && text.starts_with(kTorus) && text.back() == 'D' &&
                       text[kTorus.size()] >= '1' && text[kTorus.size()] <= '9';
    if (torus)
        return std::vector<StepTopology>(static_cast<std::size_t>(text[kTorus.size()] - '0'), StepTopology::Ring);
    std::vector<StepTopology> topologies;
    for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
        end = std::min(text.find('_', begin), text.size());
        const auto topology = topologyNamed(text.substr(begin, end - begin));
        if (!topology) return badValue("/topology-name", name, {"accepted.named-topologies"}, file);
        topologies.push_back(*topology);
    }
    return topologies;
}

Result<std::vector<StepTopology>> topologiesOf(const Json& document, const char* key, std::string_view file) {
    const std::string pointer = std::string("/") + key;
    const auto found = document.find(key);
    if (found == document.end() && document.contains("topology-name"))
        return namedTopologies(document.at("topology-name"), file);
    if (found == document.end()) {
        return Error{"missing-key",
                     pointer,
                     {"error.field-missing", {{"field", key}}},
                     {"accepted.ring-switch-or-fullyconnected"},
                     std::string(file)};
    }
    const Json list = found->is_array() ? *found : Json::array({*found});
    std::vector<StepTopology> topologies;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto topology = list[i].is_string() ? topologyNamed(list[i].get_ref<const std::string&>()) : std::nullopt;
        if (!topology) {
            return badValue(pointer + "/" + std::to_string(i), list[i],
                            {"accepted.ring-switch-fullyconnected-or-alltoall"}, file);
        }
        topologies.push_back(*topology);
    }
    return topologies;
}

Result<void> sameCount(std::size_t count, std::size_t wanted, const char* key, std::string_view file) {
    if (count == wanted) return {};
    return Error{"bad-value",
                 std::string("/") + key,
                 {"error.has-dimensions-topology", {{"key", key}, {"count", count}, {"wanted", wanted}}},
                 {"accepted.numbers", {{"count", wanted}}},
                 std::string(file)};
}

/// Descriptions of 2021 state the number of their dimensions beside them.
Result<void> sameStatedCount(const Json& document, std::size_t count, std::string_view file) {
    const auto stated = document.find("dimensions-count");
    if (stated == document.end() || astra::numberOf(*stated) == static_cast<double>(count)) return {};
    return badValue("/dimensions-count", *stated, verbatim(std::to_string(count)), file);
}

/// The key of a logical topology, which was "physical-dims" once.
const char* logicalKey(const Json& document) {
    for (const char* key : {"logical-dims", "physical-dims"})
        if (document.contains(key)) return key;
    return nullptr;
}

} // namespace

std::uint64_t AstraNetwork::npus() const {
    std::uint64_t all = 1;
    for (const AstraDimension& dimension : dimensions)
        all *= dimension.npus;
    return all;
}

Result<AstraNetwork> parseAstraNetwork(std::string_view text, std::string_view file) {
    const auto document = astra::objectOf(text, file);
    if (!document) return document.error();
    const bool early = document->contains(kKeys[1].topology) || document->contains("topology-name");
    const Keys& keys = kKeys[early ? 1 : 0];
    const auto topologies = topologiesOf(*document, keys.topology, file);
    if (!topologies) return topologies.error();
    const std::size_t count = topologies->size();
    if (count == 0 || count > kMostDimensions)
        return Error{"bad-value",
                     std::string("/") + keys.topology,
                     {"error.field-dimensions", {{"field", "topology"}, {"count", count}}},
                     {"accepted.1-to-16"},
                     std::string(file)};
    const auto npus = astra::numbersOf(*document, keys.npus, 1.0, kMostNpus, file);
    if (!npus) return npus.error();
    const auto bandwidths = astra::numbersOf(*document, keys.bandwidth, 1e-6, 1e9, file);
    if (!bandwidths) return bandwidths.error();
    const auto latencies = astra::numbersOf(*document, keys.latency, 0.0, 1e12, file);
    if (!latencies) return latencies.error();
    if (auto same = sameCount(npus->size(), count, keys.npus, file); !same) return same.error();
    if (auto same = sameCount(bandwidths->size(), count, keys.bandwidth, file); !same) return same.error();
    if (auto same = sameCount(latencies->size(), count, keys.latency, file); !same) return same.error();
    AstraNetwork network;
    network.file = file;
    double all = 1.0;
    for (std::size_t d = 0; d < count; ++d) {
        network.dimensions.push_back(
            {(*topologies)[d], static_cast<std::uint32_t>((*npus)[d]), (*bandwidths)[d], (*latencies)[d]});
        all *= network.dimensions.back().npus;
    }
    if (!(all >= 2.0 && all <= kMostNpus)) {
        return Error{"bad-value",
                     std::string("/") + keys.npus,
                     {"error.npus-multiply-to", {{"all", all}}},
                     {"accepted.2-to-16-777-216"},
                     std::string(file)};
    }
    if (early) {
        if (auto counted = sameStatedCount(*document, count, file); !counted) return counted.error();
        if (auto added = astra::addEarlyParts(*document, network); !added) return added.error();
    }
    const std::span<const std::string_view> members =
        early ? std::span<const std::string_view>(kEarlyMembers) : kNetworkMembers;
    if (auto unused = astra::unusedMembers(*document, members, file)) network.notes.push_back(*std::move(unused));
    return network;
}

Result<AstraNetwork> readAstraNetwork(const fs::path& path) {
    const auto text = astra::textOf(path);
    return text ? parseAstraNetwork(*text, path.string()) : Result<AstraNetwork>(text.error());
}

Result<AstraNetwork> withLogicalTopology(AstraNetwork network, std::string_view text, std::string_view file) {
    const auto document = astra::objectOf(text, file);
    if (!document) return document.error();
    const char* const stated = logicalKey(*document);
    const std::string key = stated == nullptr ? "logical-dims" : stated;
    const auto sizes = astra::numbersOf(*document, key.c_str(), 1.0, kMostNpus, file);
    if (!sizes) return sizes.error();
    double all = 1.0;
    for (const double size : *sizes)
        all *= size;
    if (network.dimensions.size() != 1 || sizes->size() > kMostDimensions ||
        all != static_cast<double>(network.npus())) {
        return Error{"bad-value",
                     "/" + key,
                     {"error.logical-dims-multiply-to", {{"all", all}}},
                     {"accepted.at-most-16-dimensions-network-one", {{"npus", static_cast<double>(network.npus())}}},
                     std::string(file)};
    }
    const AstraDimension physical = network.dimensions.front();
    network.dimensions.clear();
    for (const double size : *sizes) {
        AstraDimension& logical = network.dimensions.emplace_back(physical);
        logical.npus = static_cast<std::uint32_t>(size);
    }
    const std::array<std::string_view, 1> read{key};
    if (auto unused = astra::unusedMembers(*document, read, file)) network.notes.push_back(*std::move(unused));
    return network;
}

Result<AstraFile> astraFileOf(std::string_view text, std::string_view file) {
    const auto document = astra::objectOf(text, file);
    if (!document) return document.error();
    if (logicalKey(*document) != nullptr) return AstraFile::LogicalTopology;
    for (const Keys& keys : kKeys) {
        if (document->contains(keys.topology) || document->contains(keys.npus) || document->contains("topology-name"))
            return AstraFile::Network;
    }
    if (document->contains("memory-type")) return AstraFile::RemoteMemory;
    if (document->empty() || astra::isSystem(*document)) return AstraFile::System;
    return Error{"bad-value",
                 {},
                 {"error.no-description-of-astra-sim", {{"key", document->begin().key()}}},
                 {"accepted.description-of-astra-sim"},
                 std::string(file)};
}

Result<std::vector<Message>> remoteMemoryNotes(std::string_view text, std::string_view file) {
    const auto document = astra::objectOf(text, file);
    if (!document) return document.error();
    std::vector<Message> notes;
    if (auto unused = astra::unusedMembers(*document, {}, file)) notes.push_back(*std::move(unused));
    return notes;
}

} // namespace strata::exchange
