// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/factors.h"
#include "core/npu/mapper.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::npu {
namespace {

constexpr std::pair<const char*, LoopKind> kFactorLists[] = {
    {"temporal", LoopKind::Temporal}, {"spatial_x", LoopKind::SpatialX}, {"spatial_y", LoopKind::SpatialY}};

/// "c<=8" taken apart.
struct WrittenFactor {
    std::string_view dimension;
    std::string_view relation; ///< "=", "<=" or ">="
    std::uint64_t bound = 0;   ///< 0: not a number
};

WrittenFactor takenApart(std::string_view text) {
    WrittenFactor factor;
    const std::size_t at = text.find_first_of("<>=");
    if (at == std::string_view::npos) return factor;
    const std::size_t length = text[at] == '=' ? 1 : 2;
    factor.dimension = text.substr(0, at);
    factor.relation = text.substr(at, length);
    if (factor.relation != "=" && factor.relation != "<=" && factor.relation != ">=") return factor;
    const std::string_view number = text.substr(std::min(text.size(), at + length));
    const auto read = std::from_chars(number.data(), number.data() + number.size(), factor.bound);
    if (read.ec != std::errc{} || read.ptr != number.data() + number.size()) factor.bound = 0;
    return factor;
}

template <class Items>
std::string nameList(const Items& items) {
    std::string names;
    for (const auto& item : items)
        names += (names.empty() ? "" : ", ") + item.name;
    return names;
}

class ConstraintReader {
public:
    ConstraintReader(const hardware::NpuArchitecture& architecture, const workload::Problem& problem, MappingFix& fix)
        : architecture_(architecture), problem_(problem), fix_(fix) {
        fix_.order.resize(architecture.levels.size());
        fix_.holds.resize(architecture.levels.size());
        for (auto& holds : fix_.holds)
            holds.resize(problem.tensors.size(), MappingFix::Hold::Free);
    }

    Result<void> readLevel(const Json& entry, const std::string& here) {
        const auto name = entry.at("level").get<std::string>();
        const auto found = std::ranges::find(architecture_.levels, name, &hardware::NpuLevel::name);
        if (found == architecture_.levels.end())
            return Error{"unknown-level",
                         here + "/level",
                         {"error.level-not-known", {{"name", name}}},
                         verbatim(nameList(architecture_.levels)),
                         {}};
        level_ = static_cast<std::size_t>(found - architecture_.levels.begin());
        for (const auto& [key, kind] : kFactorLists) {
            if (!entry.contains(key)) continue;
            for (std::size_t i = 0; i < entry.at(key).size(); ++i)
                if (auto read = readFactor(entry.at(key)[i].get<std::string>(), kind,
                                           here + "/" + key + "/" + std::to_string(i));
                    !read)
                    return read.error();
        }
        if (auto read = readSpatial(entry, here); !read) return read.error();
        if (auto read = readOrder(entry, here); !read) return read.error();
        if (auto read = readHolds(entry, "keep", MappingFix::Hold::Keep, here); !read) return read.error();
        return readHolds(entry, "bypass", MappingFix::Hold::Pass, here);
    }

private:
    Result<std::uint32_t> dimensionNamed(std::string_view name, const std::string& here) const {
        const auto found = std::ranges::find(problem_.dimensions, name, &workload::Dimension::name);
        if (found != problem_.dimensions.end()) return static_cast<std::uint32_t>(found - problem_.dimensions.begin());
        return Error{"unknown-dimension",
                     here,
                     {"error.dimension-not-known", {{"name", std::string(name)}}},
                     verbatim(nameList(problem_.dimensions)),
                     {}};
    }

    Result<void> readFactor(const std::string& text, LoopKind kind, const std::string& here) {
        const WrittenFactor factor = takenApart(text);
        if (factor.bound == 0)
            return Error{
                "bad-value", here, {"error.factor-not-readable", {{"text", text}}}, {"accepted.factor-such-as"}, {}};
        const auto dimension = dimensionNamed(factor.dimension, here);
        if (!dimension) return dimension.error();
        const std::uint64_t whole = problem_.dimensions[*dimension].bound;
        const LoopPlace place{level_, kind};
        if (factor.relation != "<=" && factor.bound > whole)
            return Error{"does-not-fit",
                         here,
                         {"error.factor-above-dimension", {{"text", text}, {"bound", whole}}},
                         {"accepted.factor-up-to", {{"bound", whole}}},
                         {}};
        const hardware::NpuLevel& level = architecture_.levels[level_];
        const std::uint64_t copies = kind == LoopKind::SpatialX ? level.fanout_x : level.fanout_y;
        if (kind != LoopKind::Temporal && factor.relation != "<=" && factor.bound > copies)
            return Error{"does-not-fit",
                         here,
                         {"error.factor-above-copies", {{"text", text}, {"copies", copies}}},
                         {"accepted.at-most-copies", {{"copies", copies}}},
                         {}};
        if (factor.relation == "=") {
            if (fix_.fixes(place, *dimension))
                return Error{
                    "bad-value",
                    here,
                    {"error.factor-stands-twice-at-one-place", {{"dimensions", std::string(factor.dimension)}}},
                    {"accepted.each-dimension-once-at-place"},
                    {}};
            fix_.loops.push_back({place, *dimension, factor.bound});
            return {};
        }
        const bool at_most = factor.relation == "<=";
        fix_.bounds.push_back({place, *dimension, at_most ? 1 : factor.bound, at_most ? factor.bound : whole});
        return {};
    }

