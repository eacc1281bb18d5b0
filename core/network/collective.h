// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace strata::network {

/// Bytes of a collective are stated as nccl-tests does: all-reduce the buffer of one rank; all-gather the
/// gathered output; reduce-scatter the input of one rank; all-to-all what one rank holds; broadcast and
/// send_recv the message.
enum class Collective { AllReduce, AllGather, ReduceScatter, AllToAll, Broadcast, SendRecv };
std::string_view name(Collective collective); ///< "all_reduce", ...
std::optional<Collective> collectiveNamed(std::string_view name);
std::span<const Collective> collectives();

/// How the ranks of one dimension exchange their parts.
enum class Algorithm {
    Ring,              ///< one direction around (P. Patarasuk, X. Yuan, JPDC 69(2), 2009)
    BidirectionalRing, ///< halves around both directions
    Tree,              ///< pipelined binary tree
    DoubleBinaryTree,  ///< two trees, each rank inner node of one (P. Sanders et al., Parallel Computing
                       ///< 35(12), 2009)
    HalvingDoubling,   ///< recursive (R. Thakur et al., IJHPCA 19(1), 2005)
    Direct,            ///< every rank to every other at once
    Bruck,             ///< J. Bruck et al., IEEE TPDS 8(11), 1997
    InNetwork          ///< the switch adds up and copies (SHARP, NVLink multicast)
};
std::string_view name(Algorithm algorithm); ///< "ring", "bidirectional_ring", ...
std::optional<Algorithm> algorithmNamed(std::string_view name);
std::span<const Algorithm> algorithms();

/// Bus bandwidth over bytes / time: what a link carries at least, so that link and measurement compare
/// (nccl-tests).
double busFactor(Collective collective, double ranks);

/// Bytes that one rank sends at least: bytes x busFactor().
double sentBytes(Collective collective, double ranks, double bytes);

} // namespace strata::network
