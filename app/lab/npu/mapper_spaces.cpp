// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/mapper_spaces.h"

#include "core/base/json.h"
#include "core/exchange/timeloop/timeloop_parts.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using exchange::detail::findLevel;
using npu::LoopKind;

Error unknown(const std::string& what, const std::string& name) {
    return {"unknown-" + what,
            "",
            {"error.unknown-name", {{"what", term(what)}, {"name", name}}},
            {"accepted.name-of-document"},
            {}};
}

Result<npu::Mapping> bestOf(const Json& document, const MapperSpace& space) {
    npu::Mapping mapping;
    for (std::size_t l = 0; l < space.architecture.levels.size(); ++l)
        mapping.levels.push_back({{}, {}, {}, std::vector<bool>(space.problem.tensors.size(), false)});
    for (const Json& entry : document.at("best_mapping")) {
        const std::string name = entry.at("level").get<std::string>();
        const std::size_t l = findLevel(space.architecture, name);
        if (l >= mapping.levels.size()) return unknown("level", name);
        npu::LevelMapping& level = mapping.levels[l];
        for (const auto& [tensor, words] : entry.at("kept_tile_words").items()) {
            const int t = space.problem.findTensor(tensor);
            if (t < 0) return unknown("tensor", tensor);
            level.keep[static_cast<std::size_t>(t)] = words.get<double>() > 0;
        }
        for (const Json& loop : entry.at("loops_outer_to_inner")) {
            const std::string axis = loop.value("spatial", std::string());
            auto& loops = axis.empty() ? level.temporal : axis == "X" ? level.spatial_x : level.spatial_y;
            const auto bound = loop.at("bound").get<std::uint64_t>();
            const int d = space.problem.findDimension(loop.at("dim").get<std::string>());
            if (d < 0) return unknown("dimension", loop.at("dim").get<std::string>());
            loops.push_back({static_cast<std::uint32_t>(d), bound, loop.value("remainder", bound)});
        }
    }
    return mapping;
}

std::uint64_t factorOf(const Json& factors, const std::string& dimension) {
    const auto found = factors.find(dimension);
    if (found == factors.end()) return 0;
    const std::string text = found->get<std::string>();
    std::uint64_t factor = 0;
    std::from_chars(text.data(), text.data() + text.size(), factor);
    return factor;
}

/// Fixed factors of one entry; in space, a letter behind the split runs over Y. A temporal order is fixed for the
/// loops that it names.
void fixFactors(const Json& entry, std::size_t level, MapperSpace& space) {
    const bool spatial = entry.at("kind") == "spatial";
    const std::string order = entry.value("order_inner_to_outer", std::string());
    const auto split = entry.value("split_X_below_index", std::size_t{999});
    const Json factors = entry.value("fixed_factors", Json::object());
    auto& fix = space.settings.fix;
    for (std::uint32_t d = 0; d < space.problem.dimensions.size(); ++d) {
        const std::string& name = space.problem.dimensions[d].name;
        const std::uint64_t bound = factorOf(factors, name);
        if (!spatial) {
            if (bound > 0) fix.loops.push_back({{level, LoopKind::Temporal}, d, bound});
            continue;
        }
        const bool along_x = order.find(name) < split;
        fix.loops.push_back({{level, along_x ? LoopKind::SpatialY : LoopKind::SpatialX}, d, 1});
        if (bound > 0) fix.loops.push_back({{level, along_x ? LoopKind::SpatialX : LoopKind::SpatialY}, d, bound});
    }
    if (spatial) return;
    for (std::size_t i = order.size(); i-- > 0;) {
        const int d = space.problem.findDimension(order.substr(i, 1));
        if (d >= 0) fix.order[level].push_back(static_cast<std::uint32_t>(d));
    }
}

} // namespace

Result<MapperSpace> readMapperSpace(const std::filesystem::path& file) {
    const auto document = readJsonFile(file);
    if (!document) return document.error();
    auto architecture = exchange::detail::readArchitecture(*document);
    if (!architecture) return architecture.error();
    auto problem = exchange::detail::readProblem(*document);
    if (!problem) return problem.error();
    MapperSpace space;
    space.id = file.stem().string();
    space.architecture = *std::move(architecture);
    space.problem = *std::move(problem);
    space.architecture.recipe.allow_imperfect = false;
    auto best = bestOf(*document, space);
    if (!best) return best.error();
    space.best = *std::move(best);
    space.reference_s = document->value("user_cpu_s", 0.0);
    space.reference_tried = document->value("mappings_tried", std::uint64_t{0});
    space.settings.keep_dataflow = false;
    space.settings.fix.keep.resize(space.architecture.levels.size());
    space.settings.fix.order.resize(space.architecture.levels.size());
    for (const Json& entry : document->at("constraints")) {
        const std::size_t l = findLevel(space.architecture, entry.at("level").get<std::string>());
        if (l >= space.architecture.levels.size()) continue;
        if (entry.at("kind") != "bypass") {
            fixFactors(entry, l, space);
            continue;
        }
        std::vector<bool> keep(space.problem.tensors.size(), false);
        for (const Json& tensor : entry.value("keep", Json::array())) {
            const int t = space.problem.findTensor(tensor.get<std::string>());
            if (t >= 0) keep[static_cast<std::size_t>(t)] = true;
        }
        space.settings.fix.keep[l] = keep;
    }
    return space;
}

Result<std::vector<MapperSpace>> readMapperSpaces(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code status;
    for (std::filesystem::directory_iterator entry(folder, status), end; !status && entry != end;
         entry.increment(status))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    std::vector<MapperSpace> spaces;
    for (const auto& file : files) {
        auto space = readMapperSpace(file);
        if (!space) {
            Error error = space.error();
            error.file = file.string();
            return error;
        }
        spaces.push_back(*std::move(space));
    }
    if (spaces.empty())
        return Error{"unreadable-file",
                     {},
                     {"error.no-space-stands", {{"folder", folder.string()}}},
                     {"accepted.folder-json-documents"},
                     folder.string()};
    return spaces;
}

} // namespace strata::assess
