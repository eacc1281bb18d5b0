// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/factors.h"
#include "core/npu/mapper.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::npu {
namespace {

constexpr LoopKind kKinds[] = {LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY};

Error doesNotFit(const MappingFix& fix, const workload::Dimension& dimension, const Message& why) {
    return {"does-not-fit",
            fix.pointer,
            {"error.fixed-factors", {{"dimension", dimension.name}, {"why", why}}},
            {"accepted.factors-divide-or-leave-loop-to", {{"bound", dimension.bound}}},
            {}};
}

/// Fixed loops in space may not run over more copies than there are.
Result<void> checkCopies(const MappingFix& fix, const hardware::NpuArchitecture& architecture,
                         std::string_view pointer) {
    for (const MappingFix::FixedLoop& loop : fix.loops) {
        if (loop.place.kind == LoopKind::Temporal) continue;
        std::uint64_t product = 1;
        for (const MappingFix::FixedLoop& other : fix.loops)
            if (other.place == loop.place) product = saturatingProduct(product, other.bound);
        const hardware::NpuLevel& level = architecture.levels[loop.place.level];
        const bool along_x = loop.place.kind == LoopKind::SpatialX;
        const std::uint64_t copies = along_x ? level.fanout_x : level.fanout_y;
        if (product <= copies) continue;
        return Error{
            "does-not-fit",
            std::string(pointer) + "/levels",
            along_x ? Message{"error.fixed-factors-along-x-multiply-to", {{"level", level.name}, {"product", product}}}
                    : Message{"error.fixed-factors-along-y-multiply-to", {{"level", level.name}, {"product", product}}},
            {"accepted.at-most-copies", {{"copies", copies}}},
            {}};
    }
    return {};
}

void removeLoops(Mapping& mapping, std::uint32_t dimension) {
    for (LevelMapping& level : mapping.levels) {
        for (const LoopKind kind : kKinds)
            std::erase_if(loopsAt(level, kind), [&](const Loop& loop) { return loop.dimension == dimension; });
    }
}

/// The outermost level that holds tensors and may run what the fixed factors of a dimension leave.
std::size_t levelForRest(const Mapping& mapping, const MappingFix& fix, std::uint32_t dimension) {
    std::size_t level = 0;
    for (; level < mapping.levels.size(); ++level) {
        const auto& keep = mapping.levels[level].keep;
        const bool holds = level == 0 || std::find(keep.begin(), keep.end(), true) != keep.end();
        if (holds && !fix.fixes({level, LoopKind::Temporal}, dimension)) break;
    }
    return level;
}

} // namespace

bool MappingFix::fixes(LoopPlace place, std::uint32_t dimension) const {
    return std::any_of(loops.begin(), loops.end(),
                       [&](const FixedLoop& loop) { return loop.place == place && loop.dimension == dimension; });
}

bool MappingFix::stands(const Mapping& mapping) const {
    return std::all_of(loops.begin(), loops.end(), [&](const FixedLoop& loop) {
        return boundAt(mapping, loop.place, loop.dimension) == loop.bound;
    });
}

Result<MappingFix> readMappingFix(const Json& fix, const hardware::NpuArchitecture& architecture,
                                  const workload::Problem& problem, std::string_view pointer) {
    auto partial = readPartialMapping(fix, architecture, problem, pointer);
    if (!partial) return partial.error();
    MappingFix result;
    result.keep.resize(architecture.levels.size());
    for (std::size_t l = 0; l < partial->levels.size(); ++l) {
        for (const LoopKind kind : kKinds) {
            for (const Loop& loop : loopsAt(partial->levels[l], kind)) {
                if (result.fixes({l, kind}, loop.dimension)) {
                    return Error{"bad-value",
                                 std::string(pointer) + "/levels",
                                 {"error.factor-stands-twice-at-one-place",
                                  {{"dimensions", problem.dimensions[loop.dimension].name}}},
                                 {"accepted.each-dimension-once-at-place"},
                                 {}};
                }
                result.loops.push_back({{l, kind}, loop.dimension, loop.bound});
            }
        }
    }
    if (auto copies = checkCopies(result, architecture, pointer); !copies) return copies.error();
    for (const Json& entry : fix.at("levels")) {
        if (!entry.contains("keep")) continue;
        const auto level = std::find_if(architecture.levels.begin(), architecture.levels.end(),
                                        [&](const auto& facts) { return facts.name == entry.at("level"); });
        const auto l = static_cast<std::size_t>(level - architecture.levels.begin());
        result.keep[l] = partial->levels[l].keep;
    }
    return result;
}

