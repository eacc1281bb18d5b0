// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/step_collectives.h"

#include <algorithm>
#include <cmath>

namespace strata::system {
namespace {

using network::Collective;

constexpr double kWide = 2.0;            // bytes of activations and gathered weights
constexpr double kReducesOfALayer = 2.0; // of a pass: behind attention and behind the feed-forward part

/// bf16 gradients are summed in 32 bits (their eight bits of mantissa are too few) unless the plan says otherwise; fp16
/// ones are scaled instead.
double gradientBytes(const TrainingJob& job, const Plan& plan) {
    return job.precision == NumberType::Fp16 || plan.narrow_gradients ? 2.0 : 4.0;
}

double tokensOf(const TrainingJob& job, const Plan& plan) { return plan.micro_batch * job.sequence / plan.cp; }

/// One collective of the dense weights' copies and one of the experts'.
void addOnCopies(Collective collective, const RankParameters& of, double element_bytes, double times,
                 const WeightCopies& copies, GroupCollectives& result) {
    result.add({collective, copies.dense, copies.dense_stride, element_bytes * of.dense, times});
    result.add({collective, copies.experts, copies.experts_stride, element_bytes * of.experts, times});
}

/// Adds up where the ranks of a group send, `steps` times one collective.
class TrafficList {
public:
    explicit TrafficList(const ClusterLinks& links) : links_(links) {}

    void add(std::string_view group, GroupCollective each, double steps) {
        each.times *= steps;
        if (each.ranks <= 1.0 || each.bytes <= 0.0 || each.times <= 0.0) return;
        GroupTraffic traffic{group, each, links_.linkBytes(each.collective, each.ranks, each.stride, each.bytes)};
        for (double& bytes : traffic.level_bytes)
            bytes *= each.times;
        all.push_back(std::move(traffic));
    }
    void add(std::string_view group, const GroupCollectives& each, double steps) {
        for (const GroupCollective& group_collective : each)
            add(group, group_collective, steps);
    }

    std::vector<GroupTraffic> all;

private:
    const ClusterLinks& links_;
};

} // namespace

double secondsOf(const GroupCollectives& collectives, const ClusterLinks& links) {
    double seconds = 0.0;
    for (const GroupCollective& collective : collectives)
        seconds += collective.times *
                   links.seconds(collective.collective, collective.ranks, collective.stride, collective.bytes);
    return seconds;
}

double communicatingPasses(const Plan& plan) { return plan.recompute == Recompute::Full ? 3.0 : 2.0; }

WeightCopies weightCopies(const Plan& plan) {
    const double stage = static_cast<double>(plan.tp) * plan.cp * plan.dp;
    return {stage / plan.tp, stage / plan.ep, static_cast<double>(plan.tp), static_cast<double>(plan.ep)};
}

GroupCollectives tensorCollectives(const TrainingJob& job, const Plan& plan) {
    GroupCollectives result;
    if (plan.tp == 1) return result;
    const double bytes = kWide * tokensOf(job, plan) * job.model.hidden;
    const double times = job.model.layers * kReducesOfALayer * communicatingPasses(plan) + 2.0;
    if (plan.sequence_parallel) {
        result.add({Collective::ReduceScatter, static_cast<double>(plan.tp), 1.0, bytes, times});
        result.add({Collective::AllGather, static_cast<double>(plan.tp), 1.0, bytes, times});
    } else {
        result.add({Collective::AllReduce, static_cast<double>(plan.tp), 1.0, bytes, times});
    }
    return result;
}

double contextBytes(const TrainingJob& job, const Plan& plan) {
    const double keys = std::max(1.0, job.model.kv_heads / plan.tp) * job.model.head_dim;
    return 2.0 * kWide * keys * tokensOf(job, plan);
}

GroupCollectives expertCollectives(const TrainingJob& job, const Plan& plan, const ClusterLinks& links) {
    GroupCollectives result;
    if (plan.ep == 1) return result;
    const workload::TransformerShape& m = job.model;
    const double nodes = links.nodesOf(plan.ep, 1.0);
    double copies = m.moe.per_token;
    if (nodes > 1.0) copies = std::min(copies, nodes * (1.0 - std::pow(1.0 - 1.0 / nodes, m.moe.per_token)));
    const double elements = tokensOf(job, plan) / plan.tp * copies * plan.expertLoad(job) * m.hidden;
    const double times = sparseLayers(m) * communicatingPasses(plan);
    // What goes to narrow experts is narrow; what they make is summed in 16 bits.
    for (const double element_bytes : {std::max(1.0, bytesOf(job.precision)), kWide}) {
        result.add({Collective::AllToAll, static_cast<double>(plan.ep), 1.0, element_bytes * elements, times});
    }
    return result;
}

double stageBytes(const TrainingJob& job, const Plan& plan) {
    return kWide * tokensOf(job, plan) * job.model.hidden / plan.tp;
}

GroupCollectives dataCollectives(const TrainingJob& job, const Plan& plan, const RankParameters& held,
                                 const RankParameters& trained) {
    const WeightCopies copies = weightCopies(plan);
    const double gradient = gradientBytes(job, plan);
    GroupCollectives result;
    if (plan.zero == 0) {
        addOnCopies(Collective::AllReduce, trained, gradient, 1.0, copies, result);
        return result;
    }
    if (plan.zero < 3) {
        addOnCopies(Collective::ReduceScatter, trained, gradient, 1.0, copies, result);
        addOnCopies(Collective::AllGather, trained, kWide, 1.0, copies, result);
        return result;
    }
    // Layer by layer, so that the steps of each ring count; weights come twice, forward and backward.
    const double layers = stageLayers(job, plan, 0);
    addOnCopies(Collective::AllGather, {held.dense / layers, held.experts / layers}, kWide, 2.0 * layers, copies,
                result);
    addOnCopies(Collective::ReduceScatter, {trained.dense / layers, trained.experts / layers}, gradient, layers, copies,
                result);
    return result;
}

std::vector<GroupTraffic> stepTraffic(const TrainingJob& job, const Plan& plan, const ClusterLinks& links) {
    TrafficList list(links);
    const double micro = microBatches(job, plan);
    const double share = stageLayers(job, plan, 0) / job.model.layers;
    list.add("tensor", tensorCollectives(job, plan), micro * share);
    if (plan.cp > 1) {
        // Backward, keys and values go around again, and their gradients with them.
        const double around = (communicatingPasses(plan) - 1.0) + 2.0;
        list.add("context",
                 GroupCollective{Collective::SendRecv, static_cast<double>(plan.cp), static_cast<double>(plan.tp),
                                 contextBytes(job, plan), plan.cp - 1.0},
                 micro * share * job.model.layers * around);
    }
    list.add("expert", expertCollectives(job, plan, links), micro * share);
    list.add("data", dataCollectives(job, plan, rankParameters(job, plan, 0), trainedParameters(job, plan, 0)),
             plan.zero >= 3 ? micro : 1.0);
    if (plan.pp > 1) {
        // A stage between others sends on and back; with chunks the last one sends to the first.
        const double ways = plan.pp > 2 || plan.chunks() > 1.0 ? 2.0 : 1.0;
        list.add("pipeline",
                 GroupCollective{Collective::SendRecv, 2.0, plan.devices() / plan.pp, stageBytes(job, plan),
                                 ways * plan.chunks()},
                 micro);
    }
    return std::move(list.all);
}

} // namespace strata::system
