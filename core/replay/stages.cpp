// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/stages.h"

#include "core/replay/stage_writer.h"
#include "core/system/cluster_links.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace strata::replay {
namespace {

using exchange::ExecutionTrace;
using exchange::TraceNode;
using exchange::TracePhase;
using exchange::TraceWork;
using system::PipelineTask;

Error refuse(const char* pointer, Message text, Message expected) {
    return {"bad-value", pointer, std::move(text), std::move(expected), {}};
}

/// All recorded stages behind one another.
struct Recorded {
    std::vector<Passes> stages;
    PassTimes forward, backward, update;
    double tail_s = 0.0; ///< of the host, behind all that the device does
    std::uint32_t micro_batches = 1;
    double sent_bytes = 0.0; ///< by the first of several stages
};

Result<Recorded> recordedOf(std::span<const ExecutionTrace> ranks, const Replay& run, bool drops_waits) {
    Recorded recorded;
    auto begin = run.rows.begin();
    double device_s = 0.0;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        const auto end = std::find_if(begin, run.rows.end(), [&](const ReplayRow& row) { return row.rank != rank; });
        auto passes = passesOf(ranks[rank], {begin, end}, run.streams, drops_waits);
        if (!passes) {
            return refuse("/pp", {"error.trace-does-not-tell-forward-from"},
                          {"accepted.profile-training-step-or-nodes-called"});
        }
        for (auto row = begin; row != end; ++row) {
            if (run.streams[row->stream].kind != StreamKind::Host) device_s = std::max(device_s, row->end_s);
        }
        recorded.forward += passes->sum(TracePhase::Forward);
        recorded.backward += passes->sum(TracePhase::Backward);
        recorded.update += passes->sum(TracePhase::Update);
        recorded.stages.push_back(*std::move(passes));
        begin = end;
    }
    recorded.tail_s = std::max(0.0, run.slowest().total_s - device_s);
    recorded.micro_batches = recorded.stages.back().forward_runs;
    if (ranks.size() == 1) return recorded;
    std::uint32_t sent = 0;
    for (const TraceNode& node : ranks.front().nodes) {
        if (node.work != TraceWork::Send) continue;
        ++sent;
        recorded.sent_bytes += node.bytes;
    }
    if (sent > 0) recorded.micro_batches = sent;
    return recorded;
}

/// Bytes of what a matrix product writes: its share of all that it touches; 0 where that is not told.
double outputBytes(const TraceNode& node) {
    const exchange::TraceProduct& p = node.product;
    const double written = p.rows * p.columns;
    const double touched = written + p.rows * p.inner + p.inner * p.columns;
    return touched > 0.0 ? node.bytes * written / touched : 0.0;
}

/// Where the stages end: shares of the forward pass, and the most bytes that pass a cut.
struct Cuts {
    std::vector<double> shares;
    double bytes = 0.0;
};

/// Behind the kernels that are nearest to even shares.
Result<Cuts> cutsBehindKernels(const ExecutionTrace& trace, const Passes& passes, std::uint32_t stages) {
    const double all_s = passes.sum(TracePhase::Forward).seconds();
    Cuts cuts;
    double passed_s = 0.0, begun_s = 0.0, output_bytes = 0.0;
    for (std::size_t i = 0; i < passes.slices.size() && cuts.shares.size() + 1 < stages; ++i) {
        const Slice& slice = passes.slices[i];
        if (slice.phase != TracePhase::Forward) continue;
        passed_s += slice.times.seconds();
        if (const double bytes = outputBytes(trace.nodes[slice.node]); bytes > 0.0) output_bytes = bytes;
        const bool more = i + 1 < passes.slices.size();
        const double next_s = more ? passes.slices[i + 1].times.seconds() : 0.0;
        const double ideal_s = all_s * (static_cast<double>(cuts.shares.size()) + 1.0) / stages;
        if (passed_s + next_s / 2.0 < ideal_s) continue; // the next kernel's end is nearer
        cuts.shares.push_back((passed_s - begun_s) / all_s);
        cuts.bytes = std::max(cuts.bytes, output_bytes);
        begun_s = passed_s;
    }
    cuts.shares.push_back((all_s - begun_s) / all_s);
    const bool whole = cuts.shares.size() == stages && *std::min_element(cuts.shares.begin(), cuts.shares.end()) > 1e-9;
    if (whole) return cuts;
    return refuse("/pp", {"error.forward-pass-has-too-few-kernels", {{"stages", stages}}}, {"accepted.fewer-stages"});
}

Result<void> check(std::span<const ExecutionTrace> ranks, const StagePlan& plan) {
    if (plan.pp.recorded == 0 || plan.pp.wanted == 0) return refuse("/pp", {"error.degree-0"}, {"accepted.at-least-1"});
    if (ranks.size() != plan.pp.recorded) {
        return refuse(
            "/pp",
            {"error.stages-recorded-but-there-traces", {{"recorded", plan.pp.recorded}, {"ranks", ranks.size()}}},
            {"accepted.trace-one-rank-each-recorded-stage"});
    }
    const bool known =
        plan.schedule == system::Schedule::OneForwardOneBackward || plan.schedule == system::Schedule::GPipe;
    if (known) return {};
    return refuse("/schedule", {"error.schedule", {{"schedule", system::name(plan.schedule)}}},
                  {"accepted.1f1b-or-gpipe-traces-do-not"});
}

