// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/suggest_fix.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace strata::npu {
namespace {

struct Candidate {
    LoopPlace from;
    std::uint64_t factor = 1;
};

/// Spatial loops last, then the smallest factor, then the level nearest to the trouble.
auto rank(const Candidate& candidate) {
    return std::tuple(candidate.from.kind != LoopKind::Temporal, candidate.factor, candidate.from.level,
                      candidate.from.index);
}

void addLoops(std::vector<Candidate>& candidates, const Mapping& mapping, const LoopZone& zone) {
    const auto& loops = loopsOf(mapping, zone);
    for (std::size_t index = 0; index < loops.size(); ++index)
        for (const std::uint64_t factor : partsOf(loops[index].bound, false))
            candidates.push_back({{zone.level, zone.kind, index}, factor});
}

/// The innermost level outside the given one that can run a loop in time.
std::optional<std::size_t> storeOutside(const hardware::NpuArchitecture& architecture, std::size_t level) {
    while (level-- > 0)
        if (architecture.levels[level].stores) return level;
    return std::nullopt;
}

bool still(const LoopNestResult& result, const Violation& violation) {
    return std::any_of(result.violations.begin(), result.violations.end(), [&](const Violation& other) {
        return other.kind == violation.kind && other.level == violation.level;
    });
}

}  // namespace

std::optional<Fix> suggestFix(LoopNestEvaluator& evaluator, const Mapping& mapping, const Violation& violation) {
    std::vector<Candidate> candidates;
    std::optional<std::size_t> outside;
    const bool over_capacity = violation.kind == Violation::Kind::Capacity;
    if (violation.kind == Violation::Kind::Malformed || violation.level >= mapping.levels.size()) return std::nullopt;
    if (over_capacity) {
        // A level's tile spans its own loops and all inside it.
        outside = storeOutside(evaluator.architecture(), violation.level);
        for (std::size_t level = violation.level; level < mapping.levels.size(); ++level)
            for (const LoopKind kind : kLoopKinds) addLoops(candidates, mapping, {level, kind});
    } else {
        const bool stores = evaluator.architecture().levels[violation.level].stores;
        outside = stores ? violation.level : storeOutside(evaluator.architecture(), violation.level);
        const bool x = violation.kind == Violation::Kind::FanoutX;
        addLoops(candidates, mapping, {violation.level, x ? LoopKind::SpatialX : LoopKind::SpatialY});
    }
    if (!outside) return std::nullopt;
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return rank(a) < rank(b); });
    const LoopZone to{*outside, LoopKind::Temporal};
    LoopNestResult result;
    for (const Candidate& candidate : candidates) {
        const auto& loop = loopsOf(mapping, candidate.from.zone())[candidate.from.index];
        auto moved = moveFactor(mapping, evaluator.architecture(), evaluator.problem(), candidate.from, candidate.factor,
                                to, loopsOf(mapping, to).size());
        if (!moved) continue;
        evaluator.evaluate(moved->mapping, result);
        if (still(result, violation)) continue;
        return Fix{candidate.from, loop.dimension, candidate.factor, to, std::move(moved->mapping), result.violations.empty()};
    }
    return std::nullopt;
}

}  // namespace strata::npu
