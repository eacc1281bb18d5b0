// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapping.h"

#include "core/npu/factors.h"
#include "core/npu/nest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace strata::npu {

namespace {

struct LoopList {
    const char* key;
    std::vector<Loop> LevelMapping::*loops;
};
constexpr LoopList kLoopLists[] = {{"temporal", &LevelMapping::temporal},
                                   {"spatial_x", &LevelMapping::spatial_x},
                                   {"spatial_y", &LevelMapping::spatial_y}};

Error mappingError(std::string code, std::string pointer, Message text, Message expected) {
    return {std::move(code), std::move(pointer), std::move(text), std::move(expected), {}};
}

template <class Items>
std::string namesOf(const Items& items) {
    std::string names;
    for (const auto& item : items) {
        names += (names.empty() ? "" : ", ") + item.name;
    }
    return names;
}

class Reader {
public:
    Reader(const hardware::NpuArchitecture& architecture, const workload::Problem& problem, std::string_view pointer)
        : architecture_(architecture), problem_(problem), pointer_(pointer),
          factor_pointers_(problem.dimensions.size()), explicit_remainder_(problem.dimensions.size(), false),
          seen_(architecture.levels.size(), false) {
        mapping_.levels.resize(architecture.levels.size());
        for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
            mapping_.levels[l].keep = defaultKeep(architecture, problem, l);
        }
    }

    Result<Mapping> read(const Json& json, bool whole) {
        if (!json.is_object() || !json.contains("levels") || !json.at("levels").is_array()) {
            return mappingError("bad-value", pointer_, {"error.mapping-has-no-list-levels"},
                                {"accepted.object-with-levels-outermost-first"});
        }
        for (const auto& [key, value] : json.items()) {
            if (key != "levels") {
                return mappingError("unknown-key", pointer_ + "/" + pointerStep(key),
                                    {"error.key-not-known", {{"key", key}}}, {"accepted.levels"});
            }
        }
        const Json& levels = json.at("levels");
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (auto level = readLevel(levels[i], pointer_ + "/levels/" + std::to_string(i)); !level) {
                return level.error();
            }
        }
        if (!whole) return std::move(mapping_);
        return finish();
    }

