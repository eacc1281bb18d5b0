// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/pipeline.h"

#include <algorithm>
#include <limits>

namespace strata::system {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;
/// Of the gradients of weights, how much of them a wait must cover: they keep the next pass waiting for the
/// rest.
constexpr double kLeastFilled = 0.5;

/// A stage in the middle of its work.
struct StageState {
    double free_s = 0;
    std::uint32_t forwards = 0, backwards = 0, weights = 0; ///< done
    std::vector<PipelineTask> tasks;
};

class ZeroBubble {
public:
    explicit ZeroBubble(const PipelineShape& shape)
        : shape_(shape), count_(shape.forward_s.size()), stages_(count_),
          forward_(count_ * shape.micro_batches, kNever), backward_(forward_) {}

    PipelineTimeline run() {
        PipelineTimeline timeline;
        for (std::size_t stage = earliest(); stage < count_; stage = earliest())
            act(stage);
        for (StageState& stage : stages_) {
            for (const PipelineTask& task : stage.tasks)
                timeline.busy_s += task.end_s - task.start_s;
            timeline.seconds = std::max(timeline.seconds, stage.free_s);
            timeline.tasks.insert(timeline.tasks.end(), stage.tasks.begin(), stage.tasks.end());
        }
        return timeline;
    }

private:
    /// The stage whose next task starts first: nothing that is not yet done can come before it.
    std::size_t earliest() const {
        std::size_t first = count_;
        double first_s = kNever;
        for (std::size_t s = 0; s < count_; ++s) {
            const double start_s = nextStart(s);
            if (start_s < first_s) first = s, first_s = start_s;
        }
        return first;
    }

    bool weightPending(std::size_t s) const { return stages_[s].weights < stages_[s].backwards; }

    /// Forward, or backward after the first p - stage forwards, one of each in turn.
    bool forwardNext(std::size_t s) const {
        const StageState& stage_state = stages_[s];
        if (stage_state.forwards == shape_.micro_batches) return false;
        return stage_state.forwards - stage_state.backwards < count_ - s;
    }
    bool full(std::size_t s) const { return stages_[s].forwards - stages_[s].weights >= count_; }

    double ready(std::size_t s) const {
        const StageState& stage = stages_[s];
        if (forwardNext(s)) {
            if (full(s)) return kNever; // until a gradient of weights frees a place
            return s == 0 ? 0.0 : forward_[place(s - 1, stage.forwards)] + shape_.send_s;
        }
        if (stage.backwards == shape_.micro_batches) return kNever;
        return s + 1 == count_ ? forward_[place(s, stage.backwards)]
                               : backward_[place(s + 1, stage.backwards)] + shape_.send_s;
    }

    double nextStart(std::size_t s) const {
        return weightPending(s) ? stages_[s].free_s : std::max(stages_[s].free_s, ready(s));
    }

    void act(std::size_t s) {
        StageState& stage_state = stages_[s];
        PipelineTask task;
        task.stage = static_cast<std::uint32_t>(s);
        const double ready_s = ready(s);
        task.start_s = std::max(stage_state.free_s, ready_s);
        double seconds = shape_.forward_s[s];
        const double least_s = kLeastFilled * shape_.weight_s[s] + kRounding * stage_state.free_s;
        if (ready_s > stage_state.free_s + least_s && weightPending(s)) {
            task.work = Work::Weight;
            task.start_s = stage_state.free_s;
            task.micro_batch = stage_state.weights++;
            seconds = shape_.weight_s[s];
        } else if (forwardNext(s)) {
            task.micro_batch = stage_state.forwards++;
            forward_[place(s, task.micro_batch)] = task.start_s + seconds;
        } else {
            task.work = Work::Backward;
            task.micro_batch = stage_state.backwards++;
            seconds = shape_.backward_s[s] - shape_.weight_s[s];
            backward_[place(s, task.micro_batch)] = task.start_s + seconds;
        }
        task.end_s = stage_state.free_s = task.start_s + seconds;
        stage_state.tasks.push_back(task);
    }

    std::size_t place(std::size_t stage, std::uint32_t micro_batch) const {
        return stage * shape_.micro_batches + micro_batch;
    }

    const PipelineShape& shape_;
    std::size_t count_;
    std::vector<StageState> stages_;
    std::vector<double> forward_, backward_; ///< ends, by stage and micro-batch
};

} // namespace

PipelineTimeline followZeroBubble(const PipelineShape& shape) { return ZeroBubble(shape).run(); }

} // namespace strata::system
