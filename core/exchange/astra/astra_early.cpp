// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/astra/astra_parts.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange::astra {
namespace {

using network::StepTopology;

constexpr double kMost = 1e12;
constexpr double kGibibyteOverGigabyte = 1.073741824;

/// One number of each dimension; `absent` for all where the description does not have the key.
Result<std::vector<double>> eachDimension(const Json& document, const char* key, double absent, double least,
                                          const AstraNetwork& network) {
    if (!document.contains(key)) return std::vector<double>(network.dimensions.size(), absent);
    auto numbers = numbersOf(document, key, least, kMost, network.file);
    if (!numbers) return numbers;
    if (numbers->size() == network.dimensions.size()) return numbers;
    return Error{"bad-value",
                 std::string("/") + key,
                 {"error.has-dimensions-topology",
                  {{"key", key}, {"count", numbers->size()}, {"wanted", network.dimensions.size()}}},
                 {"accepted.numbers", {{"count", network.dimensions.size()}}},
                 network.file};
}

/// Links at which one message passes: those of a ring in pairs, those of a full mesh shared by all neighbours.
double linksOfMessage(const AstraDimension& dimension, double links) {
    if (dimension.topology == StepTopology::Ring) return links - std::fmod(links, 2.0);
    if (dimension.topology == StepTopology::FullyConnected) return std::floor(links / (dimension.npus - 1.0));
    return links;
}

Result<void> addLinks(const Json& document, AstraNetwork& network) {
    if (!document.contains("links-count")) return {};
    const auto links = eachDimension(document, "links-count", 1.0, 1.0, network);
    if (!links) return links.error();
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        AstraDimension& dimension = network.dimensions[d];
        const std::string pointer = "/links-count/" + std::to_string(d);
        if (std::floor((*links)[d]) != (*links)[d])
            return badValue(pointer, (*links)[d], {"accepted.whole-number-at-least-1"}, network.file);
        if (dimension.npus == 1) continue;
        const double together = linksOfMessage(dimension, (*links)[d]);
        if (together < 1.0) {
            const Message expected = dimension.topology == StepTopology::Ring
                                         ? Message{"accepted.links-of-ring"}
                                         : Message{"accepted.links-of-mesh", {{"count", dimension.npus - 1.0}}};
            return badValue(pointer, (*links)[d], expected, network.file);
        }
        dimension.bandwidth_gib_per_s *= together;
    }
    return {};
}

/// A message passes two network cards, and one router on its two hops through a switch.
Result<void> addCards(const Json& document, AstraNetwork& network) {
    const auto cards = eachDimension(document, "nic-latency", 0.0, 0.0, network);
    if (!cards) return cards.error();
    const auto routers = eachDimension(document, "router-latency", 0.0, 0.0, network);
    if (!routers) return routers.error();
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        AstraDimension& dimension = network.dimensions[d];
        const bool switched = dimension.topology == StepTopology::Switch;
        dimension.latency_ns += switched ? (*cards)[d] + (*routers)[d] / 2.0 : 2.0 * (*cards)[d];
        if (dimension.topology == StepTopology::Ring && dimension.npus > 3 && (*cards)[d] > 0.0)
            network.notes.push_back({"note.astra-cards-of-hops", {{"file", network.file}, {"dimension", d + 1}}});
    }
    return {};
}

/// The simulator takes the longer of link and memory. Where no message makes the memory the longer one, it has no part.
Result<void> compareMemory(const Json& document, AstraNetwork& network) {
    if (!document.contains("hbm-latency") && !document.contains("hbm-bandwidth")) return {};
    const auto latencies = eachDimension(document, "hbm-latency", 0.0, 0.0, network);
    if (!latencies) return latencies.error();
    const auto rates = eachDimension(document, "hbm-bandwidth", kMost, 1e-6, network);
    if (!rates) return rates.error();
    const auto scales = eachDimension(document, "hbm-scale", 1.0, 0.0, network);
    if (!scales) return scales.error();
    for (std::size_t d = 0; d < network.dimensions.size(); ++d) {
        const AstraDimension& dimension = network.dimensions[d];
        const double hops = dimension.topology == StepTopology::Switch ? 2.0 : 1.0;
        const double link_rate = dimension.bandwidth_gib_per_s * kGibibyteOverGigabyte;
        const bool shorter = (*scales)[d] * (*latencies)[d] <= hops * dimension.latency_ns &&
                             (*scales)[d] * link_rate <= (*rates)[d] * (1.0 + 1e-9);
        if (!shorter)
            network.notes.push_back({"note.astra-memory-longer", {{"file", network.file}, {"dimension", d + 1}}});
    }
    return {};
}

} // namespace

Result<void> addEarlyParts(const Json& document, AstraNetwork& network) {
    // One of its gigabytes a second is a byte a nanosecond.
    for (AstraDimension& dimension : network.dimensions)
        dimension.bandwidth_gib_per_s /= kGibibyteOverGigabyte;
    if (auto added = addLinks(document, network); !added) return added;
    if (auto added = addCards(document, network); !added) return added;
    return compareMemory(document, network);
}

} // namespace strata::exchange::astra
