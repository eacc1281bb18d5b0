// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/system/system_methods.h"

#include <algorithm>
#include <array>
#include <span>

namespace strata::methods {
namespace {

using Tasks = std::span<const system::PipelineTask>;

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

/// Which passes of a stage share a row: none of the first and of the last ones, where a pipeline fills and drains, and
/// as many of those between as there is room for.
struct Grouping {
    std::size_t alone = 0; ///< at either end
    std::size_t together = 1;

    Grouping(std::size_t passes, std::size_t room) : alone(passes) {
        if (passes <= room) return;
        alone = room / 4;
        const std::size_t middle = passes - 2 * alone, rows = std::max<std::size_t>(1, room - 2 * alone);
        // Forward and backward passes alternate: whole rounds have the same share of both.
        together = 2 * ((middle + 2 * rows - 1) / (2 * rows));
    }
    /// How many passes the row that begins with this one tells.
    std::size_t at(std::size_t pass, std::size_t passes) const {
        if (pass < alone || pass + alone >= passes) return 1;
        return std::min(together, passes - alone - pass);
    }
};

class TimelineWriter {
public:
    TimelineWriter(Table& table, const system::PipelineShape& shape, bool groups)
        : table_(table), shape_(shape), groups_(groups), free_s_(shape.forward_s.size(), 0.0) {}

    void stage(Tasks tasks, const Grouping& grouping) {
        for (std::size_t i = 0; i < tasks.size();) {
            const std::size_t together = grouping.at(i, tasks.size());
            if (together > 1)
                passes(tasks.subspan(i, together));
            else
                pass(tasks[i]);
            i += together;
        }
    }
    void idle(std::uint32_t stage, double until_s) {
        constexpr double kRounding = 1e-12;
        if (until_s > free_s_[stage] * (1.0 + kRounding) && until_s > 0.0)
            row({stage, {}, {}, "bubble", free_s_[stage], until_s, 0.0});
        free_s_[stage] = until_s;
    }
    void together(const char* work, double start_s, double seconds) {
        if (seconds <= 0.0) return;
        for (std::uint32_t stage = 0; stage < shape_.forward_s.size(); ++stage)
            row({stage, {}, {}, work, start_s, start_s + seconds, 0.0});
    }

private:
    struct Row {
        std::uint32_t stage = 0;
        Cell micro_batch, chunk;
        std::string_view work;
        double start_s = 0, end_s = 0, communication_s = 0;
        std::int64_t passes = 1;
        std::array<double, 3> busy_s{}; ///< by system::Work, of several passes
    };

    void pass(const system::PipelineTask& task) {
        idle(task.stage, task.start_s);
        row({task.stage, whole(task.micro_batch), whole(task.chunk), system::name(task.work), task.start_s, task.end_s,
             inside(task)});
        free_s_[task.stage] = task.end_s;
        if (sends(task))
            row({task.stage, whole(task.micro_batch), whole(task.chunk),
                 task.work == system::Work::Forward ? "send forward" : "send backward", task.end_s,
                 task.end_s + shape_.send_s, shape_.send_s});
    }
    void passes(Tasks tasks) {
        const system::PipelineTask& first = tasks.front();
        idle(first.stage, first.start_s);
        Row all{first.stage, whole(first.micro_batch), {}, "passes", first.start_s, tasks.back().end_s};
        Row sent{first.stage, all.micro_batch, {}, "messages", 0.0, 0.0, 0.0, 0};
        all.passes = static_cast<std::int64_t>(tasks.size());
        for (const system::PipelineTask& task : tasks) {
            all.busy_s[static_cast<std::size_t>(task.work)] += task.end_s - task.start_s;
            all.communication_s += inside(task);
            if (!sends(task)) continue;
            if (sent.passes++ == 0) sent.start_s = task.end_s;
            sent.end_s = task.end_s + shape_.send_s;
            sent.communication_s += shape_.send_s;
        }
        free_s_[first.stage] = all.end_s;
        row(std::move(all));
        if (sent.passes > 0) row(std::move(sent));
    }
    /// Collectives within a pass: as its stage's share of both passes of a micro-batch.
    double inside(const system::PipelineTask& task) const {
        const double both_s = shape_.forward_s[task.stage] + shape_.backward_s[task.stage];
        if (task.work == system::Work::Weight || !(both_s > 0.0)) return 0.0;
        return shape_.communication_s[task.stage] / both_s * (task.end_s - task.start_s);
    }
    /// Messages travel beside the work of their sender.
    bool sends(const system::PipelineTask& task) const {
        const bool forward = task.work == system::Work::Forward;
        const bool ends = forward ? task.stage + 1 == shape_.forward_s.size() && task.chunk + 1 == shape_.chunks
                                  : task.stage == 0 && task.chunk == 0;
        return shape_.send_s > 0.0 && task.work != system::Work::Weight && !ends;
    }
    void row(Row row) {
        std::vector<Cell>& cells = table_.rows.emplace_back();
        cells.reserve(table_.columns.size());
        cells.emplace_back(whole(row.stage));
        cells.push_back(std::move(row.micro_batch));
        cells.push_back(std::move(row.chunk));
        cells.emplace_back(std::string(row.work));
        cells.emplace_back(row.start_s);
        cells.emplace_back(row.end_s);
        cells.emplace_back(row.communication_s);
        if (!groups_) return;
        cells.emplace_back(row.passes);
        for (const double seconds : row.busy_s)
            cells.emplace_back(seconds);
    }

    Table& table_;
    const system::PipelineShape& shape_;
    bool groups_;
    std::vector<double> free_s_;
};

} // namespace

Table timelineTable(const system::PipelineShape& shape, const system::PipelineTimeline& timeline,
                    const system::StepTime& step) {
    Table table{"timeline", {"stage", "micro_batch", "chunk", "work", "start_s", "end_s", "communication_s"}, {}};
    const bool groups = timeline.tasks.size() > kTimelinePasses;
    if (groups) table.columns.insert(table.columns.end(), {"passes", "forward_s", "backward_s", "weight_s"});
    TimelineWriter writer(table, shape, groups);
    const std::size_t room = kTimelinePasses / std::max<std::size_t>(1, shape.forward_s.size());
    for (auto from = timeline.tasks.begin(); from != timeline.tasks.end();) {
        const auto to =
            std::find_if(from, timeline.tasks.end(), [&](const auto& task) { return task.stage != from->stage; });
        const Tasks tasks(from, to);
        writer.stage(tasks, Grouping(tasks.size(), groups ? room : tasks.size()));
        from = to;
    }
    for (std::uint32_t stage = 0; stage < shape.forward_s.size(); ++stage)
        writer.idle(stage, timeline.seconds);
    double now_s = timeline.seconds;
    const auto next = [&](const char* work, double seconds) {
        writer.together(work, now_s, seconds);
        now_s += seconds;
    };
    next("gradient sync", step.data_s + step.slowdown_s);
    next("optimizer", step.optimizer_s);
    next("host", step.host_s);
    next("stragglers", step.stragglers_s);
    return table;
}

} // namespace strata::methods