Result<std::uint32_t> microBatchesOf(const Recorded& recorded, const StagePlan& plan) {
    constexpr std::uint32_t kMost = 1U << 16;
    const std::uint32_t count = plan.micro_batches > 0 ? plan.micro_batches : recorded.micro_batches;
    if (plan.micro_batches == 0 && count == 1 && plan.pp.wanted > 1)
        return refuse("/micro_batches", {"error.iteration-recorded-as-one-micro-batch"},
                      {"accepted.how-many-batch-would-divided-into"});
    if (count <= kMost) return count;
    return refuse("/micro_batches", {"error.field-is", {{"field", "micro_batches"}, {"value", count}}},
                  {"accepted.at-most", {{"most", kMost}}});
}

std::vector<StageWork> workOf(const Recorded& recorded, const std::vector<double>& shares, double micro) {
    const auto sharedTimes = [&](const PassTimes& all, double share) {
        PassTimes pass = all.times(share / micro);
        pass.wait_s = all.wait_s * share / recorded.micro_batches;
        return pass;
    };
    std::vector<StageWork> work;
    for (const double share : shares) {
        work.push_back({sharedTimes(recorded.forward, share), sharedTimes(recorded.backward, share),
                        recorded.update.times(1.0 / static_cast<double>(shares.size()))});
    }
    return work;
}

} // namespace

MessageTime messageTime(const WhatIf& what, std::uint32_t stages, std::uint32_t stride) {
    if (what.cluster) {
        const auto links = std::make_shared<system::ClusterLinks>(*what.cluster, what.calibrations);
        const double domain = static_cast<double>(what.cluster->scaleUpDevices());
        const bool leaves = static_cast<double>(stages) * stride > domain;
        return [links, apart = leaves ? domain : static_cast<double>(stride)](double bytes) -> Result<double> {
            return links->sendSeconds(apart, bytes);
        };
    }
    return [what](double bytes) -> Result<double> {
        if (!what.network)
            return refuse("/cluster", {"error.messages-between-stages-need-fabric"}, {"accepted.cluster-or-network"});
        const auto time = nodeTime(what);
        if (!time) return time.error();
        TraceNode node;
        node.work = TraceWork::Send;
        node.bytes = bytes;
        return (*time)(node);
    };
}

Result<std::vector<ExecutionTrace>> withStages(std::span<const ExecutionTrace> ranks, const Replay& run,
                                               const StagePlan& plan, const MessageTime& time) {
    if (auto sound = check(ranks, plan); !sound) return sound.error();
    const auto recorded = recordedOf(ranks, run, ranks.size() > 1);
    if (!recorded) return recorded.error();
    const auto micro = microBatchesOf(*recorded, plan);
    if (!micro) return micro.error();
    const std::uint32_t stages = plan.pp.wanted;

    Cuts cuts{std::vector<double>(stages, 1.0 / stages), recorded->sent_bytes};
    if (ranks.size() == 1 && recorded->micro_batches == 1) {
        auto found = cutsBehindKernels(ranks.front(), recorded->stages.front(), stages);
        if (!found) return found.error();
        cuts = *std::move(found);
    }
    const double batch_bytes = plan.batch_bytes > 0.0 ? plan.batch_bytes : cuts.bytes;
    double message_s = 0.0;
    if (stages > 1) {
        if (batch_bytes <= 0.0)
            return refuse("/message_bytes", {"error.traces-do-not-tell-activations-between"},
                          {"accepted.bytes-whole-batch"});
        const auto seconds = time(batch_bytes / *micro);
        if (!seconds) return seconds.error();
        message_s = *seconds;
    }
    const std::vector<StageWork> work = workOf(*recorded, cuts.shares, *micro);
    system::PipelineShape shape;
    for (const StageWork& stage_work : work) {
        shape.forward_s.push_back(stage_work.forward.seconds());
        shape.backward_s.push_back(stage_work.backward.seconds());
    }
    shape.weight_s.assign(stages, 0.0);
    shape.communication_s.assign(stages, 0.0);
    shape.send_s = message_s;
    shape.micro_batches = *micro;
    shape.schedule = plan.schedule;
    const auto timeline = system::followPipeline(shape);
    if (!timeline) return timeline.error();
    std::vector<StageWriter> writers;
    for (std::uint32_t stage = 0; stage < stages; ++stage)
        writers.emplace_back(stage, work[stage], batch_bytes / *micro, message_s);
    for (const PipelineTask& task : timeline->tasks)
        writers[task.stage].add(task, stages);
    std::vector<ExecutionTrace> traces;
    for (StageWriter& writer : writers)
        traces.push_back(writer.take(recorded->tail_s));
    return traces;
}

} // namespace strata::replay
