// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/collective.h"

#include <algorithm>
#include <array>

namespace strata::network {
namespace {

constexpr std::array kCollectives{Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                                  Collective::AllToAll,  Collective::Broadcast, Collective::SendRecv};
constexpr std::array<std::string_view, kCollectives.size()> kCollectiveNames{
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send_recv"};

constexpr std::array kAlgorithms{Algorithm::Ring,
                                 Algorithm::BidirectionalRing,
                                 Algorithm::Tree,
                                 Algorithm::DoubleBinaryTree,
                                 Algorithm::HalvingDoubling,
                                 Algorithm::Direct,
                                 Algorithm::Bruck,
                                 Algorithm::InNetwork};
constexpr std::array<std::string_view, kAlgorithms.size()> kAlgorithmNames{
    "ring", "bidirectional_ring", "tree", "double_binary_tree", "halving_doubling", "direct", "bruck", "in_network"};

template <class Values, class Names>
auto find(const Values& values, const Names& names, std::string_view wanted)
    -> std::optional<typename Values::value_type> {
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found == names.end()) return std::nullopt;
    return values[static_cast<std::size_t>(found - names.begin())];
}

} // namespace

std::string_view name(Collective collective) { return kCollectiveNames[static_cast<std::size_t>(collective)]; }
std::optional<Collective> collectiveNamed(std::string_view name) { return find(kCollectives, kCollectiveNames, name); }
std::span<const Collective> collectives() { return kCollectives; }

std::string_view name(Algorithm algorithm) { return kAlgorithmNames[static_cast<std::size_t>(algorithm)]; }
std::optional<Algorithm> algorithmNamed(std::string_view name) { return find(kAlgorithms, kAlgorithmNames, name); }
std::span<const Algorithm> algorithms() { return kAlgorithms; }

double busFactor(Collective collective, double ranks) {
    switch (collective) {
    case Collective::AllReduce: return 2.0 * (ranks - 1.0) / ranks;
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll: return (ranks - 1.0) / ranks;
    case Collective::Broadcast:
    case Collective::SendRecv: return 1.0;
    }
    return 1.0;
}

double sentBytes(Collective collective, double ranks, double bytes) { return bytes * busFactor(collective, ranks); }

} // namespace strata::network
