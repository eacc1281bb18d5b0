// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_search.h"

#include "core/npu/binding.h"

#include <cmath>

namespace strata::methods {
namespace {

Cell number(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }

Table tableOf(double best, double bound, npu::MappingGoal goal, std::uint64_t evaluated, double seconds) {
    Table table{"search", {"goal", "best", "bound", "gap", "evaluated", "seconds"}, {}};
    table.rows.push_back({std::string(npu::name(goal)), number(best), number(bound),
                          bound > 0.0 ? number(best / bound - 1.0) : Cell(), static_cast<std::int64_t>(evaluated),
                          number(seconds)});
    return table;
}

} // namespace

SearchWatch::SearchWatch(LayerQuery& query, const Context& context) {
    if (!query.search) return;
    limit_s_ = query.search->time_limit_s;
    query.search->settings.executor = context.executor;
    query.search->settings.out_of_time = [this] { return seconds() >= limit_s_; };
}

double SearchWatch::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Table searchTable(const npu::FoundMapping& found, npu::MappingGoal goal, double seconds) {
    return tableOf(found.whole_goal, found.bound, goal, found.evaluated, seconds);
}

Table bindingTable(const LayerQuery& query, npu::LoopNestEvaluator& evaluator, const std::stop_token& stop) {
    constexpr std::uint64_t kMappingsEach = 400;
    Table table{"constraints", {"level", "constraint", "best_without", "better"}, {}};
    const auto& levels = query.architecture.levels;
    for (const npu::BindingConstraint& binding :
         npu::bindingConstraints(evaluator, *query.found, query.family, query.search->settings, kMappingsEach, stop))
        table.rows.push_back({binding.level < levels.size() ? Cell(levels[binding.level].name) : Cell(),
                              textCell(binding.constraint), binding.best_without,
                              1.0 - binding.best_without / query.found->goal});
    return table;
}

} // namespace strata::methods
