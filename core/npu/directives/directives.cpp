// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/directives/directives.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::npu {
namespace {

struct Axis {
    std::size_t level = 0;
    bool along_x = false;
    std::uint64_t copies = 1;
};

std::vector<Axis> axesOf(const hardware::NpuArchitecture& architecture) {
    std::vector<Axis> axes;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        const auto& level = architecture.levels[l];
        if (level.fanout_y > 1) axes.push_back({l, false, level.fanout_y});
        if (level.fanout_x > 1) axes.push_back({l, true, level.fanout_x});
    }
    return axes;
}

/// The level at or outside of this one that stores words.
std::size_t storingAt(const hardware::NpuArchitecture& architecture, std::size_t level) {
    while (level > 0 && !architecture.levels[level].stores)
        --level;
    return level;
}

std::size_t innermostStoring(const hardware::NpuArchitecture& architecture) {
    return storingAt(architecture, architecture.levels.size() - 1);
}

std::uint64_t steps(std::uint64_t total, std::uint64_t size) { return (total + size - 1) / size; }

Error notModelled(std::string_view pointer, Message text, Message expected) {
    return {"not-modelled", std::string(pointer), std::move(text), std::move(expected), {}};
}

/// The nest as a document, whose remainders readMapping() derives.
class Nest {
public:
    Nest(const hardware::NpuArchitecture& architecture) : architecture_(architecture) {
        for (const auto& level : architecture.levels)
            levels_.push_back({{"level", level.name}});
    }
    void temporal(std::size_t level, const std::string& dimension, std::uint64_t bound) {
        if (bound > 1) levels_[level]["temporal"].push_back({dimension, bound});
    }
    void spatial(const Axis& axis, const std::string& dimension, std::uint64_t bound) {
        if (bound > 1) levels_[axis.level][axis.along_x ? "spatial_x" : "spatial_y"].push_back({dimension, bound});
    }
    Json document() const { return {{"levels", levels_}}; }

private:
    const hardware::NpuArchitecture& architecture_;
    Json::array_t levels_;
};

std::string fieldName(const std::string& dimension, bool convolution) {
    static const std::map<std::string, std::string, std::less<>> kNames{
        {"m", "K"}, {"c", "C"}, {"r", "R"}, {"s", "S"}, {"n", "N"}, {"g", "G"}, {"p", "Y'"}, {"q", "X'"}};
    const auto found = kNames.find(dimension);
    if (convolution && found != kNames.end()) return found->second;
    std::string name = dimension;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return name;
}

} // namespace

Result<Mapping> mappingOf(const std::vector<Directive>& directives, const hardware::NpuArchitecture& architecture,
                          const workload::Problem& problem, std::string_view pointer) {
    const std::vector<Axis> axes = axesOf(architecture);
    const auto clusters =
        static_cast<std::size_t>(1 + std::ranges::count(directives, Directive::Kind::Cluster, &Directive::kind));
    if (clusters > std::max<std::size_t>(1, axes.size()))
        return notModelled(pointer, {"error.more-clusters-than-axes", {{"clusters", clusters}, {"axes", axes.size()}}},
                           {"accepted.cluster-for-each-axis"});
    std::map<std::string, std::uint64_t> left; // coordinates of each dimension inside of what was mapped so far
    for (const workload::Dimension& dimension : problem.dimensions)
        left[dimension.name] = dimension.bound;
    Nest nest(architecture);
    std::size_t cluster = 0;
    std::vector<std::uint64_t> free; // copies along each axis that no directive uses yet
    for (const Axis& axis : axes)
        free.push_back(axis.copies);
    for (const Directive& directive : directives) {
        if (directive.kind == Directive::Kind::Cluster) {
            ++cluster;
            continue;
        }
        if (directive.size != directive.offset && directive.size < left[directive.dimension])
            return notModelled(pointer, {"error.directives-overlap", {{"dimension", directive.dimension}}},
                               {"accepted.size-equal-to-offset"});
        std::uint64_t iterations = steps(left[directive.dimension], directive.size);
        const std::size_t level = axes.empty()
                                      ? innermostStoring(architecture)
                                      : storingAt(architecture, axes[std::min(cluster, axes.size() - 1)].level);
        if (directive.kind == Directive::Kind::Spatial) {
            for (std::size_t a = 0; a < axes.size(); ++a) {
                if (clusters > 1 && a != cluster) continue;
                const std::uint64_t used = std::min(iterations, free[a]);
                nest.spatial(axes[a], directive.dimension, used);
                free[a] /= used;
                iterations = steps(iterations, used);
            }
        }
        nest.temporal(level, directive.dimension, iterations);
        left[directive.dimension] = std::min(left[directive.dimension], directive.size);
    }
    const std::size_t inside = innermostStoring(architecture);
    for (const workload::Dimension& dimension : problem.dimensions)
        nest.temporal(inside, dimension.name, left[dimension.name]);
    return readMapping(nest.document(), architecture, problem, pointer);
}

std::string directivesOf(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                         const workload::Problem& problem) {
    const bool convolution = problem.findDimension("p") >= 0;
    std::vector<std::uint64_t> inside(problem.dimensions.size(), 1); // of what lies inside a loop
    std::vector<std::string> lines;                                  // innermost first
    const auto write = [&](const Loop& loop, const char* kind) {
        if (loop.bound > 1) {
            const std::uint64_t size = inside[loop.dimension];
            lines.push_back(std::string(kind) + "(" + std::to_string(size) + "," + std::to_string(size) + ") " +
                            fieldName(problem.dimensions[loop.dimension].name, convolution) + ";");
        }
        inside[loop.dimension] =
            std::min<std::uint64_t>(inside[loop.dimension] * loop.bound, problem.dimensions[loop.dimension].bound);
    };
    std::uint64_t units = 1; // of a cluster
    for (std::size_t l = architecture.levels.size(); l-- > 0;) {
        const LevelMapping& level = mapping.levels[l];
        const std::uint64_t copies = std::uint64_t{architecture.levels[l].fanout_x} * architecture.levels[l].fanout_y;
        if (copies > 1) {
            if (units > 1) lines.push_back("Cluster(" + std::to_string(units) + ",P);");
            units *= copies;
        }
        for (auto loop = level.spatial_x.rbegin(); loop != level.spatial_x.rend(); ++loop)
            write(*loop, "SpatialMap");
        for (auto loop = level.spatial_y.rbegin(); loop != level.spatial_y.rend(); ++loop)
            write(*loop, "SpatialMap");
        for (auto loop = level.temporal.rbegin(); loop != level.temporal.rend(); ++loop)
            write(*loop, "TemporalMap");
    }
    std::string text;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        text += *line + "\n";
    return text;
}

} // namespace strata::npu
