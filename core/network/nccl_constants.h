// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace strata::network {

/// How NCCL moves bytes: LL writes 4 bytes of data beside 4 of a flag, LL128 120 of 128, Simple whole slices
/// behind a fence (Z. Hu et al., "Demystifying NCCL", HOTI 2025).
enum class NcclProtocol { Ll, Ll128, Simple };
inline constexpr std::size_t kNcclProtocols = 3;

/// What a step of an algorithm passes.
enum class NcclLink { NvLink, Pcie, Network };

/// Constants of NCCL's own cost model: NVIDIA/nccl, src/graph/tuning.cc, commit 5067397c (Apache-2.0), in
/// seconds and shares. All by protocol.
struct NcclConstants {
    using ByProtocol = std::array<double, kNcclProtocols>;

    ByProtocol ring_base_s; ///< once per collective
    ByProtocol tree_base_s;
    std::array<ByProtocol, 3> ring_step_s; ///< by NcclLink
    std::array<ByProtocol, 3> tree_step_s;
    ByProtocol ring_share; ///< of the bandwidth of the links
    double tree_share;
    double nvls_step_s;                   ///< the one step of in-switch reduction (NVLink SHARP)
    double nvls_share;                    ///< of the links, Hopper; 0.74 on Blackwell
    std::array<double, 2> link_message_s; ///< of a message within a node, by NVLink and by PCIe: half a step of LL
    double message_s;                     ///< of a message between nodes that the network's steps contain
    double network_share;                 ///< of an adapter's bandwidth that NCCL counts on: 12.0 of 12.5 GB/s
    double link_share;                    ///< of NVLink's bandwidth that NCCL counts on: 20.6 of 25 GB/s
};
const NcclConstants& ncclConstants();

/// Share of the bandwidth that a tree's all-reduce reaches, by size: entry i for messages of 64 x 2^i bytes
/// and more.
std::span<const double> treeSizeShares(NcclProtocol protocol);

} // namespace strata::network
