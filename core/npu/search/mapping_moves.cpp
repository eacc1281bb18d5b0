// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/mapping_moves.h"

#include "core/npu/factors.h"
#include "core/npu/recipe.h"

#include <algorithm>
#include <utility>

namespace strata::npu {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// A level as a recipe rules it; nullptr where the recipe says nothing about it.
const hardware::RecipeLevel* ruleOf(const hardware::OperatorRecipe* recipe, const std::string& level) {
    if (recipe == nullptr) return nullptr;
    const auto found = std::find_if(recipe->levels.begin(), recipe->levels.end(),
                                    [&](const hardware::RecipeLevel& rule) { return rule.level == level; });
    return found == recipe->levels.end() ? nullptr : &*found;
}

/// Whether all loops always run their full bound, and a single one over the dimension stands at a place.
bool isWhole(const Mapping& mapping, LoopPlace place, std::uint32_t dimension) {
    for (const LevelMapping& level : mapping.levels)
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            for (const Loop& loop : *loops)
                if (loop.remainder != loop.bound) return false;
    return std::ranges::count(loopsAt(mapping.levels[place.level], place.kind), dimension, &Loop::dimension) == 1;
}

} // namespace

MappingMoves::MappingMoves(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                           std::string_view family, const MapperSettings& settings)
    : architecture_(architecture), problem_(problem), allow_imperfect_(architecture.recipe.allow_imperfect),
      factors_(problem, allow_imperfect_), places_(problem.dimensions.size()), fix_(settings.fix),
      tiles_(architecture, problem) {
    least_share_ = leastUtilization(settings);
    restricted_ = fix_.restricts() || least_share_ > 0.0;
    const hardware::OperatorRecipe* const recipe =
        settings.keep_dataflow ? recipeFor(architecture.recipe, family) : nullptr;
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        const std::string& name = problem.dimensions[d].name;
        if (problem.dimensions[d].bound > 1) long_dimensions_.push_back(d);
        for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
            const hardware::NpuLevel& level = architecture.levels[l];
            const hardware::RecipeLevel* const rule = ruleOf(recipe, level.name);
            const auto may = [&](const std::vector<std::string>& names) {
                return recipe == nullptr || (rule != nullptr && contains(names, name));
            };
            const bool grows = recipe == nullptr ||
                               (rule != nullptr && contains(rule->fill.empty() ? rule->temporal : rule->fill, name));
            if (l == 0 || (level.stores && grows)) places_[d].push_back({l, LoopKind::Temporal});
            static const std::vector<std::string> kNone;
            if (level.fanout_x > 1 && may(rule == nullptr ? kNone : rule->spatial_x))
                places_[d].push_back({l, LoopKind::SpatialX});
            if (level.fanout_y > 1 && may(rule == nullptr ? kNone : rule->spatial_y))
                places_[d].push_back({l, LoopKind::SpatialY});
        }
        for (const MappingFix::BoundedLoop& bounded : fix_.bounds) {
            if (bounded.dimension != d) continue;
            const auto stands = std::find(places_[d].begin(), places_[d].end(), bounded.place);
            if (bounded.least > 1 && stands == places_[d].end()) places_[d].push_back(bounded.place);
            if (bounded.most == 1 && stands != places_[d].end()) places_[d].erase(stands);
        }
        std::erase_if(places_[d], [&](LoopPlace place) { return fix_.fixes(place, d); });
    }
    // The outermost level holds everything: from there all of it comes.
    for (std::size_t l = 1; settings.choose_keep && l < architecture.levels.size(); ++l) {
        const std::vector<bool> able = defaultKeep(architecture, problem, l);
        for (std::size_t t = 0; t < able.size(); ++t)
            if (able[t] && !fix_.fixesKeep(l) && fix_.holdOf(l, t) == MappingFix::Hold::Free) keeps_.push_back({l, t});
    }
}

bool MappingMoves::everythingKept(const Mapping& mapping) const {
    for (std::size_t t = 0; t < problem_.tensors.size(); ++t) {
        if (std::none_of(mapping.levels.begin(), mapping.levels.end(),
                         [&](const LevelMapping& level) { return bool(level.keep[t]); }))
            return false;
    }
    return true;
}

bool MappingMoves::changeOneKeep(const Mapping& from, CounterRandom& random, Mapping& to) const {
    const Keep keep = keeps_[random.nextBelow(keeps_.size())];
    auto changed = toggleKeep(from, architecture_, problem_, keep.level, keep.tensor);
    if (!changed || !fits(*changed)) return false;
    to = *std::move(changed);
    return true;
}

bool MappingMoves::fits(const Mapping& mapping) const { return keepsFix(mapping) && fitsHardware(mapping); }

bool MappingMoves::keepsFix(const Mapping& mapping) const {
    return fix_.stands(mapping) && (!restricted_ || obeys(mapping));
}