Result<Mapping> withFixedKeeps(const Mapping& mapping, const workload::Problem& problem, const MappingFix& fix) {
    Mapping fixed = mapping;
    for (std::size_t l = 0; l < fixed.levels.size(); ++l) {
        if (fix.fixesKeep(l)) fixed.levels[l].keep = *fix.keep[l];
        for (std::size_t t = 0; t < problem.tensors.size() && t < fixed.levels[l].keep.size(); ++t)
            if (const auto hold = fix.holdOf(l, t); hold != MappingFix::Hold::Free)
                fixed.levels[l].keep[t] = hold == MappingFix::Hold::Keep;
    }
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        if (std::none_of(fixed.levels.begin(), fixed.levels.end(),
                         [&](const LevelMapping& level) { return bool(level.keep[t]); }))
            return Error{"does-not-fit",
                         fix.pointer,
                         {"error.no-level-left-to-keep", {{"tensors", problem.tensors[t].name}}},
                         {"accepted.at-least-one-level-keeps-each"},
                         {}};
    }
    return fixed;
}

Result<Mapping> withFix(const Mapping& mapping, const workload::Problem& problem, const MappingFix& fix) {
    Mapping fixed = mapping;
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        const workload::Dimension& dimension = problem.dimensions[d];
        std::uint64_t product = 1;
        bool any = false;
        for (const MappingFix::FixedLoop& loop : fix.loops) {
            if (loop.dimension != d) continue;
            any = true;
            product = saturatingProduct(product, loop.bound);
        }
        if (!any) continue;
        if (product > dimension.bound)
            return doesNotFit(fix, dimension,
                              {"error.multiply-to-but", {{"product", product}, {"bound", dimension.bound}}});
        removeLoops(fixed, d);
        for (const MappingFix::FixedLoop& loop : fix.loops) {
            if (loop.dimension == d && loop.bound > 1)
                loopsAt(fixed.levels[loop.place.level], loop.place.kind).push_back({d, loop.bound, loop.bound});
        }
        const std::uint64_t rest = (dimension.bound - 1) / product + 1;
        if (rest == 1) continue;
        const std::size_t level = levelForRest(fixed, fix, d);
        if (level == fixed.levels.size()) return doesNotFit(fix, dimension, {"error.leave-no-place-for-rest"});
        fixed.levels[level].temporal.insert(fixed.levels[level].temporal.begin(), Loop{d, rest, rest});
    }
    auto kept = withFixedKeeps(fixed, problem, fix);
    if (!kept) return kept;
    fixed = *std::move(kept);
    fix.setOrder(fixed);
    if (fix.loops.empty()) return fixed;
    if (!normalize(fixed, problem))
        return Error{"does-not-fit",
                     fix.pointer,
                     {"error.fixed-factors-do-not-reach-bounds"},
                     {"accepted.factors-multiply-to-at-least-each"},
                     {}};
    for (const MappingFix::FixedLoop& loop : fix.loops) {
        if (boundAt(fixed, loop.place, loop.dimension) != loop.bound)
            return doesNotFit(fix, problem.dimensions[loop.dimension], {"error.cannot-all-run-whole"});
    }
    return fixed;
}

} // namespace strata::npu
