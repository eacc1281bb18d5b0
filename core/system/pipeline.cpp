// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/pipeline.h"

#include <algorithm>
#include <string>

namespace strata::system {
namespace {

/// The k-th chunk-forward of a stage: micro-batches go in groups of p through chunk after chunk.
PipelineTask slot(std::uint32_t k, std::uint32_t stages, std::uint32_t chunks, Work work) {
    PipelineTask task;
    task.work = work;
    const std::uint32_t group = stages * chunks;
    const std::uint32_t chunk = k % group / stages;
    task.micro_batch = k / group * stages + k % stages;
    task.chunk = work == Work::Forward ? chunk : chunks - 1 - chunk;
    return task;
}

/// Tasks of one stage in the order of its schedule: some forward ones, then one of each in turn, then the
/// rest.
std::vector<PipelineTask> orderOf(const PipelineShape& shape, std::uint32_t stage) {
    const auto stages = static_cast<std::uint32_t>(shape.forward_s.size());
    const std::uint32_t all = shape.micro_batches * shape.chunks;
    std::uint32_t warm = stages - stage - 1;
    if (shape.chunks > 1) warm = 2 * (stages - stage - 1) + (shape.chunks - 1) * stages;
    if (shape.schedule == Schedule::GPipe) warm = all;
    warm = std::min(warm, all);
    const auto make = [&](std::uint32_t k, Work work) {
        PipelineTask task = shape.chunks > 1 ? slot(k, stages, shape.chunks, work) : PipelineTask{0, k, 0, work};
        task.stage = stage;
        return task;
    };
    std::vector<PipelineTask> order;
    order.reserve(2 * all);
    for (std::uint32_t k = 0; k < warm; ++k)
        order.push_back(make(k, Work::Forward));
    for (std::uint32_t k = warm; k < all; ++k) {
        order.push_back(make(k, Work::Forward));
        order.push_back(make(k - warm, Work::Backward));
    }
    for (std::uint32_t k = all - warm; k < all; ++k)
        order.push_back(make(k, Work::Backward));
    return order;
}

class Follower {
public:
    explicit Follower(const PipelineShape& shape)
        : shape_(shape), stages_(shape.forward_s.size()), links_(stages_ * shape.chunks),
          forward_(links_ * shape.micro_batches, kNever), backward_(forward_) {}

    PipelineTimeline run() {
        for (std::uint32_t s = 0; s < stages_; ++s)
            orders_.push_back(orderOf(shape_, s));
        std::vector<std::size_t> next(stages_, 0);
        std::vector<double> free_s(stages_, 0.0);
        PipelineTimeline timeline;
        // Each pass starts what can start; the schedules have no cycles, so that some task always can.
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t s = 0; s < stages_; ++s) {
                for (; next[s] < orders_[s].size(); ++next[s]) {
                    PipelineTask& task = orders_[s][next[s]];
                    const double ready_s = ready(task);
                    if (ready_s == kNever) break;
                    task.start_s = std::max(free_s[s], ready_s);
                    const double all_s = task.work == Work::Forward ? shape_.forward_s[s] : shape_.backward_s[s];
                    task.end_s = free_s[s] = task.start_s + all_s / shape_.chunks;
                    (task.work == Work::Forward ? forward_ : backward_)[place(task)] = task.end_s;
                    timeline.busy_s += task.end_s - task.start_s;
                    timeline.seconds = std::max(timeline.seconds, task.end_s);
                    moved = true;
                }
            }
        }
        for (auto& order : orders_)
            timeline.tasks.insert(timeline.tasks.end(), order.begin(), order.end());
        return timeline;
    }

private:
    static constexpr double kNever = -1.0;

    /// Chunks pass the stages one after the other: chunk 0 of all stages, then chunk 1 ...
    std::size_t link(const PipelineTask& task) const { return task.chunk * stages_ + task.stage; }
    std::size_t place(const PipelineTask& task) const { return task.micro_batch * links_ + link(task); }

    double ready(const PipelineTask& task) const {
        const std::size_t here = link(task);
        const std::size_t at = place(task);
        if (task.work == Work::Forward) return here == 0 ? 0.0 : arrived(forward_[at - 1]);
        return here + 1 == links_ ? forward_[at] : arrived(backward_[at + 1]);
    }
    double arrived(double end_s) const {
        return end_s == kNever ? kNever : end_s + (stages_ > 1 ? shape_.send_s : 0.0);
    }

    const PipelineShape& shape_;
    std::size_t stages_, links_;
    std::vector<double> forward_, backward_; ///< ends, by micro-batch and link
    std::vector<std::vector<PipelineTask>> orders_;
};

} // namespace

Result<PipelineTimeline> followPipeline(const PipelineShape& shape) {
    if (shape.chunks > 1 && shape.micro_batches % shape.forward_s.size() != 0) {
        const std::string stages = std::to_string(shape.forward_s.size());
        return Error{
            "bad-value",
            "/plan/micro_batch",
            {"error.step-has-micro-batches-do-not", {{"micro_batches", shape.micro_batches}, {"stages", stages}}},
            {"accepted.multiple-micro-batches-or-schedule-1f1b", {{"stages", stages}}},
            {}};
    }
    if (shape.schedule == Schedule::ZeroBubble) return followZeroBubble(shape);
    return Follower(shape).run();
}

std::string_view name(Work work) {
    switch (work) {
    case Work::Forward: return "forward";
    case Work::Backward: return "backward";
    case Work::Weight: break;
    }
    return "weight";
}

namespace {

/// Shares of the layers by stage: as stated, or full stages first.
std::vector<double> sharesOf(const StepTerms& t) {
    if (!t.shares.empty()) return t.shares;
    const auto stages = static_cast<std::size_t>(t.stages);
    std::vector<double> shares(stages, t.last_share);
    std::fill_n(shares.begin(), static_cast<std::size_t>(fullStages(t)), t.stage_share);
    return shares;
}

} // namespace

PipelineShape pipelineOf(const StepTerms& t, const StepCoefficients& c) {
    PipelineShape shape;
    const std::vector<double> shares = sharesOf(t);
    for (std::size_t s = 0; s < shares.size(); ++s) {
        const double heads = s + 1 == shares.size() ? t.last_heads : 0.0;
        const StagePace pace = stagePace(t, c, shares[s], heads);
        const double inside_s = shares[s] * (tensorSeconds(t, c) + c.link * t.context_s) + pace.exchange_s;
        shape.forward_s.push_back(pace.forward_s);
        shape.backward_s.push_back(pace.seconds() - shape.forward_s.back());
        shape.weight_s.push_back(pace.weight_s);
        shape.communication_s.push_back(inside_s);
    }
    shape.send_s = messageSeconds(t, c);
    shape.micro_batches = static_cast<std::uint32_t>(t.micro_batches);
    shape.chunks = static_cast<std::uint32_t>(t.chunks);
    shape.schedule = t.schedule;
    return shape;
}

} // namespace strata::system