bool MappingMoves::usesUnits(const Mapping& mapping) const {
    return least_share_ <= 0.0 || isEnough(shareOfUnits(architecture_, mapping), least_share_);
}

bool MappingMoves::obeys(const Mapping& mapping) const { return usesUnits(mapping) && fix_.admits(mapping); }

bool MappingMoves::fitsHardware(const Mapping& mapping) const { return fitsHardwareAfter(mapping, {}); }

bool MappingMoves::fitsHardwareAfter(const Mapping& mapping, const WholeMove& move) const {
    for (std::size_t l = 0; l < mapping.levels.size(); ++l) {
        const auto used = [&](LoopKind kind) {
            const LoopPlace place{l, kind};
            std::uint64_t iterations = 1;
            for (const Loop& loop : loopsAt(mapping.levels[l], kind))
                iterations = saturatingProduct(iterations, loop.bound);
            if (place == move.from) iterations /= move.factor;
            return place == move.to ? saturatingProduct(iterations, move.factor) : iterations;
        };
        if (used(LoopKind::SpatialX) > architecture_.levels[l].fanout_x) return false;
        if (used(LoopKind::SpatialY) > architecture_.levels[l].fanout_y) return false;
    }
    return tiles_.fitsAfter(mapping, move);
}

bool MappingMoves::moveOneFactor(const Mapping& here, CounterRandom& random, Mapping& moved) const {
    const std::uint32_t d = long_dimensions_[random.nextBelow(long_dimensions_.size())];
    const auto& places = places_[d];
    const auto has = [&](LoopPlace place) { return boundAt(here, place, d) > 1; };
    const auto sources = static_cast<std::uint64_t>(std::count_if(places.begin(), places.end(), has));
    if (sources == 0 || places.size() < 2) return false;
    std::uint64_t chosen = random.nextBelow(sources);
    const LoopPlace from =
        *std::find_if(places.begin(), places.end(), [&](LoopPlace place) { return has(place) && chosen-- == 0; });
    const LoopPlace to = places[random.nextBelow(places.size())];
    if (from == to) return false;
    std::vector<std::uint64_t> listed;
    const std::uint64_t bound = boundAt(here, from, d);
    const FactorLists::Choice factors = factors_.of(d, bound, listed);
    // Small factors are small steps: half of the time one of the first three.
    const std::size_t near = std::min<std::size_t>(3, factors.size());
    const std::size_t pick = random.nextBelow(random.nextUniform() < 0.5 ? near : factors.size());
    const std::uint64_t factor = factors[pick];
    const bool whole = bound % factor == 0 && isWhole(here, from, d);
    if (whole && !fitsHardwareAfter(here, {d, from, to, factor})) return false; // before the mapping is copied
    moved = here;
    if (!moveFactorIn(moved, problem_, d, from, to, factor)) return false;
    fix_.setOrder(moved);
    if (!keepsFix(moved) || (!whole && !fitsHardware(moved))) return false;
    const std::size_t loops = loopsAt(moved.levels[to.level], to.kind).size();
    if (to.kind == LoopKind::Temporal && loops > 1 && random.nextUniform() < 0.5) {
        moveLoopIn(moved, to, loops - 1, random.nextBelow(loops));
        fix_.setOrder(moved);
    }
    return true;
}

bool MappingMoves::moveOneLoop(const Mapping& here, CounterRandom& random, Mapping& moved) const {
    const auto movable = [](const LevelMapping& level) { return level.temporal.size() > 1; };
    const auto levels = static_cast<std::uint64_t>(std::ranges::count_if(here.levels, movable));
    if (levels == 0) return false;
    std::uint64_t chosen = random.nextBelow(levels);
    const auto found = std::ranges::find_if(
        here.levels, [&](const LevelMapping& level_mapping) { return movable(level_mapping) && chosen-- == 0; });
    const auto level = static_cast<std::size_t>(found - here.levels.begin());
    const std::size_t count = found->temporal.size();
    const std::size_t from = random.nextBelow(count), to = random.nextBelow(count);
    if (from == to) return false;
    moved = here;
    moveLoopIn(moved, {level, LoopKind::Temporal}, from, to);
    fix_.setOrder(moved);
    return !(moved == here);
}

bool MappingMoves::step(const Mapping& from, CounterRandom& random, Mapping& to) const {
    if (long_dimensions_.empty()) return false;
    constexpr double kKeepShare = 0.15;
    if (!keeps_.empty() && random.nextUniform() < kKeepShare) return changeOneKeep(from, random, to);
    constexpr double kFactorShare = 0.7;
    return random.nextUniform() < kFactorShare ? moveOneFactor(from, random, to) : moveOneLoop(from, random, to);
}

} // namespace strata::npu
