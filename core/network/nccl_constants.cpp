// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/nccl_constants.h"

namespace strata::network {
namespace {

constexpr NcclConstants kConstants{
    .ring_base_s = {6.6e-6, 14.0e-6, 8.4e-6},
    .tree_base_s = {6.8e-6, 14.0e-6, 8.4e-6},
    .ring_step_s = {{{0.6e-6, 1.9e-6, 3.4e-6}, {1.0e-6, 2.5e-6, 5.7e-6}, {2.7e-6, 4.0e-6, 14.0e-6}}},
    .tree_step_s = {{{0.6e-6, 1.25e-6, 4.0e-6}, {1.0e-6, 1.9e-6, 4.0e-6}, {5.0e-6, 8.5e-6, 14.0e-6}}},
    .ring_share = {0.5, 0.92, 1.0},
    .tree_share = 0.92,
    .nvls_step_s = 25e-6,
    .nvls_share = 0.85,
    .link_message_s = {0.3e-6, 0.5e-6},
    .message_s = 2.7e-6,
    .network_share = 12.0 / 12.5,
    .link_share = 20.6 / 25.0,
};

constexpr std::array kTreeLl{1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5,
                             0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 1.0, 1.0};
constexpr std::array kTreeLl128{1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6,
                                0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.0, 1.0};
constexpr std::array kTreeSimple{0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5,
                                 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7, 0.8, 0.9, 0.9, 0.9};

} // namespace

const NcclConstants& ncclConstants() { return kConstants; }

std::span<const double> treeSizeShares(NcclProtocol protocol) {
    switch (protocol) {
    case NcclProtocol::Ll: return kTreeLl;
    case NcclProtocol::Ll128: return kTreeLl128;
    case NcclProtocol::Simple: return kTreeSimple;
    }
    return kTreeSimple;
}

} // namespace strata::network