private:
    Result<void> readLevel(const Json& json, const std::string& here) {
        if (!json.is_object() || !json.contains("level") || !json.at("level").is_string()) {
            return mappingError("bad-value", here, {"error.entry-names-no-level"},
                                {"accepted.object-with-level-and-loops"});
        }
        const std::string name = json.at("level").get<std::string>();
        const auto found = std::find_if(architecture_.levels.begin(), architecture_.levels.end(),
                                        [&](const hardware::NpuLevel& level) { return level.name == name; });
        if (found == architecture_.levels.end()) {
            return mappingError("unknown-level", here + "/level", {"error.level-not-known", {{"name", name}}},
                                verbatim(namesOf(architecture_.levels)));
        }
        const auto level = static_cast<std::size_t>(found - architecture_.levels.begin());
        if (seen_[level]) {
            return mappingError("bad-value", here + "/level", {"error.level-stands-twice", {{"name", name}}},
                                {"accepted.each-level-once"});
        }
        seen_[level] = true;
        for (const auto& [key, value] : json.items()) {
            const auto list = std::find_if(std::begin(kLoopLists), std::end(kLoopLists),
                                           [&key = key](const LoopList& entry) { return key == entry.key; });
            Result<void> read;
            if (list != std::end(kLoopLists)) {
                read = readLoops(value, here + "/" + key, mapping_.levels[level].*(list->loops));
            } else if (key == "keep") {
                read = readKeep(value, here + "/keep", level);
            } else if (key != "level") {
                read =
                    mappingError("unknown-key", here + "/" + pointerStep(key), {"error.key-not-known", {{"key", key}}},
                                 {"accepted.level-temporal-spatial-x-spatial-y"});
            }
            if (!read) return read;
        }
        return {};
    }

    Result<void> readLoops(const Json& json, const std::string& here, std::vector<Loop>& loops) {
        if (!json.is_array()) {
            return mappingError("bad-value", here, {"error.loops", {{"json", json.dump()}}},
                                {"accepted.list-such-as-m-4-c"});
        }
        for (std::size_t i = 0; i < json.size(); ++i) {
            auto loop = readLoop(json[i], here + "/" + std::to_string(i));
            if (!loop) return loop.error();
            loops.push_back(*loop);
        }
        return {};
    }

    Result<Loop> readLoop(const Json& json, const std::string& here) {
        const bool shaped = json.is_array() && (json.size() == 2 || json.size() == 3) && json[0].is_string();
        const auto isFactor = [](const Json& number) {
            return number.is_number_unsigned() && number.get<std::uint64_t>() > 0;
        };
        if (!shaped || !isFactor(json[1]) || (json.size() == 3 && !isFactor(json[2]))) {
            return mappingError("bad-value", here, {"error.factor", {{"value", json.dump()}}},
                                {"accepted.dimension-factor-or-dimension-factor-remainder"});
        }
        const std::string name = json[0].get<std::string>();
        const int dimension = problem_.findDimension(name);
        if (dimension < 0) {
            return mappingError("unknown-dimension", here + "/0", {"error.dimension-not-known", {{"name", name}}},
                                verbatim(namesOf(problem_.dimensions)));
        }
        const auto d = static_cast<std::size_t>(dimension);
        Loop loop{static_cast<std::uint32_t>(d), json[1].get<std::uint64_t>(), json[1].get<std::uint64_t>()};
        if (json.size() == 3) {
            loop.remainder = json[2].get<std::uint64_t>();
            explicit_remainder_[d] = explicit_remainder_[d] || loop.remainder != loop.bound;
        }
        if (loop.remainder > loop.bound) {
            return mappingError("bad-value", here + "/2", {"error.remainder", {{"remainder", loop.remainder}}},
                                {"accepted.from-1", {{"most", loop.bound}}});
        }
        if (factor_pointers_[d].empty()) {
            factor_pointers_[d] = here;
        }
        return loop;
    }

    Result<void> readKeep(const Json& json, const std::string& here, std::size_t level) {
        if (!json.is_array()) {
            return mappingError("bad-value", here, {"error.field-is", {{"field", "keep"}, {"value", json.dump()}}},
                                {"accepted.list-tensors"});
        }
        const std::vector<bool> allowed = defaultKeep(architecture_, problem_, level);
        std::vector<bool>& keep = mapping_.levels[level].keep;
        keep.assign(problem_.tensors.size(), false);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const int tensor = json[i].is_string() ? problem_.findTensor(json[i].get<std::string>()) : -1;
            if (tensor < 0) {
                return mappingError("unknown-tensor", here + "/" + std::to_string(i),
                                    {"error.tensor-not-known-2", {{"name", json[i].dump()}}},
                                    verbatim(namesOf(problem_.tensors)));
            }
            if (!allowed[static_cast<std::size_t>(tensor)]) {
                return mappingError("bad-value", here + "/" + std::to_string(i),
                                    {"error.level-cannot-hold-2",
                                     {{"levels", architecture_.levels[level].name}, {"name", json[i].dump()}}},
                                    {"accepted.what-architecture-lets-level-keep"});
            }
            keep[static_cast<std::size_t>(tensor)] = true;
        }
        return {};
    }

    Result<Mapping> finish() {
        for (std::size_t d = 0; d < problem_.dimensions.size(); ++d) {
            if (auto fits = finishDimension(static_cast<std::uint32_t>(d)); !fits) return fits.error();
        }
        for (std::size_t t = 0; t < problem_.tensors.size(); ++t) {
            if (std::none_of(mapping_.levels.begin(), mapping_.levels.end(),
                             [&](const LevelMapping& level) { return bool(level.keep[t]); })) {
                return mappingError("bad-value", pointer_ + "/levels",
                                    {"error.no-level-keeps", {{"tensors", problem_.tensors[t].name}}},
                                    {"accepted.at-least-one-level-keeps-each"});
            }
        }
        detail::FlatNest nest;
        if (!detail::flatten(mapping_, architecture_.levels.size(), problem_.dimensions.size(), nest)) {
            return mappingError("too-large", pointer_ + "/levels", {"error.mapping-has-too-many-loops"},
                                {"accepted.up-to-factors-above-1", {{"max_loops", detail::kMaxLoops}}});
        }
        return std::move(mapping_);
    }

    Result<void> finishDimension(std::uint32_t d) {
        const workload::Dimension& dimension = problem_.dimensions[d];
        const std::uint64_t covered = coveredIterations(mapping_, d);
        if (covered == dimension.bound) return {};
        const std::uint64_t product = productOfBounds(mapping_, d);
        if (!explicit_remainder_[d] && product >= dimension.bound && deriveRemainders(mapping_, d, dimension.bound)) {
            shortenOutermost(mapping_, d);
            return {};
        }
        const bool remainders = explicit_remainder_[d];
        return mappingError(
            "factors-do-not-multiply", factor_pointers_[d].empty() ? pointer_ + "/levels" : factor_pointers_[d],
            {remainders ? "error.factors-run" : "error.factors-multiply",
             {{"dimension", dimension.name}, {"covered", covered}, {"bound", dimension.bound}}},
            remainders ? Message{"accepted.remainders-run-exactly-iterations", {{"bound", dimension.bound}}}
                       : Message{"accepted.factors-multiply-to-at-least", {{"bound", dimension.bound}}});
    }

    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    std::string pointer_;
    std::vector<std::string> factor_pointers_; ///< where the outermost factor of each dimension stands
    std::vector<bool> explicit_remainder_;
    std::vector<bool> seen_;
    Mapping mapping_;
};

} // namespace

