// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compose/runtime_costs.h"
#include "core/hardware/cluster/cluster.h"
#include "core/network/collective_timer.h"
#include "core/network/nccl.h"

#include <optional>
#include <span>

namespace strata::serving {

/// Ranks that run one model: tp ranks share each layer, stages follow one another, ep ranks share the experts
/// of a mixture. Where ep is more than tp, ep / tp groups attend to requests of their own (data-parallel
/// attention); where it is less, the experts lie inside the group, and tp / ep ranks share each of them.
struct RankPlan {
    double tp = 1, stages = 1, ep = 1;
    double attentionGroups() const { return ep > tp ? ep / tp : 1; }
    double ranksOfStage() const { return ep > tp ? ep : tp; }
    double ranks() const { return ranksOfStage() * stages; }
};

/// How long ranks exchange data. Inside the fabric of one node the faster of the engine's own all-reduce and
/// NCCL; between nodes, or where a cluster is known, NCCL as network::ncclTime() has it.
class RankLinks {
public:
    /// `cluster` may be absent: all ranks then reach each other at gpu.link_bytes_per_s. Errors: those of
    /// network::fabricOf() with the pointer "/plan/tp", "not-supported" for fabrics without NCCL. `timer` answers for
    /// all collectives of a cluster where it is there.
    static Result<RankLinks> make(const hardware::Gpu& gpu, const compose::RuntimeCosts& costs,
                                  const hardware::Cluster* cluster, std::span<const hardware::Calibration> calibrations,
                                  const RankPlan& plan, network::CollectiveTimer timer = {});

    /// Of `bytes` on each of the tp ranks; the wait for the last one to arrive is in it.
    double allReduceSeconds(double bytes) const;
    /// Tokens of each rank go to the ranks of their experts and come back: `tokens` of one rank, each to
    /// `per_token` of the experts, which lie evenly over the ep ranks. A rank gets a token once, however many
    /// of its experts it concerns.
    double expertExchangeSeconds(double tokens, double per_token, double hidden, double sent_bytes,
                                 double returned_bytes) const;
    /// From a stage to the next.
    double sendSeconds(double bytes) const;

private:
    struct Path {
        network::NcclGroup group;
        network::NcclCalibration calibration;
    };
    /// What a fabric leaves to each of a group's devices, all of which send; the device's own links without a cluster.
    double linkBytesPerSecond(const std::optional<Path>& path) const;
    static double furtherSeconds(const std::optional<Path>& path);
    double skewSeconds(double ranks) const;
    double pathSeconds(const Path& path, network::Collective collective, double bytes) const;

    hardware::Gpu gpu_;
    hardware::Gpu reducing_gpu_; ///< the same with the links of the tp ranks' fabric
    compose::RuntimeCosts costs_;
    RankPlan plan_;
    bool one_node_ = true;         ///< tp ranks
    bool experts_one_node_ = true; ///< ep ranks
    std::optional<Path> reduce_, exchange_, send_;
    network::CollectiveTimer timer_;
};

} // namespace strata::serving
