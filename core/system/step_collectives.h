// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/cluster_links.h"
#include "core/system/model_counts.h"
#include "core/system/plan.h"

#include <array>
#include <string_view>
#include <vector>

namespace strata::system {

/// A collective of every group of `ranks` devices, `stride` apart, which each of them takes part in so many
/// times.
struct GroupCollective {
    network::Collective collective = network::Collective::AllReduce;
    double ranks = 1.0, stride = 1.0;
    double bytes = 0.0; ///< as in network/collective.h
    double times = 1.0;
};

/// The few collectives of one kind of group, without a heap.
struct GroupCollectives {
    std::array<GroupCollective, 6> items;
    std::size_t count = 0;

    void add(const GroupCollective& group_collective) { items[count++] = group_collective; }
    const GroupCollective* begin() const { return items.data(); }
    const GroupCollective* end() const { return items.data() + count; }
};
/// One after another, on links that nothing else uses.
double secondsOf(const GroupCollectives& collectives, const ClusterLinks& links);

/// Of one micro-batch through all layers: two all-reduces a layer and pass, or with sequence parallelism
/// reduce-scatters and all-gathers of the same bytes.
GroupCollectives tensorCollectives(const TrainingJob& job, const Plan& plan);

/// Keys and values of one micro-batch that a rank passes on in one pass of one layer, each of cp - 1 times.
double contextBytes(const TrainingJob& job, const Plan& plan);

/// Of one micro-batch through all layers: to the experts and back. A token goes to a node once, however many
/// of its experts are there: with k experts drawn from n nodes, n (1 - (1 - 1/n)^k) copies (DeepSeek-V3,
/// arXiv:2412.19437, section 3.2.2).
GroupCollectives expertCollectives(const TrainingJob& job, const Plan& plan, const ClusterLinks& links);

/// Activations of one micro-batch that a stage sends on; as many bytes of gradients come back.
double stageBytes(const TrainingJob& job, const Plan& plan);

/// Dense weights have dp x cp copies, tp apart; those of an expert the rest of the stage, ep apart.
struct WeightCopies {
    double dense = 1, experts = 1, dense_stride = 1, experts_stride = 1;
};
WeightCopies weightCopies(const Plan& plan);

/// Among copies of the weights that a device holds, of which some learn: of one micro-batch with ZeRO-3, layer
/// by layer; else once a step.
GroupCollectives dataCollectives(const TrainingJob& job, const Plan& plan, const RankParameters& held,
                                 const RankParameters& trained);

/// Passes that communicate: forward, backward, and forward again.
double communicatingPasses(const Plan& plan);

/// What the groups of one kind move in one step, by a device of the stage with the most layers.
struct GroupTraffic {
    std::string_view group; ///< "tensor", "context", "expert", "data", "pipeline"
    GroupCollective each;
    std::vector<double> level_bytes; ///< sent by one device over each level, see ClusterLinks::linkBytes()
};
std::vector<GroupTraffic> stepTraffic(const TrainingJob& job, const Plan& plan, const ClusterLinks& links);

} // namespace strata::system