std::vector<bool> defaultKeep(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                              std::size_t level) {
    const hardware::NpuLevel& facts = architecture.levels[level];
    std::vector<bool> keep(problem.tensors.size(), false);
    for (std::size_t t = 0; t < keep.size() && facts.stores; ++t) {
        keep[t] = facts.keeps.empty() ||
                  std::find(facts.keeps.begin(), facts.keeps.end(), problem.tensors[t].name) != facts.keeps.end();
    }
    return keep;
}

Result<Mapping> readMapping(const Json& mapping, const hardware::NpuArchitecture& architecture,
                            const workload::Problem& problem, std::string_view pointer) {
    return Reader(architecture, problem, pointer).read(mapping, true);
}

Result<Mapping> readPartialMapping(const Json& mapping, const hardware::NpuArchitecture& architecture,
                                   const workload::Problem& problem, std::string_view pointer) {
    return Reader(architecture, problem, pointer).read(mapping, false);
}

Json writeMapping(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                  const workload::Problem& problem) {
    Json levels = Json::array();
    for (std::size_t l = 0; l < mapping.levels.size() && l < architecture.levels.size(); ++l) {
        const LevelMapping& level = mapping.levels[l];
        Json entry = {{"level", architecture.levels[l].name}};
        for (const LoopList& list : kLoopLists) {
            Json loops = Json::array();
            for (const Loop& loop : level.*(list.loops)) {
                Json factor = {problem.dimensions[loop.dimension].name, loop.bound};
                if (loop.remainder != loop.bound) {
                    factor.push_back(loop.remainder);
                }
                loops.push_back(std::move(factor));
            }
            if (!loops.empty()) {
                entry[list.key] = std::move(loops);
            }
        }
        if (architecture.levels[l].stores) {
            Json keep = Json::array();
            for (std::size_t t = 0; t < problem.tensors.size() && t < level.keep.size(); ++t) {
                if (level.keep[t]) {
                    keep.push_back(problem.tensors[t].name);
                }
            }
            entry["keep"] = std::move(keep);
        }
        levels.push_back(std::move(entry));
    }
    return {{"levels", std::move(levels)}};
}

} // namespace strata::npu
