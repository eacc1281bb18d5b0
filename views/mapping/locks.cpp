// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/locks.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

const char* listOf(LoopKind kind) {
    return kind == LoopKind::Temporal ? "temporal" : kind == LoopKind::SpatialX ? "spatial_x" : "spatial_y";
}

/// The entry of a level, made where there is none.
Json& entryOf(Json& constraints, const LayerQuery& query, std::size_t level) {
    if (!constraints.is_object()) constraints = Json::object();
    if (!constraints.contains("levels")) constraints["levels"] = Json::array();
    const std::string& name = query.architecture.levels[level].name;
    for (Json& entry : constraints["levels"])
        if (entry.value("level", std::string()) == name) return entry;
    constraints["levels"].push_back({{"level", name}});
    return constraints["levels"].back();
}

void removeWords(Json& constraints, const LayerQuery& query, std::size_t level, const char* list,
                 const auto& unwanted) {
    const std::string& name = query.architecture.levels[level].name;
    if (!constraints.is_object() || !constraints.contains("levels")) return;
    for (Json& entry : constraints["levels"]) {
        if (entry.value("level", std::string()) != name || !entry.contains(list)) continue;
        Json kept = Json::array();
        for (const Json& word : entry[list])
            if (!unwanted(word.get<std::string>())) kept.push_back(word);
        if (kept.empty())
            entry.erase(list);
        else
            entry[list] = std::move(kept);
    }
}

/// Without entries that say nothing; null where nothing is left.
Json tidied(Json constraints) {
    if (!constraints.is_object()) return nullptr;
    Json levels = Json::array();
    for (const Json& entry : constraints.value("levels", Json::array()))
        if (entry.size() > 1) levels.push_back(entry);
    constraints.erase("levels");
    if (!levels.empty()) constraints["levels"] = std::move(levels);
    return constraints.empty() ? Json() : constraints;
}

void setFactorLock(Json& constraints, const LayerQuery& query, const LoopPlace& place, bool lock) {
    const npu::Loop& loop = loopAt(query.mapping, place);
    const std::string& dimension = query.problem.dimensions[loop.dimension].name;
    removeWords(constraints, query, place.level, listOf(place.kind),
                [&](const std::string& word) { return word.substr(0, word.find_first_of("<>=")) == dimension; });
    if (!lock) return;
    const std::uint64_t bound = npu::boundAt(query.mapping, place.zone(), loop.dimension);
    entryOf(constraints, query, place.level)[listOf(place.kind)].push_back(dimension + "=" + std::to_string(bound));
}

void setKeepLock(Json& constraints, const LayerQuery& query, std::size_t level, std::size_t tensor, bool lock) {
    const std::string& name = query.problem.tensors[tensor].name;
    for (const char* list : {"keep", "bypass"})
        removeWords(constraints, query, level, list, [&](const std::string& word) { return word == name; });
    if (!lock) return;
    const bool kept = query.mapping.levels[level].keep[tensor];
    entryOf(constraints, query, level)[kept ? "keep" : "bypass"].push_back(name);
}

bool mayChange(const LayerQuery& query, std::size_t level, std::size_t tensor) {
    return level > 0 && npu::defaultKeep(query.architecture, query.problem, level)[tensor];
}

template <class EachFactor, class EachKeep>
void forLevel(const LayerQuery& query, std::size_t level, const EachFactor& factor, const EachKeep& keep) {
    for (const LoopKind kind : kLoopKinds)
        for (std::size_t i = 0; i < loopsOf(query.mapping, {level, kind}).size(); ++i)
            factor(LoopPlace{level, kind, i});
    for (std::size_t t = 0; t < query.problem.tensors.size(); ++t)
        if (mayChange(query, level, t)) keep(t);
}

} // namespace

bool locksFactor(const LayerQuery& query, const LoopPlace& place) {
    const npu::Loop& loop = loopAt(query.mapping, place);
    return std::ranges::any_of(query.constraints.loops, [&](const npu::MappingFix::FixedLoop& fixed) {
        return fixed.place == place.zone() && fixed.dimension == loop.dimension;
    });
}

bool locksKeep(const LayerQuery& query, std::size_t level, std::size_t tensor) {
    return query.constraints.holdOf(level, tensor) != npu::MappingFix::Hold::Free;
}

bool locksLevel(const LayerQuery& query, std::size_t level) {
    bool any = false, all = true;
    const auto take = [&](bool locked) {
        any = true;
        all = all && locked;
    };
    forLevel(
        query, level, [&](const LoopPlace& place) { take(locksFactor(query, place)); },
        [&](std::size_t tensor) { take(locksKeep(query, level, tensor)); });
    return any && all;
}

Json factorLockToggled(const Json& constraints, const LayerQuery& query, const LoopPlace& place) {
    Json changed = constraints;
    setFactorLock(changed, query, place, !locksFactor(query, place));
    return tidied(std::move(changed));
}

Json keepLockToggled(const Json& constraints, const LayerQuery& query, std::size_t level, std::size_t tensor) {
    Json changed = constraints;
    setKeepLock(changed, query, level, tensor, !locksKeep(query, level, tensor));
    return tidied(std::move(changed));
}

Json levelLockToggled(const Json& constraints, const LayerQuery& query, std::size_t level) {
    const bool lock = !locksLevel(query, level);
    Json changed = constraints;
    forLevel(
        query, level, [&](const LoopPlace& place) { setFactorLock(changed, query, place, lock); },
        [&](std::size_t tensor) { setKeepLock(changed, query, level, tensor, lock); });
    return tidied(std::move(changed));
}

} // namespace strata::views