    Result<void> readSpatial(const Json& entry, const std::string& here) {
        if (!entry.contains("spatial_dimensions")) return {};
        std::vector<bool> may(problem_.dimensions.size(), false);
        const Json& names = entry.at("spatial_dimensions");
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto d =
                dimensionNamed(names[i].get<std::string>(), here + "/spatial_dimensions/" + std::to_string(i));
            if (!d) return d.error();
            may[*d] = true;
        }
        for (std::uint32_t d = 0; d < may.size(); ++d) {
            if (may[d]) continue;
            for (const LoopKind kind : {LoopKind::SpatialX, LoopKind::SpatialY})
                fix_.bounds.push_back({{level_, kind}, d, 1, 1});
        }
        return {};
    }

    Result<void> readOrder(const Json& entry, const std::string& here) {
        if (!entry.contains("order")) return {};
        auto& order = fix_.order[level_];
        const Json& names = entry.at("order");
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string at = here + "/order/" + std::to_string(i);
            const auto d = dimensionNamed(names[i].get<std::string>(), at);
            if (!d) return d.error();
            if (std::ranges::find(order, *d) != order.end())
                return Error{"bad-value",
                             at,
                             {"error.factor-stands-twice-at-one-place", {{"dimensions", problem_.dimensions[*d].name}}},
                             {"accepted.each-dimension-once-at-place"},
                             {}};
            order.push_back(*d);
        }
        return {};
    }

    Result<void> readHolds(const Json& entry, const char* key, MappingFix::Hold hold, const std::string& here) {
        if (!entry.contains(key)) return {};
        const std::vector<bool> able = defaultKeep(architecture_, problem_, level_);
        for (std::size_t i = 0; i < entry.at(key).size(); ++i) {
            const std::string at = here + "/" + key + "/" + std::to_string(i);
            const auto name = entry.at(key)[i].get<std::string>();
            const int t = problem_.findTensor(name);
            if (t < 0)
                return Error{"unknown-tensor",
                             at,
                             {"error.tensor-not-known-2", {{"name", name}}},
                             verbatim(nameList(problem_.tensors)),
                             {}};
            const auto tensor = static_cast<std::size_t>(t);
            if (hold == MappingFix::Hold::Keep && !able[tensor])
                return Error{
                    "does-not-fit",
                    at,
                    {"error.level-cannot-hold", {{"level", architecture_.levels[level_].name}, {"tensor", name}}},
                    {"accepted.tensors-that-level-may-hold"},
                    {}};
            if (level_ == 0 && hold == MappingFix::Hold::Pass)
                return Error{"does-not-fit",
                             at,
                             {"error.outermost-level-holds-all", {{"tensor", name}}},
                             {"accepted.level-inside"},
                             {}};
            MappingFix::Hold& held = fix_.holds[level_][tensor];
            if (held != MappingFix::Hold::Free && held != hold)
                return Error{"bad-value",
                             at,
                             {"error.tensor-held-and-passed-on", {{"tensor", name}}},
                             {"accepted.keep-or-bypass"},
                             {}};
            held = hold;
        }
        return {};
    }

    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    MappingFix& fix_;
    std::size_t level_ = 0;
};

} // namespace

Result<void> readMappingConstraints(const Json& constraints, const hardware::NpuArchitecture& architecture,
                                    const workload::Problem& problem, std::string_view pointer, MappingFix& fix) {
    fix.pointer = std::string(pointer);
    fix.least_utilization = constraints.value("least_utilization", 0.0);
    ConstraintReader reader(architecture, problem, fix);
    const auto stated = constraints.find("levels");
    if (stated == constraints.end()) return {};
    const Json& levels = *stated;
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (auto read = reader.readLevel(levels[i], std::string(pointer) + "/levels/" + std::to_string(i)); !read)
            return read.error();
    return {};
}

bool MappingFix::restricts() const {
    const auto some = [](const auto& entries) {
        return std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return !entry.empty(); });
    };
    const bool held = std::any_of(holds.begin(), holds.end(), [](const std::vector<Hold>& level) {
        return std::any_of(level.begin(), level.end(), [](Hold hold) { return hold != Hold::Free; });
    });
    return !bounds.empty() || some(order) || held;
}

bool MappingFix::admits(const Mapping& mapping) const {
    for (const BoundedLoop& bounded : bounds) {
        const std::uint64_t bound = boundAt(mapping, bounded.place, bounded.dimension);
        if (bound < bounded.least || bound > bounded.most) return false;
    }
    for (std::size_t l = 0; l < holds.size(); ++l)
        for (std::size_t t = 0; t < holds[l].size(); ++t)
            if (holds[l][t] != Hold::Free && mapping.levels[l].keep[t] != (holds[l][t] == Hold::Keep)) return false;
    for (std::size_t l = 0; l < order.size(); ++l) {
        const auto& loops = mapping.levels[l].temporal;
        std::size_t at = loops.size();
        for (std::size_t f = order[l].size(); f-- > 0;) {
            const bool present = std::any_of(loops.begin(), loops.end(),
                                             [&](const Loop& loop) { return loop.dimension == order[l][f]; });
            if (present && loops[--at].dimension != order[l][f]) return false;
        }
    }
    return true;
}

void MappingFix::setOrder(Mapping& mapping) const {
    for (std::size_t l = 0; l < order.size() && l < mapping.levels.size(); ++l) {
        auto& loops = mapping.levels[l].temporal;
        for (const std::uint32_t d : order[l]) {
            const auto found =
                std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.dimension == d; });
            if (found != loops.end()) std::rotate(found, found + 1, loops.end());
        }
    }
}

} // namespace strata::npu
