// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/binding.h"

#include <algorithm>

namespace strata::npu {
namespace {

struct Loosened {
    BindingConstraint constraint;
    MapperSettings settings;
};

Message ofFactor(LoopKind kind, std::string factor) {
    const char* const id = kind == LoopKind::Temporal   ? "constraint.over-time"
                           : kind == LoopKind::SpatialX ? "constraint.over-columns"
                                                        : "constraint.over-rows";
    return {id, {{"factor", std::move(factor)}}};
}

/// The settings without one constraint, for each of them.
std::vector<Loosened> looseOneByOne(const MapperSettings& settings, const workload::Problem& problem) {
    std::vector<Loosened> all;
    const auto add = [&](std::size_t level, Message constraint) -> MapperSettings& {
        return all.emplace_back(Loosened{{level, std::move(constraint), 0.0}, settings}).settings;
    };
    const MappingFix& fix = settings.fix;
    const auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = 0; i < fix.loops.size(); ++i) {
        const auto& loop = fix.loops[i];
        auto& loose = add(loop.place.level, ofFactor(loop.place.kind, problem.dimensions[loop.dimension].name + "=" +
                                                                          std::to_string(loop.bound)));
        loose.fix.loops.erase(loose.fix.loops.begin() + at(i));
    }
    for (std::size_t i = 0; i < fix.bounds.size(); ++i) {
        const auto& bounded = fix.bounds[i];
        const bool at_most = bounded.most < problem.dimensions[bounded.dimension].bound;
        auto& loose =
            add(bounded.place.level,
                ofFactor(bounded.place.kind, problem.dimensions[bounded.dimension].name + (at_most ? "<=" : ">=") +
                                                 std::to_string(at_most ? bounded.most : bounded.least)));
        loose.fix.bounds.erase(loose.fix.bounds.begin() + at(i));
    }
    for (std::size_t l = 0; l < fix.order.size(); ++l) {
        if (fix.order[l].empty()) continue;
        std::string names;
        for (const std::uint32_t d : fix.order[l])
            names += (names.empty() ? "" : " ") + problem.dimensions[d].name;
        add(l, {"constraint.order", {{"dimensions", names}}}).fix.order[l].clear();
    }
    for (std::size_t l = 0; l < fix.holds.size(); ++l) {
        for (std::size_t t = 0; t < fix.holds[l].size(); ++t) {
            if (fix.holds[l][t] == MappingFix::Hold::Free) continue;
            const bool keep = fix.holds[l][t] == MappingFix::Hold::Keep;
            auto& loose =
                add(l, {keep ? "constraint.keep" : "constraint.bypass", {{"tensor", term(problem.tensors[t].name)}}});
            loose.fix.holds[l][t] = MappingFix::Hold::Free;
            loose.choose_keep = true;
        }
    }
    return all;
}

} // namespace

std::vector<BindingConstraint> bindingConstraints(LoopNestEvaluator& evaluator, const FoundMapping& found,
                                                  std::string_view family, const MapperSettings& settings,
                                                  std::uint64_t budget, const std::stop_token& stop) {
    constexpr std::size_t kMostConstraints = 24;
    std::vector<Loosened> all = looseOneByOne(settings, evaluator.problem());
    if (leastUtilization(settings) > 0.0) {
        all.push_back({{evaluator.architecture().levels.size(), {"constraint.least-utilization"}, 0.0}, settings});
        all.back().settings.least_utilization = all.back().settings.fix.least_utilization = 0.0;
    }
    if (all.size() > kMostConstraints) all.resize(kMostConstraints);
    const Mapper& local = builtinMappers().front();
    std::vector<BindingConstraint> binding;
    for (Loosened& loose : all) {
        loose.settings.budget = budget;
        const auto better = local.search(evaluator, found.mapping, family, loose.settings, stop);
        if (!better || !(better->goal < found.goal * (1.0 - 1e-9))) continue;
        loose.constraint.best_without = better->goal;
        binding.push_back(loose.constraint);
    }
    std::stable_sort(binding.begin(), binding.end(), [](const BindingConstraint& a, const BindingConstraint& b) {
        return a.best_without < b.best_without;
    });
    return binding;
}

} // namespace strata::npu
