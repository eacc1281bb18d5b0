// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/exchange/astra/astra_network.h"
#include "core/exchange/kineto/execution_trace.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/cluster/cluster.h"
#include "core/hardware/gpu/gpu.h"
#include "core/replay/replay.h"

#include <optional>
#include <span>

namespace strata::replay {

/// What is otherwise than it was recorded. Nothing set: everything takes as long as it did.
struct WhatIf {
    std::optional<hardware::Gpu> measured_on; ///< where computation was timed
    std::optional<hardware::Gpu> device;      ///< where it would run
    /// The fabric of the collectives: a cluster by network.nccl where NCCL runs on it, else by
    /// network.alpha-beta; or a simulator's description by network.step.
    std::optional<hardware::Cluster> cluster;
    std::optional<exchange::AstraNetwork> network;
    exchange::AstraSystem system;
    std::uint32_t ranks = 0; ///< of every group; 0: as the nodes tell, or all of the network
    std::span<const hardware::Calibration> calibrations{};
};

/// Time of a kernel whose shape is not known on another device, by what limits it (S. Williams et al.,
/// Communications of the ACM 52(4), 2009): t x max(flop / peak, bytes / bandwidth) there over the same here.
/// Where neither is known, matrix products, convolutions and attention are taken for limited by arithmetic in
/// the type that the name of the kernel tells, everything else by memory.
double scaledSeconds(const exchange::TraceNode& node, const hardware::Gpu& measured_on, const hardware::Gpu& device);

/// The roofline alone, for nodes that have operations and bytes and no time.
double rooflineSeconds(const exchange::TraceNode& node, const hardware::Gpu& device);

/// Times nodes as `what` says. Matrix products of known shape take t x gpu.tile there over gpu.tile here, so
/// that tiles, waves and sustained clocks count, and so do those of which only the operations are known, as a
/// cube of as many; other kernels scaledSeconds(). Errors of the call: "bad-value" with the pointer
/// "/measured_on", "/device" or
/// "/ranks". Errors of the result: "bad-value" for collectives that the fabric has no place for.
Result<NodeTime> nodeTime(const WhatIf& what);

} // namespace strata::replay
